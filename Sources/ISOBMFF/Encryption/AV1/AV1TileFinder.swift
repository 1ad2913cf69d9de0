// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Finds the tiles in samples of AV1, one sample after the other: frames are described by what was
/// kept of those before them.
struct AV1TileFinder: Sendable {
  private var sequence: AV1SequenceHeader?
  private var references = Array(repeating: AV1Reference(), count: 8)
  private var frame: AV1TileLayout?

  /// Takes the sequence header of a decoder configuration, if there is one.
  init(_ configuration: AV1Configuration) throws(ISOBMFFError) {
    sequence = try AV1SequenceHeader(inUnits: Array(configuration.bytes.dropFirst(4)))
  }

  /// The places of the tiles of a sample.
  ///
  /// - Throws: ``ISOBMFFError`` when the sample cannot be read.
  mutating func tiles(in sample: Span<UInt8>) throws(ISOBMFFError) -> [Range<Int>] {
    var tiles: [Range<Int>] = []
    var position = 0
    while position < sample.count {
      let unit = try AV1Unit(at: position, in: sample)
      position = unit.content.upperBound
      switch unit.type {
      case 1:
        var reader = BitReader(sample.extracting(unit.content).bytes)
        sequence = try AV1SequenceHeader(parsing: &reader)
      case 2: frame = nil
      case 3: _ = try header(of: unit, sample)
      case 4: tiles += try group(unit.content, sample)
      case 6:
        let size = try header(of: unit, sample)
        tiles += try group(
          min(unit.content.lowerBound + size, unit.content.upperBound)..<unit.content.upperBound,
          sample)
      default: break
      }
    }
    return tiles
  }

  /// Reads the header of a frame and keeps what later ones need.
  ///
  /// - Returns: The bytes of the header.
  private mutating func header(
    of unit: AV1Unit, _ sample: Span<UInt8>
  ) throws(ISOBMFFError) -> Int {
    guard let sequence else {
      throw ISOBMFFError(
        .missing, at: unit.content.lowerBound, "expected a sequence header before the first frame")
    }
    var reader = BitReader(sample.extracting(unit.content).bytes(first: 1024))
    let header = try AV1FrameHeader(parsing: &reader, sequence, references, layers: unit.layers)
    for index in references.indices where header.refreshed >> UInt32(index) & 1 == 1 {
      references[index] = header.kept
    }
    frame = header.showsExisting ? nil : header.tiles
    return (reader.position + 7) / 8
  }

  /// The tiles of `tile_group_obu()` (section 5.11.1).
  private func group(
    _ content: Range<Int>, _ sample: Span<UInt8>
  ) throws(ISOBMFFError) -> [Range<Int>] {
    guard let frame else {
      throw ISOBMFFError(
        .missing, at: content.lowerBound, "expected the header of a frame before its tiles")
    }
    var reader = BitReader(sample.extracting(content).bytes(first: 8))
    var (first, last) = (0, frame.count - 1)
    if frame.count > 1 {
      if try reader.flag() {
        first = try Int(reader.bits(frame.numberBits))
        last = try Int(reader.bits(frame.numberBits))
      }
      try reader.skip((8 - reader.position % 8) % 8)
    }
    var tiles: [Range<Int>] = []
    var position = content.lowerBound + reader.position / 8
    for tile in stride(from: first, through: last, by: 1) {
      var end = content.upperBound
      if tile < last {
        guard end - position >= frame.sizeBytes else { throw Self.truncated(position) }
        var size = 1
        for index in 0..<frame.sizeBytes { size += Int(sample[position + index]) << (8 * index) }
        position += frame.sizeBytes
        guard size <= end - position else { throw Self.truncated(position) }
        end = position + size
      }
      tiles.append(position..<end)
      position = end
    }
    return tiles
  }

  private static func truncated(_ position: Int) -> ISOBMFFError {
    ISOBMFFError(.truncated, at: position, "a tile goes beyond the end of its group")
  }
}

/// An OBU in a sample (AV1 specification section 5.3).
private struct AV1Unit {
  /// The type: 1 sequence header, 3 frame header, 4 tile group, 6 frame.
  let type: UInt8
  /// What it holds.
  let content: Range<Int>
  /// `temporal_id` and `spatial_id`.
  let layers: (temporal: UInt32, spatial: UInt32)

  init(at start: Int, in sample: Span<UInt8>) throws(ISOBMFFError) {
    var position = start
    func byte() throws(ISOBMFFError) -> UInt8 {
      guard position < sample.count else {
        throw ISOBMFFError(.truncated, at: position, "expected the header of an OBU")
      }
      defer { position += 1 }
      return sample[position]
    }
    let header = try byte()
    type = header >> 3 & 0xF
    let layer = try header & 4 == 0 ? 0 : byte()
    layers = (UInt32(layer >> 5), UInt32(layer >> 3 & 3))
    var size = sample.count - position
    if header & 2 != 0 {
      size = 0
      for index in 0..<8 {
        let part = try byte()
        size |= Int(part & 0x7F) << (7 * index)
        if part & 0x80 == 0 { break }
      }
    }
    guard size <= sample.count - position else {
      throw ISOBMFFError(
        .truncated, at: start, "expected an OBU of \(size) bytes, found \(sample.count - position)")
    }
    content = position..<position + size
  }
}

extension Span<UInt8> {
  /// The first bytes, or all of them.
  fileprivate func bytes(first limit: Int = .max) -> [UInt8] {
    var bytes: [UInt8] = []
    for index in 0..<Swift.min(count, limit) { bytes.append(self[index]) }
    return bytes
  }

  fileprivate var bytes: [UInt8] { bytes() }
}
