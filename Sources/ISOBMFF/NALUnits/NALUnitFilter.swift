// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Makes the samples of `avc1` and `hvc1` tracks from what encoders and containers give: lengths
/// of four bytes, and none of the NAL units that belong into the sample entry.
public struct NALUnitFilter: Sendable {
  /// The codec of the samples.
  public var codec: NALUnitCodec

  /// How the source tells NAL units apart.
  public var framing: NALUnitFraming

  /// Whether HEVC's SEI messages with mastering display and light levels are taken out too, as they
  /// stand in `hvcC`. `avcC` has no place for them.
  public var dropsStaticHDRMetadata: Bool

  /// Creates a filter.
  public init(
    codec: NALUnitCodec, framing: NALUnitFraming = .startCodes, dropsStaticHDRMetadata: Bool = true
  ) {
    self.codec = codec
    self.framing = framing
    self.dropsStaticHDRMetadata = dropsStaticHDRMetadata
  }

  /// The sample for one access unit: parameter sets, access unit delimiters and, if asked, HDR10
  /// messages are left out, all else is kept in order.
  ///
  /// - Throws: ``ISOBMFFError`` when a length goes beyond the end.
  public func sample(from accessUnit: Span<UInt8>) throws(ISOBMFFError) -> [UInt8] {
    var sample: [UInt8] = []
    sample.reserveCapacity(accessUnit.count + 16)
    var scanner = NALUnitScanner(framing)
    while let range = try scanner.next(in: accessUnit) {
      let role = codec.type(ofUnitStartingWith: accessUnit[range.lowerBound]).role
      if role.isParameterSet || role == .accessUnitDelimiter { continue }
      if role == .prefixSEI, codec == .hevc, dropsStaticHDRMetadata,
        let kept = messagesToKeep(in: accessUnit.extracting(range))
      {
        if !kept.isEmpty { Self.append(SEIMessage.unit(kept, codec: codec), to: &sample) }
        continue
      }
      Self.appendLength(range.count, to: &sample)
      for index in range { sample.append(accessUnit[index]) }
    }
    return sample
  }

  /// The messages that stay, or `nil` when the unit can stay as it is.
  private func messagesToKeep(in unit: Span<UInt8>) -> [SEIMessage]? {
    guard let messages = try? SEIMessage.messages(in: unit, codec: codec) else { return nil }
    let kept = messages.filter { !$0.isStaticHDRMetadata }
    return kept.count == messages.count ? nil : kept
  }

  private static func append(_ unit: [UInt8], to sample: inout [UInt8]) {
    appendLength(unit.count, to: &sample)
    sample.append(contentsOf: unit)
  }

  private static func appendLength(_ count: Int, to sample: inout [UInt8]) {
    for shift in [24, 16, 8, 0] {
      sample.append(UInt8(truncatingIfNeeded: count >> shift))
    }
  }
}
