// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A codec whose pictures come in NAL units.
public enum NALUnitCodec: Hashable, Sendable {
  /// H.264, ITU-T H.264 | ISO/IEC 14496-10.
  case h264
  /// HEVC, ITU-T H.265 | ISO/IEC 23008-2.
  case hevc

  /// What a NAL unit is, by its first byte.
  public func type(ofUnitStartingWith byte: UInt8) -> NALUnitType {
    switch self {
    case .h264: NALUnitType(rawValue: byte & 0x1F, codec: self)
    case .hevc: NALUnitType(rawValue: byte >> 1 & 0x3F, codec: self)
    }
  }

  /// The bytes of a NAL unit's header.
  public var headerSize: Int { self == .h264 ? 1 : 2 }
}

/// What a NAL unit is (H.264 table 7-1, H.265 table 7-1).
public struct NALUnitType: Hashable, Sendable {
  /// The number in the unit's header.
  public var rawValue: UInt8

  /// The codec whose numbers these are.
  public var codec: NALUnitCodec

  /// Creates a type from its number.
  public init(rawValue: UInt8, codec: NALUnitCodec) {
    self.rawValue = rawValue
    self.codec = codec
  }

  /// What the unit is for, as far as packaging asks.
  public var role: Role {
    switch (codec, rawValue) {
    case (.h264, 5), (.hevc, 19), (.hevc, 20): .idr
    case (.hevc, 16...18), (.hevc, 21...23): .randomAccess
    case (.hevc, 6...9): .leading
    case (.h264, 1...4), (.hevc, 0...31): .picture
    case (.hevc, 32): .videoParameterSet
    case (.h264, 7), (.hevc, 33): .sequenceParameterSet
    case (.h264, 8), (.hevc, 34): .pictureParameterSet
    case (.h264, 13): .sequenceParameterSetExtension
    case (.h264, 9), (.hevc, 35): .accessUnitDelimiter
    case (.h264, 6), (.hevc, 39): .prefixSEI
    case (.hevc, 40): .suffixSEI
    case (.hevc, 62): .dolbyVisionMetadata
    default: .other
    }
  }

  /// The kinds of NAL unit that packaging tells apart.
  public enum Role: Hashable, Sendable {
    /// A slice of an IDR picture: decoding can start here, and nothing after it looks back.
    case idr
    /// A slice of another random-access picture (CRA, BLA): decoding can start here, but leading
    /// pictures may be lost.
    case randomAccess
    /// A slice of a leading picture (RADL, RASL): shown before the random-access picture that it
    /// follows in decoding order.
    case leading
    /// A slice of any other picture.
    case picture
    /// A VPS (HEVC).
    case videoParameterSet
    /// An SPS.
    case sequenceParameterSet
    /// A PPS.
    case pictureParameterSet
    /// An SPS extension (H.264).
    case sequenceParameterSetExtension
    /// An access unit delimiter.
    case accessUnitDelimiter
    /// SEI messages that stand before the picture; H.264 has no other.
    case prefixSEI
    /// SEI messages that stand after the picture (HEVC).
    case suffixSEI
    /// A Dolby Vision RPU, in the first of HEVC's unspecified types.
    case dolbyVisionMetadata
    /// Anything else.
    case other

    /// Whether the unit is a parameter set, which `avc1` and `hvc1` keep out of samples.
    public var isParameterSet: Bool {
      switch self {
      case .videoParameterSet, .sequenceParameterSet, .pictureParameterSet,
        .sequenceParameterSetExtension:
        true
      default: false
      }
    }

    /// Whether the unit holds a slice of a picture.
    public var isPicture: Bool {
      switch self {
      case .idr, .randomAccess, .leading, .picture: true
      default: false
      }
    }
  }
}

extension NALUnitCodec {
  /// What the first picture of a sample is, or `nil` where there is none.
  ///
  /// This is how to tell an IDR: the key-frame flags of containers and demuxers also stand on
  /// pictures of open GOPs.
  public func pictureRole(
    of sample: Span<UInt8>, framing: NALUnitFraming = .fourByteLengths
  ) throws(ISOBMFFError) -> NALUnitType.Role? {
    var scanner = NALUnitScanner(framing)
    while let unit = try scanner.next(in: sample) {
      let role = type(ofUnitStartingWith: sample[unit.lowerBound]).role
      if role.isPicture { return role }
    }
    return nil
  }
}
