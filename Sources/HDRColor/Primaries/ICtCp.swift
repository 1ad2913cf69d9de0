// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A colour by intensity and two colour differences in which a straight line keeps its hue
/// (ITU-R BT.2100 table 7, in its PQ form).
public struct ICtCp: Hashable, Sendable {
  /// The intensity: the PQ signal of a grey of the same lightness.
  public var intensity: Double
  /// The difference from blue to yellow.
  public var tritan: Double
  /// The difference from red to green.
  public var protan: Double

  /// Creates a colour from its components.
  public init(intensity: Double, tritan: Double, protan: Double) {
    self.intensity = intensity
    self.tritan = tritan
    self.protan = protan
  }

  static let toLMS = Matrix3(
    [1688.0 / 4096, 2146.0 / 4096, 262.0 / 4096], [683.0 / 4096, 2951.0 / 4096, 462.0 / 4096],
    [99.0 / 4096, 309.0 / 4096, 3688.0 / 4096])
  static let fromLMS = toLMS.inverse
  static let opponent = Matrix3(
    [0.5, 0.5, 0], [6610.0 / 4096, -13613.0 / 4096, 7003.0 / 4096],
    [17933.0 / 4096, -17390.0 / 4096, -543.0 / 4096])
  static let fromOpponent = opponent.inverse

  /// Creates the colour of light in BT.2020 primaries, in cd/m²; the light of a colour outside
  /// the spectrum counts as none.
  public init(light: SIMD3<Double>) {
    let v = Self.opponent * (Self.toLMS * light).mapped(PQ.inverseEOTF)
    self.init(intensity: v.x, tritan: v.y, protan: v.z)
  }

  /// The light in BT.2020 primaries, in cd/m².
  public var light: SIMD3<Double> { Self.fromLMS * lms }

  /// The light that the cones of the eye take in, in cd/m².
  var lms: SIMD3<Double> {
    (Self.fromOpponent * SIMD3(intensity, tritan, protan)).mapped(PQ.eotf)
  }

  /// The distance from grey.
  public var chroma: Double { (tritan * tritan + protan * protan).squareRoot() }

  /// The colour with the same intensity and hue, and its chroma times a factor.
  public func scalingChroma(by factor: Double) -> ICtCp {
    ICtCp(intensity: intensity, tritan: tritan * factor, protan: protan * factor)
  }

  /// How far two colours are apart by ITU-R BT.2124 (ΔE ITP): 1 is just visible at best.
  public func difference(to other: ICtCp) -> Double {
    let i = intensity - other.intensity
    let t = (tritan - other.tritan) / 2
    let p = protan - other.protan
    return 720 * (i * i + t * t + p * p).squareRoot()
  }
}
