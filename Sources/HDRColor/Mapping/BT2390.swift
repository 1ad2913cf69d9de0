// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The EETF of ITU-R BT.2390 section 5.4.1: the curve that a display of limited range applies to PQ.
///
/// It leaves everything below a knee as it is and bends the rest so that the source's peak arrives
/// at the target's. It works on PQ signals, so it is even to the eye.
public struct BT2390: Hashable, Sendable {
  private let sourceBlack: Double
  private let sourceSpan: Double
  private let targetBlack: Double
  private let targetPeak: Double
  private let kneeLuminance: Double

  /// Creates a curve; all luminances are in cd/m².
  ///
  /// - Parameters:
  ///   - sourcePeak: The brightest light of the picture or of the display it was mastered on.
  ///   - targetPeak: The brightest light of the display to show it on. Where this is not below
  ///     the source's peak, highlights stay as they are.
  ///   - sourceBlack: The darkest light of the picture.
  ///   - targetBlack: The darkest light of the display to show it on.
  public init(
    sourcePeak: Double, targetPeak: Double, sourceBlack: Double = 0, targetBlack: Double = 0
  ) {
    let black = PQ.inverseEOTF(sourceBlack)
    let span = PQ.inverseEOTF(sourcePeak) - black
    self.sourceBlack = black
    sourceSpan = span
    self.targetPeak = min((PQ.inverseEOTF(targetPeak) - black) / span, 1)
    self.targetBlack = max((PQ.inverseEOTF(targetBlack) - black) / span, 0)
    let knee = 1.5 * self.targetPeak - 0.5
    let isUnchangedBelow = sourceBlack == 0 && targetBlack == 0
    kneeLuminance = isUnchangedBelow ? PQ.eotf(knee * span + black) : 0
  }

  /// The PQ signal for a PQ signal.
  public func signal(_ signal: Double) -> Double {
    var e = min(max((signal - sourceBlack) / sourceSpan, 0), 1)
    let knee = 1.5 * targetPeak - 0.5
    if e > knee, knee < 1 {
      let t = (e - knee) / (1 - knee)
      let t2 = t * t
      let t3 = t2 * t
      e =
        (2 * t3 - 3 * t2 + 1) * knee + (t3 - 2 * t2 + t) * (1 - knee)
        + (3 * t2 - 2 * t3) * targetPeak
    }
    let toe = (1 - e) * (1 - e)
    e += targetBlack * toe * toe
    return e * sourceSpan + sourceBlack
  }

  /// The luminance for a luminance, both in cd/m².
  public func luminance(_ luminance: Double) -> Double {
    guard luminance >= kneeLuminance else { return luminance }
    return PQ.eotf(signal(PQ.inverseEOTF(luminance)))
  }
}
