// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HDRColor
public import LibAV

/// What the pictures of a composition are, where that is not left to its clips.
public struct VideoComposition: Hashable, Sendable {
  /// Pixels in a row and rows; `nil` for those of the clip with the most pixels.
  public var size: Size?
  /// Frames a second; `nil` for those of the fastest clip.
  public var frameRate: Rational?
  /// What the numbers mean, by one of the combinations of ``ColorProperties``: BT.709 throughout
  /// makes SDR of any clips. `nil` for what ``SourceMix`` says.
  public var color: ColorDescription?

  /// A size of pictures.
  public struct Size: Hashable, Sendable {
    /// Pixels in a row; even.
    public var width: Int
    /// Rows; even.
    public var height: Int

    /// Creates a size.
    public init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }
  }

  /// Creates a description; what is `nil` is left to the clips.
  public init(size: Size? = nil, frameRate: Rational? = nil, color: ColorDescription? = nil) {
    self.size = size
    self.frameRate = frameRate
    self.color = color
  }

  /// The longest side of pictures that is made.
  private static let longestSide = 16_384

  /// Refuses what cannot be made.
  func validate() throws(EncodingError) {
    if let size {
      let sides = [size.width, size.height]
      guard sides.allSatisfy({ $0 >= 16 && $0 <= Self.longestSide && $0 % 2 == 0 }) else {
        throw EncodingError(
          .settings, "size",
          "expected even sides from 16 to \(Self.longestSide), found \(size.width)x\(size.height)",
          hint: "round both to even numbers")
      }
    }
    if let frameRate, !(Rational(1)...Rational(240)).contains(frameRate) {
      throw EncodingError(
        .settings, "frameRate", "expected 1 to 240 frames a second, found \(frameRate)")
    }
    if let color, !ColorProperties.isLegal(color) {
      throw EncodingError(
        .settings, "color",
        "expected a combination of primaries, transfer and matrix that is documented, found "
          + "\(color.primaries.rawValue)/\(color.transfer.rawValue)/\(color.matrix.rawValue)",
        hint: "they are \(ColorProperties.text)")
    }
  }
}
