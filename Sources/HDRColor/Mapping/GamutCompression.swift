// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Brings colours into the volume that a display can show, in two steps.
///
/// A colour that needs a primary less than not at all lies outside the gamut: intensity and hue
/// stay and chroma shrinks. A colour that needs more of a primary than there is is too bright for
/// its chroma: it gets darker and keeps its chroma. Both steps bend, so that what differs outside
/// still differs inside, and neither touches greys.
struct GamutCompression: Sendable {
  /// The share of the way from grey to the edge of the gamut that stays as it is.
  private static let chromaKnee = 0.9
  /// The share of the way from black to the top of a primary that stays as it is.
  private static let lightKnee = 0.8

  private let peak: Double
  /// From LMS to the display's primaries.
  private let fromLMS: Matrix3

  /// The light of PQ signals in steps of 1/4096. The way to the edge takes light from here: an
  /// error of a millionth is nothing to it, and it makes most of the cost of a table.
  private static let steps = 4096
  private static let lightOfSignal = (0...steps + 1).map { PQ.eotf(Double($0) / Double(steps)) }

  /// Creates a compression into the volume of a display with a peak in cd/m² and primaries.
  init(peak: Double, primaries: ColorPrimaries) {
    self.peak = peak
    fromLMS = ColorPrimaries.bt2020.matrix(to: primaries) * ICtCp.fromLMS
  }

  /// The light in the display's primaries, in cd/m², for a colour.
  func callAsFunction(_ color: ICtCp) -> SIMD3<Double> {
    guard color.chroma > 1e-8 else { return SIMD3(repeating: PQ.eotf(color.intensity)) }
    let lms = color.scalingChroma(by: chromaScale(color)).lms
    return lowered(fromLMS * lms, highest: (ICtCp.fromLMS * lms).max())
  }

  // MARK: - Chroma

  /// The steps on the way from grey outwards.
  private static let samples = 16
  /// How far inside and outside of the gamut its edge is felt, as a share of the largest component.
  private static let softness = 0.02
  /// How far from the edge the ends of a way must be for all between to lie on the same side.
  private static let clearness = 0.1

  /// The factor on the chroma of a colour that brings it inside the gamut.
  private func chromaScale(_ color: ICtCp) -> Double {
    let edge = edge(of: color)
    return edge * Self.compressed(1 / edge)
  }

  /// The share of the chroma at which a colour leaves the gamut, or the end of the way to look at.
  ///
  /// Along a hue of blue the way may leave the gamut, come back and leave it again, and a little
  /// beside that hue it does not. A search for a place where it leaves would jump between the two,
  /// which shows as a contour. So this is the length of all of the way that lies inside, with an
  /// edge that is felt a little before and after: it changes no faster than the colour does.
  private func edge(of color: ICtCp) -> Double {
    let reach = 1 / Self.chromaKnee
    let grey = SIMD3(repeating: color.intensity)
    let outwards = ICtCp.fromOpponent * SIMD3(0, color.tritan, color.protan)
    let end = grey + outwards * reach
    return reach * lengthInside(from: grey, 1, to: end, insideness(end), steps: Self.samples)
      / Double(Self.samples)
  }

  /// The steps that lie inside on a way between signals of LMS whose insideness is known.
  private func lengthInside(
    from start: SIMD3<Double>, _ a: Double, to end: SIMD3<Double>, _ b: Double, steps: Int
  ) -> Double {
    if steps == 1 || min(a, b) > Self.clearness || max(a, b) < -Self.clearness {
      return Double(steps) * Self.averageShare(a, b)
    }
    let middle = (start + end) / 2
    let m = insideness(middle)
    return lengthInside(from: start, a, to: middle, m, steps: steps / 2)
      + lengthInside(from: middle, m, to: end, b, steps: steps / 2)
  }

  /// The smallest component for signals of LMS as a share of the largest; negative outside.
  private func insideness(_ signals: SIMD3<Double>) -> Double {
    let light =
      fromLMS
      * signals.mapped { signal in
        let x = min(max(signal, 0), 1) * Double(Self.steps)
        let index = Int(x)
        let low = Self.lightOfSignal[index]
        return low + (Self.lightOfSignal[index + 1] - low) * (x - Double(index))
      }
    return light.min() / max(light.max(), 1e-12)
  }

  /// The share of a step that lies inside when insideness changes evenly from `a` to `b`.
  private static func averageShare(_ a: Double, _ b: Double) -> Double {
    // The integral from outside to x of a ramp from 0 at -softness to 1 at softness.
    func integral(_ x: Double) -> Double {
      let y = min(max(x, -softness), softness) + softness
      return y * y / (4 * softness) + max(x - softness, 0)
    }
    guard (a - b).magnitude > 1e-9 else { return min(max(a / softness + 1, 0), 2) / 2 }
    return (integral(a) - integral(b)) / (a - b)
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
