// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The shape of a pixel, width to height: the `pasp` box and the sample aspect ratio of a VUI.
public struct PixelAspectRatio: Hashable, Sendable {
  /// The relative width.
  public var horizontal: UInt32
  /// The relative height.
  public var vertical: UInt32

  /// Creates a ratio.
  public init(horizontal: UInt32, vertical: UInt32) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// As wide as high.
  public static let square = PixelAspectRatio(horizontal: 1, vertical: 1)

  /// The ratios that `aspect_ratio_idc` names, from 1 on (H.264 and H.265 table E-1).
  private static let named: [(UInt32, UInt32)] = [
    (1, 1), (12, 11), (10, 11), (16, 11), (40, 33), (24, 11), (20, 11), (32, 11), (80, 33),
    (18, 11), (15, 11), (64, 33), (160, 99), (4, 3), (3, 2), (2, 1),
  ]

  /// Reads `aspect_ratio_idc` and what follows it; `nil` when unspecified or reserved.
  static func parse(_ reader: inout BitReader) throws(ISOBMFFError) -> PixelAspectRatio? {
    let code = try Int(reader.bits(8))
    if code == 255 {
      let ratio = try PixelAspectRatio(horizontal: reader.bits(16), vertical: reader.bits(16))
      return ratio.horizontal > 0 && ratio.vertical > 0 ? ratio : nil
    }
    guard named.indices.contains(code - 1) else { return nil }
    return PixelAspectRatio(horizontal: named[code - 1].0, vertical: named[code - 1].1)
  }
}
