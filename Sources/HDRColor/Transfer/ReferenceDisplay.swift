// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The display by which a signal is judged: from signal to light in cd/m² and back.
///
/// An SDR signal is judged by BT.1886 (sRGB by its own curve) with white at 203 cd/m², the level
/// that ITU-R BT.2408 gives diffuse white in HDR; HLG by the reference display of 1,000 cd/m²; PQ is absolute.
/// All conversions go through this light, so that there is one rule and no pairs of special cases.
public struct ReferenceDisplay: Hashable, Sendable {
  /// The luminance of SDR white and of HDR reference white (ITU-R BT.2408 section 2), in cd/m².
  public static let referenceWhite = 203.0

  private enum Curve {
    case pq, hlg, srgb, linear, bt1886
  }

  private let curve: Curve

  /// The luminance of the signal 1 in all three components, in cd/m².
  public let peak: Double

  private static let hlg = HLG(peak: 1000)
  private static let bt1886 = BT1886()

  /// Creates the reference display for a signal; curves that are not known count as BT.709.
  public init(_ transfer: TransferCharacteristics) {
    (curve, peak) =
      switch transfer {
      case .pq: (.pq, PQ.peak)
      case .hlg: (.hlg, Self.hlg.peak)
      case .srgb: (.srgb, Self.referenceWhite)
      case .linear: (.linear, Self.referenceWhite)
      default: (.bt1886, Self.referenceWhite)
      }
  }

  /// The light of a signal of 0 to 1, in cd/m².
  public func light(of signal: SIMD3<Double>) -> SIMD3<Double> {
    light(ofComponents: signal.mapped(component))
  }

  /// The signal, 0 to 1, for light in cd/m².
  public func signal(of light: SIMD3<Double>) -> SIMD3<Double> {
    components(of: light).mapped(signal)
  }

  // The way from signal to light has a part that each component goes by itself, which a table
  // holds by axis, and a part in which they mix. Only HLG has the second; what lies between is
  // scene light of 0 to 1 there, and light in cd/m² elsewhere.

  /// The component for a signal.
  func component(_ signal: Double) -> Double {
    let signal = min(max(signal, 0), 1)
    return switch curve {
    case .pq: PQ.eotf(signal)
    case .hlg: HLG.inverseOETF(signal)
    case .srgb: SRGB.eotf(signal) * peak
    case .linear: signal * peak
    case .bt1886: Self.bt1886.eotf(signal) * peak
    }
  }

  /// The signal, 0 to 1, for a component.
  func signal(_ component: Double) -> Double {
    let share = min(max(component / largestComponent, 0), 1)
    return switch curve {
    case .pq: PQ.inverseEOTF(share * PQ.peak)
    case .hlg: HLG.oetf(share)
    case .srgb: SRGB.inverseEOTF(share)
    case .linear: share
    case .bt1886: Self.bt1886.inverseEOTF(share)
    }
  }

  /// The component of the signal 1.
  var largestComponent: Double { curve == .hlg ? 1 : peak }

  /// The light for components.
  func light(ofComponents components: SIMD3<Double>) -> SIMD3<Double> {
    mixing?.ootf(components) ?? components
  }

  /// The components for light.
  func components(of light: SIMD3<Double>) -> SIMD3<Double> {
    mixing?.inverseOOTF(light) ?? light
  }

  /// The display whose OOTF mixes the components.
  var mixing: HLG? { curve == .hlg ? Self.hlg : nil }
}
