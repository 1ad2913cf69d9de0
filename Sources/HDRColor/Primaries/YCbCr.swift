// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The matrix between R'G'B' and luma with two colour differences (H.273 equations 38 to 58).
public struct YCbCrMatrix: Hashable, Sendable {
  /// The weight of red in luma.
  public var red: Double
  /// The weight of blue in luma.
  public var blue: Double

  /// Creates a matrix from the weights of red and blue in luma.
  public init(red: Double, blue: Double) {
    self.red = red
    self.blue = blue
  }

  /// Luma (0 to 1), Cb and Cr (-0.5 to 0.5) of R'G'B' (0 to 1).
  public func encode(_ rgb: SIMD3<Double>) -> SIMD3<Double> { encoder * rgb }

  /// R'G'B' of luma, Cb and Cr.
  public func decode(_ yCbCr: SIMD3<Double>) -> SIMD3<Double> { decoder * yCbCr }

  /// The matrix of ``encode(_:)``.
  public var encoder: Matrix3 {
    let green = 1 - red - blue
    let b = 0.5 / (1 - blue)
    let r = 0.5 / (1 - red)
    return Matrix3([red, green, blue], [-red * b, -green * b, 0.5], [0.5, -green * r, -blue * r])
  }

  /// The matrix of ``decode(_:)``.
  public var decoder: Matrix3 {
    let green = 1 - red - blue
    let r = 2 * (1 - red)
    let b = 2 * (1 - blue)
    return Matrix3([1, 0, r], [1, -b * blue / green, -r * red / green], [1, b, 0])
  }
}

extension MatrixCoefficients {
  /// The matrix, or `nil` where the components are R'G'B' themselves or come from linear light
  /// (constant luminance, ICtCp); code points that are not known count as BT.709.
  public var yCbCr: YCbCrMatrix? {
    switch rawValue {
    case 0, 8, 10, 11, 13, 14: nil
    case 4: YCbCrMatrix(red: 0.30, blue: 0.11)
    case 5, 6: YCbCrMatrix(red: 0.299, blue: 0.114)
    case 7: YCbCrMatrix(red: 0.212, blue: 0.087)
    case 9: YCbCrMatrix(red: 0.2627, blue: 0.0593)
    default: YCbCrMatrix(red: 0.2126, blue: 0.0722)
    }
  }
}
