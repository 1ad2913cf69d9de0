// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The size of a picture in pixels, as the `RESOLUTION` attribute has it.
public struct Resolution: Hashable, Sendable, Codable {
  /// The width in pixels.
  public var width: UInt64

  /// The height in pixels.
  public var height: UInt64

  /// Creates a size.
  public init(width: UInt64, height: UInt64) {
    self.width = width
    self.height = height
  }
}

extension Resolution: CustomStringConvertible {
  /// The size as a playlist writes it: `1920x1080`.
  public var description: String { "\(width)x\(height)" }
}
