// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import CLibAV

/// How pixels are stored, by FFmpeg's name.
public struct PixelFormat: Hashable, Sendable {
  /// FFmpeg's name, such as `yuv420p10le`; `unknown` for none.
  public let name: String

  /// Bits of a component, such as 10; 0 when unknown.
  public let bitDepth: Int

  /// Binary logarithm of how many times fewer chroma columns there are than luma columns.
  public let chromaWidthShift: Int

  /// Binary logarithm of how many times fewer chroma rows there are than luma rows.
  public let chromaHeightShift: Int

  /// Whether the components are red, green and blue.
  public let isRGB: Bool

  /// Whether there is chroma at all.
  public let hasChroma: Bool

  /// Whether pixels say how much of what lies behind them shows through.
  public let hasAlpha: Bool

  /// 8 bits, 4:2:0, planar.
  public static let yuv420p = PixelFormat(AV_PIX_FMT_YUV420P)

  /// 10 bits, 4:2:0, planar, low byte first.
  public static let yuv420p10 = PixelFormat(AV_PIX_FMT_YUV420P10LE)

  /// 10 bits, 4:2:2, planar, low byte first.
  public static let yuv422p10 = PixelFormat(AV_PIX_FMT_YUV422P10LE)

  /// 10 bits, 4:4:4, planar, low byte first.
  public static let yuv444p10 = PixelFormat(AV_PIX_FMT_YUV444P10LE)

  /// The format of a name; `nil` where FFmpeg knows none.
  package init?(named name: String) {
    self.init(unsafe av_get_pix_fmt(name))
    guard self.name == name else { return nil }
  }

  init(_ format: AVPixelFormat) {
    guard let descriptor = unsafe av_pix_fmt_desc_get(format) else {
      name = "unknown"
      (bitDepth, chromaWidthShift, chromaHeightShift) = (0, 0, 0)
      (isRGB, hasChroma, hasAlpha) = (false, false, false)
      return
    }
    name = unsafe String(cString: descriptor.pointee.name)
    bitDepth = unsafe Int(descriptor.pointee.comp.0.depth)
    chromaWidthShift = unsafe Int(descriptor.pointee.log2_chroma_w)
    chromaHeightShift = unsafe Int(descriptor.pointee.log2_chroma_h)
    isRGB = unsafe descriptor.pointee.flags & UInt64(AV_PIX_FMT_FLAG_RGB) != 0
    hasChroma = unsafe descriptor.pointee.nb_components >= 3
    hasAlpha = unsafe descriptor.pointee.flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0
  }

  /// `4:2:0`, `4:2:2`, `4:4:4`, `4:0:0` or `RGB`.
  public var chromaSubsampling: String {
    if isRGB { return "RGB" }
    if !hasChroma { return "4:0:0" }
    return switch (chromaWidthShift, chromaHeightShift) {
    case (1, 1): "4:2:0"
    case (1, 0): "4:2:2"
    case (0, 0): "4:4:4"
    case (2, 0): "4:1:1"
    case (0, 1): "4:4:0"
    default: "other"
    }
  }

  func chromaHeight(of height: Int) -> Int {
    (height + (1 << chromaHeightShift) - 1) >> chromaHeightShift
  }
}

/// Where the chroma samples of subsampled pictures lie.
public enum ChromaLocation: String, Hashable, Sendable, Codable {
  /// Not known; readers assume left.
  case unspecified
  /// Between the left luma samples of two rows: MPEG-2, H.264 and HEVC type 0.
  case left
  /// Between four luma samples: MPEG-1 and JPEG; HEVC type 1.
  case center
  /// On the upper left luma sample: BT.2020 and BT.2100; HEVC type 2.
  case topLeft
  /// Any other place.
  case other

  init(_ location: AVChromaLocation) {
    self =
      switch location {
      case AVCHROMA_LOC_UNSPECIFIED: .unspecified
      case AVCHROMA_LOC_LEFT: .left
      case AVCHROMA_LOC_CENTER: .center
      case AVCHROMA_LOC_TOPLEFT: .topLeft
      default: .other
      }
  }
}
