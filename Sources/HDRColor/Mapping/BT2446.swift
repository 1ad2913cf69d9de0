// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Method A of ITU-R BT.2446 (section 4): made so that its inverse brings the HDR picture back.
public struct BT2446A: Hashable, Sendable {
  private let sourcePeak: Double
  private let sourceRatio: Double
  private let targetRatio: Double

  private static let matrix = YCbCrMatrix(red: 0.2627, blue: 0.0593)
  private static let gamma = BT1886.gamma

  /// Creates a mapping.
  ///
  /// - Parameters:
  ///   - sourcePeak: The peak of the HDR display in cd/m²; the report has 1,000.
  ///   - targetPeak: The peak of the SDR display in cd/m²; the report has 100.
  public init(sourcePeak: Double = 1000, targetPeak: Double = 100) {
    self.sourcePeak = sourcePeak
    sourceRatio = 1 + 32 * Elementary.power(sourcePeak / 10_000, 1 / Self.gamma)
    targetRatio = 1 + 32 * Elementary.power(targetPeak / 10_000, 1 / Self.gamma)
  }

  /// The SDR luma, 0 to 1, for an HDR luma of 0 to 1, both by a gamma of 2.4.
  func luma(_ luma: Double) -> Double {
    let p = Elementary.ln(1 + (sourceRatio - 1) * luma) / Elementary.ln(sourceRatio)
    let c =
      if p <= 0.7399 {
        1.0770 * p
      } else if p < 0.9909 {
        (-1.1510 * p + 2.7811) * p - 0.6302
      } else {
        0.5 * p + 0.5
      }
    return (Elementary.exp(c * Elementary.ln(targetRatio)) - 1) / (targetRatio - 1)
  }

  /// The light of a grey as a share of SDR white, 0 to 1, for a luminance in cd/m².
  public func light(_ luminance: Double) -> Double {
    let relative = min(max(luminance / sourcePeak, 0), 1)
    return Elementary.power(luma(Elementary.power(relative, 1 / Self.gamma)), Self.gamma)
  }

  /// The light as a share of SDR white for light in cd/m², both in BT.2020 primaries.
  public func light(_ light: SIMD3<Double>) -> SIMD3<Double> {
    let relative = (light / sourcePeak).clamped(0, 1)
    let hdr = Self.matrix.encode(relative.mapped { Elementary.power($0, 1 / Self.gamma) })
    guard hdr.x > 0 else { return .zero }
    let y = luma(hdr.x)
    // Brighter pictures look more colourful (Hunt): colour differences shrink with the luma, and
    // luma gives way where red would glow.
    let scale = y / (1.1 * hdr.x)
    let cb = hdr.y * scale
    let cr = hdr.z * scale
    let sdr = Self.matrix.decode([y - max(0.1 * cr, 0), cb, cr])
    return sdr.mapped { Elementary.power(max($0, 0), Self.gamma) }
  }
}

/// Method C of ITU-R BT.2446 (section 6): keeps skin as bright as cameras for SDR make it.
public enum BT2446C {
  private static let k1 = 0.83802
  private static let k2 = 15.09968
  private static let k3 = 0.74204
  private static let k4 = 78.99439
  private static let inflection = 58.5 / k1

  /// How much of each component leaks into the others while luminance is mapped.
  private static let crosstalk = 0.05

  /// The light of a grey as a percentage of SDR white for a luminance in cd/m².
  ///
  /// It passes 100 % near 330 cd/m² and reaches 118 % at 1,000 cd/m²: the method means to use the
  /// codes above white of the video range.
  public static func light(_ luminance: Double) -> Double {
    luminance < inflection
      ? k1 * max(luminance, 0) : k2 * Elementary.ln(luminance / inflection - k3) + k4
  }

  /// The light as a share of SDR white for light in cd/m², both in BT.2020 primaries.
  public static func light(_ light: SIMD3<Double>) -> SIMD3<Double> {
    let sum = light.sum()
    let mixed = light * (1 - 3 * crosstalk) + SIMD3(repeating: crosstalk * sum)
    let luminance = (mixed * HLG.weights).sum()
    guard luminance > 0 else { return .zero }
    let mapped = mixed * (Self.light(luminance) / (100 * luminance))
    let leaked = SIMD3(repeating: crosstalk * mapped.sum())
    return (mapped - leaked) / (1 - 3 * crosstalk)
  }
}
