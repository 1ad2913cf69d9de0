// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import ISOBMFF

/// The index of a movie file that a muxer has written behind the samples: brought to the front, so
/// that players start before they have the whole file, with boxes added that the muxer leaves out.
struct MovieIndex {
  /// The boxes of the file but for the index, in order.
  private var others: [(type: FourCC, range: Range<UInt64>)] = []
  /// The bytes of the index.
  var movie: [UInt8] = []
  private let file: FileHandle
  private let path: String

  /// The most bytes of an index: a day of film stays below.
  private static let largestIndex: UInt64 = 1 << 30
  private static let copiedAtOnce = 1 << 20

  /// Reads the index of a file.
  init(of path: String) throws {
    self.path = path
    file = try FileHandle(forReadingFrom: URL(filePath: path))
    let end = try file.seekToEnd()
    var offset: UInt64 = 0
    while offset < end {
      try file.seek(toOffset: offset)
      var reader = ByteReader([UInt8](try file.read(upToCount: BoxHeader.maximumSize) ?? Data()))
      let header = try BoxHeader(parsing: &reader)
      let size = header.size ?? end - offset
      guard size <= end - offset else { throw Self.broken(path, "box '\(header.type)' is cut off") }
      if header.type == "moov", size <= Self.largestIndex {
        try file.seek(toOffset: offset)
        movie = [UInt8](try file.read(upToCount: Int(size)) ?? Data())
      } else {
        others.append((header.type, offset..<offset + size))
      }
      offset += size
    }
    guard !movie.isEmpty else { throw Self.broken(path, "there is no 'moov' box") }
  }

  private static func broken(_ path: String, _ reason: String) -> EncodingError {
    EncodingError(.encoder, path, "the file that was written cannot be read: \(reason)")
  }

  /// Writes the file with its index in front.
  ///
  /// - Parameters:
  ///   - target: The file to write, in place of what is there.
  ///   - additions: What to add to each track, by its place.
  /// - Throws: ``EncodingError`` for a file that is not whole, and what Foundation throws.
  func write(to target: String, adding additions: [Int: TrackAdditions]) throws {
    // The index grows by the same bytes whatever the shift is, unless offsets need more room.
    let size = try UInt64(rewritten(by: 0, wide: false, additions).count)
    let end = others.map(\.range.upperBound).max() ?? 0
    let wide = end + size > UInt64(UInt32.max)
    let shift = wide ? try UInt64(rewritten(by: 0, wide: true, additions).count) : size
    guard FileManager.default.createFile(atPath: target, contents: nil) else {
      throw EncodingError(.settings, target, "cannot write the file")
    }
    let output = try FileHandle(forWritingTo: URL(filePath: target))
    defer { try? output.close() }
    var isIndexWritten = false
    for box in others {
      if box.type != "ftyp", !isIndexWritten {
        try output.write(contentsOf: Data(rewritten(by: shift, wide: wide, additions)))
        isIndexWritten = true
      }
      try copy(box.range, to: output)
    }
  }

  private func copy(_ range: Range<UInt64>, to output: FileHandle) throws {
    try file.seek(toOffset: range.lowerBound)
    var left = range.upperBound - range.lowerBound
    while left > 0 {
      let count = Int(min(left, UInt64(Self.copiedAtOnce)))
      guard let data = try file.read(upToCount: count), !data.isEmpty else {
        throw Self.broken(path, "it ends early")
      }
      try output.write(contentsOf: data)
      left -= UInt64(data.count)
    }
  }

  /// The index with every place of samples moved.
  private func rewritten(
    by shift: UInt64, wide: Bool, _ additions: [Int: TrackAdditions]
  ) throws -> [UInt8] {
    var writer = ByteWriter(capacity: movie.count + 4096)
    var tracks = 0
    for box in try Box.list(in: movie) {
      try write(box, &writer) { child, writer in
        guard child.type == "trak" else { return writer.append(child.bytes) }
        try write(track: child, &writer, shift, wide, additions[tracks] ?? TrackAdditions())
        tracks += 1
      }
    }
    return writer.bytes
  }

  /// Writes a box whose children `body` writes.
  private func write(
    _ box: Box, _ writer: inout ByteWriter, _ body: (Box, inout ByteWriter) throws -> Void
  ) throws {
    var result: Result<Void, any Error> = .success(())
    let children = try box.children()
    writer.box(box.type) { writer in
      result = Result { for child in children { try body(child, &writer) } }
    }
    try result.get()
  }

  private func write(
    track box: Box, _ writer: inout ByteWriter, _ shift: UInt64, _ wide: Bool,
    _ additions: TrackAdditions
  ) throws {
    try write(box, &writer) { child, writer in
      switch child.type {
      case "mdia", "minf", "stbl": try write(track: child, &writer, shift, wide, additions)
      case "stsd": try write(entries: child, &writer, additions)
      case "mdhd": write(header: child, &writer, additions.language)
      case "stco", "co64": try write(offsets: child, &writer, shift, wide)
      default: writer.append(child.bytes)
      }
    }
  }

  private func write(header box: Box, _ writer: inout ByteWriter, _ language: String?) {
    var bytes = Array(box.bytes)
    // Behind the version, two times, a timescale and a duration, of which three are longer in
    // version 1.
    let place = 8 + (bytes.count > 8 && bytes[8] == 1 ? 32 : 20)
    if let language, bytes.count >= place + 2 {
      let code = Language.packed(language)
      bytes[place] = UInt8(code >> 8)
      bytes[place + 1] = UInt8(code & 0xFF)
    }
    writer.append(bytes)
  }

  private func write(
    offsets box: Box, _ writer: inout ByteWriter, _ shift: UInt64, _ wide: Bool
  ) throws {
    var reader = box.content
    try reader.skip(4)
    let isWide = box.type == "co64"
    let count = try reader.uint32()
    var offsets: [UInt64] = []
    for _ in 0..<count {
      try offsets.append((isWide ? reader.uint64() : UInt64(reader.uint32())) &+ shift)
    }
    writer.fullBox(isWide || wide ? "co64" : "stco") { writer in
      writer.uint32(count)
      for offset in offsets {
        if isWide || wide { writer.uint64(offset) } else { writer.uint32(UInt32(clamping: offset)) }
      }
    }
  }

  private func write(
    entries box: Box, _ writer: inout ByteWriter, _ additions: TrackAdditions
  ) throws {
    var reader = box.content
    try reader.skip(4)
    let count = try reader.uint32()
    let entries = try box.children(after: 8)
    writer.fullBox("stsd") { writer in
      writer.uint32(count)
      for entry in entries { write(entry: entry, &writer, additions) }
    }
  }

  private func write(entry: Box, _ writer: inout ByteWriter, _ additions: TrackAdditions) {
    let present = entry.contents ?? []
    var reader = entry.content
    let content = reader.rest()
    let fields = content.count - present.reduce(0) { $0 + $1.bytes.count }
    writer.box(additions.entryType ?? entry.type) { writer in
      writer.append(Array(content.prefix(fields)))
      for box in present {
        if let other = additions.replacements.first(where: { $0.type == box.type }) {
          other.write(to: &writer)
        } else {
          writer.append(box.bytes)
        }
      }
      let types = Set(present.map(\.type))
      for box in additions.boxes where !types.contains(box.type) { box.write(to: &writer) }
    }
  }
}
