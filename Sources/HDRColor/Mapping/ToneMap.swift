// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The ways to fit a bright picture on a display that shows less.
public enum ToneMap: String, Hashable, Sendable, CaseIterable {
  /// The EETF of ITU-R BT.2390 on the intensity of ICtCp: the default.
  case bt2390
  /// Method A of ITU-R BT.2446.
  case bt2446a
  /// Method C of ITU-R BT.2446, cut at SDR white.
  case bt2446c
  /// Light up to the target's peak as it is, brighter light cut.
  case clip
}

/// A tone map between two peaks: from light in BT.2020 primaries to a colour that is no brighter
/// than the target's white.
struct ToneMapping: Sendable {
  private enum Method: Sendable {
    case none
    case bt2390(BT2390)
    case bt2446a(BT2446A)
    case bt2446c
    case clip
  }

  private let method: Method
  private let targetPeak: Double
  private let white: Double

  /// Creates a mapping; where the source is no brighter than the target, it changes nothing.
  ///
  /// The methods of BT.2446 lead to SDR only; to a brighter target they give way to BT.2390.
  init(_ toneMap: ToneMap, sourcePeak: Double, targetPeak: Double) {
    self.targetPeak = targetPeak
    white = PQ.inverseEOTF(targetPeak)
    let isTowardsSDR = targetPeak <= ReferenceDisplay.referenceWhite
    method =
      if sourcePeak <= targetPeak {
        .none
      } else {
        switch toneMap {
        case .bt2446a where isTowardsSDR: .bt2446a(BT2446A(sourcePeak: sourcePeak))
        case .bt2446c where isTowardsSDR: .bt2446c
        case .clip: .clip
        default: .bt2390(BT2390(sourcePeak: sourcePeak, targetPeak: targetPeak))
        }
      }
  }

  /// Whether colours stay as they are.
  var isIdentity: Bool {
    if case .none = method { true } else { false }
  }

  /// The colour to show for light in BT.2020 primaries, in cd/m².
  func callAsFunction(_ light: SIMD3<Double>) -> ICtCp {
    var color =
      switch method {
      case .none: ICtCp(light: light)
      case .clip: scaled(light) { min($0, targetPeak) }
      case .bt2390(let curve): scaled(light, by: curve.luminance)
      case .bt2446a(let method): ICtCp(light: method.light(light) * targetPeak)
      case .bt2446c: ICtCp(light: BT2446C.light(light) * targetPeak)
      }
    color.intensity = min(color.intensity, white)
    return color
  }

  /// The colour whose brightest component follows a curve and whose hue is that of the light.
  ///
  /// The brightest component is what a display runs out of. A curve on luminance or intensity
  /// would leave saturated lights brighter than their primary can be, so that a red lamp of
  /// 1,000 cd/m² would have to turn white.
  private func scaled(_ light: SIMD3<Double>, by curve: (Double) -> Double) -> ICtCp {
    let color = ICtCp(light: light)
    let brightest = light.max()
    let mapped = curve(brightest)
    guard mapped < brightest else { return color }
    // Scaling light turns the hue of ICtCp a little: only intensity and chroma are taken from it.
    let scaled = ICtCp(light: light * (mapped / brightest))
    let hue = color.scalingChroma(by: color.chroma > 0 ? scaled.chroma / color.chroma : 0)
    return ICtCp(intensity: scaled.intensity, tritan: hue.tritan, protan: hue.protan)
  }
}
