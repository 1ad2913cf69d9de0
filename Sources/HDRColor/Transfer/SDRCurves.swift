// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The reference display of standard dynamic range (ITU-R BT.1886 annex 1).
public struct BT1886: Hashable, Sendable {
  private var gain: Double
  private var lift: Double

  /// The exponent.
  public static let gamma = 2.4

  /// Creates the curve of a display.
  ///
  /// - Parameters:
  ///   - white: The luminance of white, in cd/m² or any other unit.
  ///   - black: The luminance of black, in the same unit.
  public init(white: Double = 1, black: Double = 0) {
    let w = Elementary.power(white, 1 / Self.gamma)
    let b = Elementary.power(black, 1 / Self.gamma)
    gain = Elementary.power(w - b, Self.gamma)
    lift = b / (w - b)
  }

  /// The light that the display shows for a signal of 0 to 1.
  public func eotf(_ signal: Double) -> Double {
    gain * Elementary.power(max(signal + lift, 0), Self.gamma)
  }

  /// The signal for the light that the display shall show.
  public func inverseEOTF(_ light: Double) -> Double {
    Elementary.power(max(light, 0) / gain, 1 / Self.gamma) - lift
  }
}

/// The curve of computer displays (IEC 61966-2-1).
public enum SRGB {
  /// The light, 0 to 1, for a signal of 0 to 1.
  public static func eotf(_ signal: Double) -> Double {
    signal <= 0.04045 ? signal / 12.92 : Elementary.power((signal + 0.055) / 1.055, 2.4)
  }

  /// The signal, 0 to 1, for light of 0 to 1.
  public static func inverseEOTF(_ light: Double) -> Double {
    light <= 0.003_130_8 ? light * 12.92 : 1.055 * Elementary.power(light, 1 / 2.4) - 0.055
  }
}

/// The curve of cameras for high definition (ITU-R BT.709 section 1.2), also that of BT.601.
///
/// It describes the camera. What a picture shows is defined by the display, which is ``BT1886``.
public enum BT709 {
  /// The signal, 0 to 1, for scene light of 0 to 1.
  public static func oetf(_ light: Double) -> Double {
    light < 0.018 ? 4.5 * light : 1.099 * Elementary.power(light, 0.45) - 0.099
  }

  /// The scene light, 0 to 1, for a signal of 0 to 1.
  public static func inverseOETF(_ signal: Double) -> Double {
    signal < 0.081 ? signal / 4.5 : Elementary.power((signal + 0.099) / 1.099, 1 / 0.45)
  }
}
