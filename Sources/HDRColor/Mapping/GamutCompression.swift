// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Brings colours into the volume that a display can show, in two steps.
///
/// A colour that needs a primary less than not at all lies outside the gamut: intensity and hue
/// stay and chroma shrinks. A colour that needs more of a primary than there is is too bright for
/// its chroma: it gets darker and keeps its chroma. Both steps bend and do not cut, so that what
/// differs outside still differs inside, and neither touches greys.
struct GamutCompression: Sendable {
  /// The share of the way from grey to the edge of the gamut that stays as it is.
  private static let chromaKnee = 0.9
  /// The share of the way from black to the top of a primary that stays as it is.
  private static let lightKnee = 0.8

  private let peak: Double
  private let matrix: Matrix3

  /// The light of PQ signals in steps of 1/4096. The search for the edge takes light from here: an
  /// error of a millionth is nothing to it, and it makes most of the cost of a table.
  private static let steps = 4096
  private static let lightOfSignal = (0...steps + 1).map { PQ.eotf(Double($0) / Double(steps)) }

  /// Creates a compression into the volume of a display with a peak in cd/m² and primaries.
  init(peak: Double, primaries: ColorPrimaries) {
    self.peak = peak
    matrix = ColorPrimaries.bt2020.matrix(to: primaries)
  }

  /// The light in the display's primaries, in cd/m², for a colour.
  func callAsFunction(_ color: ICtCp) -> SIMD3<Double> {
    guard color.chroma > 1e-8 else { return SIMD3(repeating: PQ.eotf(color.intensity)) }
    let light = color.scalingChroma(by: chromaScale(color)).light
    return lowered(matrix * light, highest: light.max())
  }

  // MARK: - Chroma

  /// The factor on the chroma of a colour that brings it inside the gamut.
  private func chromaScale(_ color: ICtCp) -> Double {
    let reach = 1 / Self.chromaKnee
    let outer = margin(color, reach)
    if outer >= 0 { return 1 }
    let edge = edge(of: color, reach: reach, inner: margin(color, 0), outer: outer)
    return edge * Self.compressed(1 / edge)
  }

  /// The smallest component of a colour with its chroma scaled; negative outside the gamut.
  private func margin(_ color: ICtCp, _ scale: Double) -> Double {
    let light = color.scalingChroma(by: scale).light(by: { signal in
      let x = min(max(signal, 0), 1) * Double(Self.steps)
      let index = Int(x)
      let low = Self.lightOfSignal[index]
      return low + (Self.lightOfSignal[index + 1] - low) * (x - Double(index))
    })
    return (matrix * light).min()
  }

  /// The share of the chroma at which a colour leaves the gamut, by the Illinois method.
  private func edge(of color: ICtCp, reach: Double, inner: Double, outer: Double) -> Double {
    var (a, fa, b, fb) = (0.0, inner, reach, outer)
    var side = 0
    for _ in 0..<40 where b - a > 1e-5 {
      let c = (a * fb - b * fa) / (fb - fa)
      let fc = margin(color, c)
      if fc.magnitude < 1e-5 * inner { return c }
      if fc >= 0 {
        (a, fa) = (c, fc)
        if side > 0 { fb /= 2 }
        side = 1
      } else {
        (b, fb) = (c, fc)
        if side < 0 { fa /= 2 }
        side = -1
      }
    }
    return a
  }

  /// The share of the way to the edge that a colour at `x` times that way is brought to.
  private static func compressed(_ x: Double) -> Double {
    guard x > chromaKnee else { return x }
    let u = (1 - chromaKnee) / (x - chromaKnee)
    return chromaKnee + (1 - chromaKnee) / (1 + u * u).squareRoot()
  }

  // MARK: - Light

  /// Light with its components lowered together so that all fit.
  ///
  /// - Parameters:
  ///   - light: Light in the display's primaries.
  ///   - highest: Its largest component in BT.2020, which is no more than the peak. The same
  ///     chromaticity at the peak needs `light.max() / highest` of a primary: this is what is
  ///     brought to the top, and what is below follows.
  /// - Returns: Light of the same chromaticity with no component above the peak.
  private func lowered(_ light: SIMD3<Double>, highest: Double) -> SIMD3<Double> {
    let largest = light.max() / peak
    let knee = Self.lightKnee
    guard largest > knee, highest > 0 else { return light }
    let reach = max(light.max() / highest, 1)
    let x = min((largest - knee) / (reach - knee), 1)
    let slope = (reach - knee) / (1 - knee)
    let share = knee + (1 - knee) * slope * x / (1 + (slope - 1) * x)
    return light * (share / largest)
  }
}
