// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension Movie {
  /// Reads the `moov` box of a file, leaving its sample tables where they are: a
  /// ``SampleIterator`` that is given the file reads them as samples come up.
  ///
  /// - Parameters:
  ///   - source: The file.
  ///   - offset: Where the box begins.
  ///   - size: The bytes of the box, header included.
  ///   - unreadableTracks: Takes what is wrong with each track that is left out.
  /// - Throws: ``ISOBMFFError`` when the box lacks what it must have beside the tracks; offsets
  ///   count within what was read of the box.
  public init(
    in source: some ByteSource, at offset: UInt64, size: UInt64,
    unreadableTracks: inout [ISOBMFFError]
  ) throws(ISOBMFFError) {
    var layout = MovieLayout(source)
    try layout.add("moov", at: offset, size: size)
    var reader = ByteReader(layout.bytes)
    guard let box = try reader.nextBox() else {
      throw ISOBMFFError(.missing, at: 0, "expected a box 'moov', found nothing")
    }
    try self.init(parsing: box, tables: layout.tables, unreadableTracks: &unreadableTracks)
  }
}

/// What of a `moov` box is read into memory: what describes the tracks, and the heads of tables.
struct MovieLayout {
  /// The boxes, with sizes that fit what was left in.
  private(set) var bytes: [UInt8] = []
  /// Where the contents of tables are in the file, by the place of the box in ``bytes``.
  private(set) var tables: [Int: SampleTable.Table.Stretch] = [:]

  private let source: any ByteSource
  private var count = 0

  /// The boxes that are looked into, with what is taken of them; a film's other boxes, such as
  /// pictures of its cover, are none of ours.
  private static let taken: [FourCC: Set<FourCC>] = [
    "moov": ["mvhd", "trak", "mvex", "pssh"], "trak": ["tkhd", "edts", "mdia"],
    "mdia": ["mdhd", "hdlr", "elng", "minf"], "minf": ["stbl"],
    "stbl": ["stsd", "stts", "ctts", "stsc", "stsz", "stz2", "stco", "co64", "stss"],
  ]
  private static let maximumSize = 16 << 20
  /// Version, flags, and the numbers that tables begin with.
  private static let headSize = 12

  init(_ source: some ByteSource) { self.source = source }

  /// Adds a box that is looked into.
  mutating func add(_ type: FourCC, at offset: UInt64, size: UInt64) throws(ISOBMFFError) {
    let start = bytes.count
    let header = try header(at: offset)
    bytes += [0, 0, 0, 0] + source.bytes(at: offset &+ 4, count: 4)
    let end = offset &+ size
    var position = offset &+ UInt64(header.headerSize)
    while position < end, end - position >= 8 {
      count += 1
      guard count <= Box.maximumCount else {
        throw ISOBMFFError(
          .limitExceeded, at: bytes.count, "box 'moov' holds more than \(Box.maximumCount) boxes")
      }
      let child = try? self.header(at: position)
      let childSize = child?.size ?? end - position
      guard let child, childSize <= end - position else {
        // The reader of these bytes says what is wrong, where the track can be left out.
        bytes += source.bytes(at: position, count: 8)
        break
      }
      if Self.taken[type]?.contains(child.type) ?? false {
        try add(child, of: type, at: position, size: childSize)
      }
      position += childSize
    }
    setSize(ofBoxAt: start)
  }

  private mutating func add(
    _ child: BoxHeader, of parent: FourCC, at position: UInt64, size: UInt64
  ) throws(ISOBMFFError) {
    if Self.taken[child.type] != nil {
      try add(child.type, at: position, size: size)
    } else if parent == "stbl", child.type != "stsd" {
      let content = position + UInt64(child.headerSize)
      let left = position + size - content
      let start = bytes.count
      bytes += [0, 0, 0, 0] + source.bytes(at: position + 4, count: 4)
      bytes += source.bytes(at: content, count: Int(min(left, UInt64(Self.headSize))))
      setSize(ofBoxAt: start)
      if left > 4 {
        tables[start] = SampleTable.Table.Stretch(
          offset: content + 4, count: Int(clamping: left - 4))
      }
    } else {
      guard size <= UInt64(Self.maximumSize - min(bytes.count, Self.maximumSize)) else {
        throw ISOBMFFError(
          .limitExceeded, at: bytes.count,
          "expected at most \(Self.maximumSize) bytes beside tables, found a box of \(size) more")
      }
      let start = bytes.count
      bytes += source.bytes(at: position, count: Int(size))
      // A size of 0 means up to the end, which is elsewhere now.
      if child.size == nil { setSize(ofBoxAt: start) }
    }
  }

  private func header(at offset: UInt64) throws(ISOBMFFError) -> BoxHeader {
    var reader = ByteReader(source.bytes(at: offset, count: BoxHeader.maximumSize))
    return try BoxHeader(parsing: &reader)
  }

  private mutating func setSize(ofBoxAt start: Int) {
    let size = UInt32(clamping: bytes.count - start)
    for index in 0..<4 where start + index < bytes.count {
      bytes[start + index] = UInt8(truncatingIfNeeded: size >> (24 - 8 * index))
    }
  }
}
