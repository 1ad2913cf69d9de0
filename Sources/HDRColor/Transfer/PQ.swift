// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The perceptual quantizer of SMPTE ST 2084 and ITU-R BT.2100 (table 4).
public enum PQ {
  /// The luminance of the signal 1, in cd/m².
  public static let peak = 10_000.0

  static let m1 = 2610.0 / 16384
  static let m2 = 2523.0 / 32
  static let c1 = 3424.0 / 4096
  static let c2 = 2413.0 / 128
  static let c3 = 2392.0 / 128

  /// The light that a display shows for a signal.
  ///
  /// - Parameter signal: The signal; values outside 0 to 1 are taken as the nearest inside.
  /// - Returns: A luminance in cd/m², 0 to 10,000.
  public static func eotf(_ signal: Double) -> Double {
    let p = Elementary.power(min(max(signal, 0), 1), 1 / m2)
    return peak * Elementary.power(max(p - c1, 0) / (c2 - c3 * p), 1 / m1)
  }

  /// The signal for the light that a display shall show.
  ///
  /// - Parameter luminance: In cd/m²; values outside 0 to 10,000 are taken as the nearest inside.
  /// - Returns: A signal, 0 to 1; the signal for 0 cd/m² is 7.3e-7, as the standard's formula has it.
  public static func inverseEOTF(_ luminance: Double) -> Double {
    let y = Elementary.power(min(max(luminance / peak, 0), 1), m1)
    return Elementary.power((c1 + c2 * y) / (1 + c3 * y), m2)
  }
}
