// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// What the numbers of a picture mean: primaries, transfer characteristics, matrix and range,
/// by the code points of ITU-T H.273 (ISO/IEC 23091-2).
public struct ColorDescription: Hashable, Sendable {
  /// The chromaticities of red, green, blue and white (H.273 section 8.1).
  public var primaries: ColorPrimaries

  /// The curve from light to code values (H.273 section 8.2).
  public var transfer: TransferCharacteristics

  /// How luma and chroma are made from red, green and blue (H.273 section 8.3).
  public var matrix: MatrixCoefficients

  /// Whether code values span the full range (0 to 255 at 8 bits) or the video range (16 to 235).
  public var isFullRange: Bool

  /// Creates a colour description.
  public init(
    primaries: ColorPrimaries, transfer: TransferCharacteristics, matrix: MatrixCoefficients,
    isFullRange: Bool = false
  ) {
    self.primaries = primaries
    self.transfer = transfer
    self.matrix = matrix
    self.isFullRange = isFullRange
  }

  /// SDR high definition: 1/1/1, video range (ITU-R BT.709).
  public static let bt709 = ColorDescription(primaries: .bt709, transfer: .bt709, matrix: .bt709)

  /// PQ with BT.2020 primaries: 9/16/9, video range (ITU-R BT.2100).
  public static let pq = ColorDescription(
    primaries: .bt2020, transfer: .pq, matrix: .bt2020NonConstant)

  /// HLG with BT.2020 primaries: 9/18/9, video range (ITU-R BT.2100).
  public static let hlg = ColorDescription(
    primaries: .bt2020, transfer: .hlg, matrix: .bt2020NonConstant)

  /// The range that a playlist declares for pictures of this description.
  public var videoRange: VideoRange { transfer.videoRange }
}

/// Colour primaries (H.273 table 2).
public struct ColorPrimaries: RawRepresentable, Hashable, Sendable {
  /// The code point.
  public var rawValue: UInt8

  /// Creates primaries from a code point.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// BT.709 and sRGB.
  public static let bt709 = ColorPrimaries(rawValue: 1)
  /// Not known.
  public static let unspecified = ColorPrimaries(rawValue: 2)
  /// BT.601 with 625 lines (PAL).
  public static let bt601PAL = ColorPrimaries(rawValue: 5)
  /// BT.601 with 525 lines (NTSC), SMPTE 170M.
  public static let bt601NTSC = ColorPrimaries(rawValue: 6)
  /// BT.2020 and BT.2100.
  public static let bt2020 = ColorPrimaries(rawValue: 9)
  /// P3 with a D65 white point (SMPTE EG 432-1).
  public static let p3D65 = ColorPrimaries(rawValue: 12)
}

/// Transfer characteristics (H.273 table 3).
public struct TransferCharacteristics: RawRepresentable, Hashable, Sendable {
  /// The code point.
  public var rawValue: UInt8

  /// Creates transfer characteristics from a code point.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// BT.709.
  public static let bt709 = TransferCharacteristics(rawValue: 1)
  /// Not known.
  public static let unspecified = TransferCharacteristics(rawValue: 2)
  /// BT.601, SMPTE 170M: the curve of BT.709.
  public static let bt601 = TransferCharacteristics(rawValue: 6)
  /// Linear light.
  public static let linear = TransferCharacteristics(rawValue: 8)
  /// sRGB (IEC 61966-2-1).
  public static let srgb = TransferCharacteristics(rawValue: 13)
  /// BT.2020 at 10 bits: the curve of BT.709.
  public static let bt2020TenBit = TransferCharacteristics(rawValue: 14)
  /// BT.2020 at 12 bits: the curve of BT.709.
  public static let bt2020TwelveBit = TransferCharacteristics(rawValue: 15)
  /// PQ (SMPTE ST 2084, BT.2100).
  public static let pq = TransferCharacteristics(rawValue: 16)
  /// HLG (ARIB STD-B67, BT.2100).
  public static let hlg = TransferCharacteristics(rawValue: 18)

  /// The range that a playlist declares for this curve: 16 is PQ, 18 is HLG, all others SDR
  /// (draft-pantos-hls-rfc8216bis section 4.4.6.2, VIDEO-RANGE).
  public var videoRange: VideoRange {
    switch self {
    case .pq: .pq
    case .hlg: .hlg
    default: .sdr
    }
  }
}

/// Matrix coefficients (H.273 table 4).
public struct MatrixCoefficients: RawRepresentable, Hashable, Sendable {
  /// The code point.
  public var rawValue: UInt8

  /// Creates matrix coefficients from a code point.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Red, green and blue as they are.
  public static let identity = MatrixCoefficients(rawValue: 0)
  /// BT.709.
  public static let bt709 = MatrixCoefficients(rawValue: 1)
  /// Not known.
  public static let unspecified = MatrixCoefficients(rawValue: 2)
  /// BT.601 with 625 lines.
  public static let bt601PAL = MatrixCoefficients(rawValue: 5)
  /// BT.601 with 525 lines, SMPTE 170M.
  public static let bt601NTSC = MatrixCoefficients(rawValue: 6)
  /// BT.2020 with non-constant luminance.
  public static let bt2020NonConstant = MatrixCoefficients(rawValue: 9)
  /// BT.2020 with constant luminance.
  public static let bt2020Constant = MatrixCoefficients(rawValue: 10)
  /// ICtCp (BT.2100).
  public static let ictcp = MatrixCoefficients(rawValue: 14)
}

/// The dynamic range of pictures, as VIDEO-RANGE names it.
public enum VideoRange: String, Hashable, Sendable, CaseIterable, Codable {
  /// Standard dynamic range.
  case sdr = "SDR"
  /// Hybrid log-gamma.
  case hlg = "HLG"
  /// Perceptual quantizer: HDR10 and its like.
  case pq = "PQ"
}

extension ColorDescription {
  /// The description in words, such as `BT.2020 PQ` or `BT.601`.
  public var name: String {
    let primaries =
      switch self.primaries {
      case .bt709: "BT.709"
      case .bt601PAL, .bt601NTSC: "BT.601"
      case .bt2020: "BT.2020"
      case .p3D65: "P3"
      default: "primaries \(self.primaries.rawValue)"
      }
    return switch transfer {
    case .pq: "\(primaries) PQ"
    case .hlg: "\(primaries) HLG"
    default: primaries
    }
  }
}
