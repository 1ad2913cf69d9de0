// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The NAL units that a sample entry holds, gathered from a stream or from an encoder's headers.
///
/// Each is kept once, in the order in which it first came.
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
  /// Prefix SEI units with HDR10 static metadata (HEVC).
  public var metadata: [[UInt8]] = []

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
    case .prefixSEI where codec == .hevc: insertMetadata(unit)
    default: break
    }
  }

  private mutating func insertMetadata(_ unit: Span<UInt8>) {
    guard let messages = try? SEIMessage.messages(in: unit, codec: codec) else { return }
    for message in messages where message.isStaticHDRMetadata {
      let unit = SEIMessage.unit([message], codec: codec)
      if !metadata.contains(unit) { metadata.append(unit) }
    }
  }

  private static func insert(_ unit: Span<UInt8>, into list: inout [[UInt8]]) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(unit.count)
    for index in unit.indices { bytes.append(unit[index]) }
    if !list.contains(bytes) { list.append(bytes) }
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
