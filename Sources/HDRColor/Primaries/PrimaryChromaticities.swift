// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Where the primaries and the white of a colour space lie in the CIE 1931 diagram.
public struct PrimaryChromaticities: Hashable, Sendable {
  /// The x and y of red.
  public var red: SIMD2<Double>
  /// The x and y of green.
  public var green: SIMD2<Double>
  /// The x and y of blue.
  public var blue: SIMD2<Double>
  /// The x and y of white.
  public var white: SIMD2<Double>

  /// The white point D65 as video standards round it.
  public static let d65 = SIMD2(0.3127, 0.3290)

  /// Creates a set of chromaticities.
  public init(
    red: SIMD2<Double>, green: SIMD2<Double>, blue: SIMD2<Double>, white: SIMD2<Double> = d65
  ) {
    self.red = red
    self.green = green
    self.blue = blue
    self.white = white
  }

  /// The matrix from linear red, green and blue to CIE XYZ, with white at Y = 1 (SMPTE RP 177).
  public var toXYZ: Matrix3 {
    let unscaled = Matrix3(Self.xyz(red), Self.xyz(green), Self.xyz(blue)).transposed
    return unscaled * Matrix3(diagonal: unscaled.inverse * Self.xyz(white))
  }

  /// The matrix from linear light in these primaries to linear light in others, white to white.
  ///
  /// Where the white points differ, light is adapted by the Bradford transform.
  public func matrix(to target: PrimaryChromaticities) -> Matrix3 {
    if self == target { return .identity }
    if white == target.white { return target.toXYZ.inverse * toXYZ }
    let gain = (Self.bradford * Self.xyz(target.white)) / (Self.bradford * Self.xyz(white))
    let adaptation = Self.bradford.inverse * Matrix3(diagonal: gain) * Self.bradford
    return target.toXYZ.inverse * adaptation * toXYZ
  }

  private static let bradford = Matrix3(
    [0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296])

  private static func xyz(_ c: SIMD2<Double>) -> SIMD3<Double> {
    [c.x / c.y, 1, (1 - c.x - c.y) / c.y]
  }
}

extension ColorPrimaries {
  /// The chromaticities (H.273 table 2); for code points that have none, those of BT.709.
  public var chromaticities: PrimaryChromaticities {
    switch rawValue {
    case 4:
      PrimaryChromaticities(
        red: [0.67, 0.33], green: [0.21, 0.71], blue: [0.14, 0.08], white: [0.310, 0.316])
    case 5: PrimaryChromaticities(red: [0.64, 0.33], green: [0.29, 0.60], blue: [0.15, 0.06])
    case 6, 7:
      PrimaryChromaticities(red: [0.630, 0.340], green: [0.310, 0.595], blue: [0.155, 0.070])
    case 9:
      PrimaryChromaticities(red: [0.708, 0.292], green: [0.170, 0.797], blue: [0.131, 0.046])
    case 11:
      PrimaryChromaticities(
        red: [0.680, 0.320], green: [0.265, 0.690], blue: [0.150, 0.060], white: [0.314, 0.351])
    case 12:
      PrimaryChromaticities(red: [0.680, 0.320], green: [0.265, 0.690], blue: [0.150, 0.060])
    default: PrimaryChromaticities(red: [0.64, 0.33], green: [0.30, 0.60], blue: [0.15, 0.06])
    }
  }

  /// The matrix from linear light in these primaries to linear light in others.
  public func matrix(to target: ColorPrimaries) -> Matrix3 {
    chromaticities.matrix(to: target.chromaticities)
  }
}
