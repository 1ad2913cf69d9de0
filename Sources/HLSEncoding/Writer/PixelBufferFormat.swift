// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import LibAV

/// How the pixels of a ``PixelBuffer`` are stored: the planes, the bits, the range.
public struct PixelBufferFormat: Hashable, Sendable {
  /// Core Video's four characters, such as `x420`; FFmpeg's name where it has none.
  public let name: String
  /// The planes and the bits.
  public let pixelFormat: PixelFormat
  /// Whether code values span the full range.
  public let isFullRange: Bool

  private init(_ name: String, _ pixelFormat: String, isFullRange: Bool = false) {
    self.name = name
    // Every name in the table below is one of FFmpeg's.
    self.pixelFormat = PixelFormat(named: pixelFormat) ?? .yuv420p
    self.isFullRange = isFullRange
  }

  /// The format of a name; `nil` where there is none of it.
  public init?(_ name: String) {
    guard let format = Self.all.first(where: { $0.name == name }) else { return nil }
    self = format
  }

  /// The format of Core Video's code, four characters with the first in the highest bits.
  public init?(code: UInt32) {
    let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }
    self.init(String(decoding: bytes, as: UTF8.self))
  }

  /// The number of planes.
  public var planeCount: Int { Self.biPlanar.contains(pixelFormat.name) ? 2 : 3 }

  /// How the same pixels are stored in three planes, the bits at the low end.
  var planar: PixelFormat {
    PixelFormat(named: Self.planarNames[pixelFormat.name] ?? pixelFormat.name) ?? pixelFormat
  }

  private static let planarNames = [
    "nv12": "yuv420p", "p010le": "yuv420p10le", "p210le": "yuv422p10le",
  ]
  private static let biPlanar = Set(planarNames.keys)

  /// 8 bits, 4:2:0, two planes, video range.
  public static let biPlanar420 = PixelBufferFormat("420v", "nv12")
  /// 8 bits, 4:2:0, two planes, full range.
  public static let biPlanar420Full = PixelBufferFormat("420f", "nv12", isFullRange: true)
  /// 10 bits in the highest of 16, 4:2:0, two planes, video range.
  public static let biPlanar420Deep = PixelBufferFormat("x420", "p010le")
  /// 10 bits in the highest of 16, 4:2:0, two planes, full range.
  public static let biPlanar420DeepFull = PixelBufferFormat("xf20", "p010le", isFullRange: true)
  /// 10 bits in the highest of 16, 4:2:2, two planes, video range.
  public static let biPlanar422Deep = PixelBufferFormat("x422", "p210le")
  /// 10 bits in the highest of 16, 4:2:2, two planes, full range.
  public static let biPlanar422DeepFull = PixelBufferFormat("xf22", "p210le", isFullRange: true)
  /// 8 bits, 4:2:0, three planes, video range.
  public static let planar420 = PixelBufferFormat("y420", "yuv420p")
  /// 8 bits, 4:2:0, three planes, full range.
  public static let planar420Full = PixelBufferFormat("f420", "yuv420p", isFullRange: true)
  /// 10 bits in the lowest of 16, 4:2:0, three planes, video range.
  public static let planar420Deep = PixelBufferFormat("yuv420p10le", "yuv420p10le")
  /// 10 bits in the lowest of 16, 4:2:2, three planes, video range.
  public static let planar422Deep = PixelBufferFormat("yuv422p10le", "yuv422p10le")

  /// Every format.
  public static let all = [
    biPlanar420, biPlanar420Full, biPlanar420Deep,
    biPlanar420DeepFull, biPlanar422Deep, biPlanar422DeepFull, planar420, planar420Full,
    planar420Deep, planar422Deep,
  ]
}
