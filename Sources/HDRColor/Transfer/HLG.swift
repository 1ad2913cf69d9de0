// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Hybrid log-gamma of ITU-R BT.2100 (table 5) on a display of a given peak.
public struct HLG: Hashable, Sendable {
  /// The luminance of the display for full white, in cd/m².
  public var peak: Double

  /// The exponent from scene light to display light.
  public var systemGamma: Double

  /// Creates the curves for a display with a black level of zero in the reference surround.
  ///
  /// The system gamma is 1.2 + 0.42 log₁₀(peak / 1000) from 400 to 2,000 cd/m² (BT.2100 note 5f)
  /// and 1.2 · 1.111^log₂(peak / 1000) outside of that (BT.2390 section 6.2).
  ///
  /// - Parameter peak: The luminance of full white in cd/m²; the reference display has 1,000.
  public init(peak: Double = 1000) {
    self.peak = peak
    let octaves = Elementary.log2(peak / 1000)
    systemGamma =
      (400...2000).contains(peak)
      ? 1.2 + 0.42 * octaves * 0.301_029_995_663_981_2
      : 1.2 * Elementary.power(1.111, octaves)
  }

  /// The weights of red, green and blue in the luminance that drives the OOTF.
  static let weights = SIMD3(0.2627, 0.6780, 0.0593)

  private static let a = 0.178_832_77
  private static let b = 1 - 4 * a
  private static let c = 0.5 - a * Elementary.ln(4 * a)

  /// The signal for scene light of 0 to 1; a negative light gives 0.
  public static func oetf(_ light: Double) -> Double {
    let light = max(light, 0)
    return light <= 1 / 12.0 ? (3 * light).squareRoot() : a * Elementary.ln(12 * light - b) + c
  }

  /// The scene light, 0 to 1, for a signal of 0 to 1; a negative signal gives 0.
  public static func inverseOETF(_ signal: Double) -> Double {
    let signal = max(signal, 0)
    return signal <= 0.5 ? signal * signal / 3 : (Elementary.exp((signal - c) / a) + b) / 12
  }

  /// The light of the display, in cd/m², for scene light of 0 to 1 in BT.2020 primaries.
  public func ootf(_ scene: SIMD3<Double>) -> SIMD3<Double> {
    scene * ootfGain((scene * Self.weights).sum())
  }

  /// The scene light for the light of the display in cd/m², in BT.2020 primaries.
  public func inverseOOTF(_ display: SIMD3<Double>) -> SIMD3<Double> {
    display * inverseOOTFGain((display * Self.weights).sum())
  }

  /// The factor from scene light to display light for a luminance of the scene.
  func ootfGain(_ luminance: Double) -> Double {
    luminance > 0 ? peak * Elementary.power(luminance, systemGamma - 1) : 0
  }

  /// The factor from display light to scene light for a luminance of the display.
  func inverseOOTFGain(_ luminance: Double) -> Double {
    guard luminance > 0 else { return 0 }
    return Elementary.power(luminance / peak, (1 - systemGamma) / systemGamma) / peak
  }
}
