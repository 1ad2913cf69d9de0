// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The NAL units that a sample entry holds, gathered from a stream or from an encoder's headers.
///
/// Each is kept once, in the order in which it first came. Samples whose parameter sets change on the
/// way cannot share a sample entry: ``conflict`` names the first set that does.
public struct ParameterSets: Hashable, Sendable {
  /// The codec.
  public var codec: NALUnitCodec
  /// Video parameter sets (HEVC).
  public var video: [[UInt8]] = []
  /// Sequence parameter sets.
  public var sequence: [[UInt8]] = []
  /// Picture parameter sets.
  public var picture: [[UInt8]] = []
  /// Extensions of sequence parameter sets (H.264).
  public var sequenceExtension: [[UInt8]] = []
  /// Messages that hold for all pictures, the first of each kind.
  public var metadata: [SEIMessage] = []

  /// Creates an empty collection.
  public init(codec: NALUnitCodec) { self.codec = codec }

  /// Creates a collection with what a stream holds.
  ///
  /// - Throws: ``ISOBMFFError`` when a length goes beyond the end.
  public init(
    codec: NALUnitCodec, in stream: Span<UInt8>, framing: NALUnitFraming = .startCodes
  ) throws(ISOBMFFError) {
    self.init(codec: codec)
    try insert(from: stream, framing: framing)
  }

  /// Adds what a stream holds and what is not here yet.
  ///
  /// - Throws: ``ISOBMFFError`` when a length goes beyond the end.
  public mutating func insert(
    from stream: Span<UInt8>, framing: NALUnitFraming = .startCodes
  ) throws(ISOBMFFError) {
    var scanner = NALUnitScanner(framing)
    while let range = try scanner.next(in: stream) { insert(stream.extracting(range)) }
  }

  private mutating func insert(_ unit: Span<UInt8>) {
    switch codec.type(ofUnitStartingWith: unit[0]).role {
    case .videoParameterSet: Self.insert(unit, into: &video)
    case .sequenceParameterSet: Self.insert(unit, into: &sequence)
    case .pictureParameterSet: Self.insert(unit, into: &picture)
    case .sequenceParameterSetExtension: Self.insert(unit, into: &sequenceExtension)
    case .prefixSEI: insertMetadata(unit)
    default: break
    }
  }

  private mutating func insertMetadata(_ unit: Span<UInt8>) {
    guard let messages = try? SEIMessage.messages(in: unit, codec: codec) else { return }
    for message in messages where message.isDeclaration {
      if !metadata.contains(where: { $0.type == message.type }) { metadata.append(message) }
    }
  }

  private static func insert(_ unit: Span<UInt8>, into list: inout [[UInt8]]) {
    // There are at most 256 numbers: with one set more, two contradict each other.
    guard list.count <= 256 else { return }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(unit.count)
    for index in unit.indices { bytes.append(unit[index]) }
    if !list.contains(bytes) { list.append(bytes) }
  }
}

// MARK: - Conflicts

extension ParameterSets {
  /// The first parameter set that takes the number of another one with other content, as in
  /// `SPS 0`; `nil` where there is none.
  public var conflict: String? {
    let numbers = [
      ("VPS", video.map(videoNumber)), ("SPS", sequence.map(sequenceNumber)),
      ("PPS", picture.map(pictureNumber)),
    ]
    for (name, numbers) in numbers {
      var seen: Set<UInt32> = []
      for case let number? in numbers where !seen.insert(number).inserted {
        return "\(name) \(number)"
      }
    }
    return nil
  }

  private func videoNumber(_ unit: [UInt8]) -> UInt32? {
    var reader = content(of: unit)
    return try? reader.bits(4)
  }

  private func pictureNumber(_ unit: [UInt8]) -> UInt32? {
    var reader = content(of: unit)
    return try? reader.exponentialGolomb()
  }

  private func sequenceNumber(_ unit: [UInt8]) -> UInt32? {
    switch codec {
    case .h264: (try? H264SequenceParameterSet(parsing: unit.span)).map { UInt32($0.id) }
    case .hevc: (try? HEVCSequenceParameterSet(parsing: unit.span)).map { UInt32($0.id) }
    }
  }

  /// A reader of what follows the header.
  private func content(of unit: [UInt8]) -> BitReader {
    let bytes = RawByteSequence.removingEmulationPrevention(from: unit.span)
    return BitReader(Array(bytes.dropFirst(codec.headerSize)))
  }
}

// MARK: - From records

extension ParameterSets {
  /// Creates a collection with what a decoder configuration holds; `nil` for codecs without NAL
  /// units.
  ///
  /// With the units that samples hold added (``insert(from:framing:)``), it makes the sample entry
  /// of an `hvc1` track out of an `hev1` one.
  public init?(_ configuration: VideoConfiguration) {
    switch configuration {
    case .avc(let record):
      self.init(codec: .h264)
      sequence = record.sequenceParameterSets
      picture = record.pictureParameterSets
      sequenceExtension = record.high?.sequenceExtensions ?? []
    case .hevc(let record):
      self.init(codec: .hevc)
      for unit in record.arrays.flatMap(\.units) where !unit.isEmpty { insert(unit.span) }
    case .av1, .other: return nil
    }
  }
}
