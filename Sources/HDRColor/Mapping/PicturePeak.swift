// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The brightest light of a picture, which drives its tone map, and where it is known from.
public struct PicturePeak: Hashable, Sendable {
  /// Where a peak is known from.
  public enum Origin: String, Hashable, Sendable {
    /// The pictures themselves were measured.
    case measured
    /// The content light level (MaxCLL).
    case contentLightLevel
    /// The peak of the mastering display.
    case masteringDisplay
    /// Nothing says; most pictures are made for 1,000 cd/m².
    case assumed
  }

  /// The luminance, in cd/m².
  public var luminance: Double
  /// Where it is known from.
  public var origin: Origin

  /// The luminances that metadata may give; real files carry 0 and 0.1.
  private static let credible = 100.0...PQ.peak

  /// Chooses the best evidence: what was measured, else MaxCLL, else the mastering display, each
  /// when it is credible (100 to 10,000 cd/m²), else 1,000 cd/m².
  ///
  /// MaxCLL comes before the mastering display because that describes a screen, not the picture.
  ///
  /// - Parameters:
  ///   - measured: The brightest light found in the pictures in cd/m²; any value above 0 counts.
  ///   - contentLightLevel: The content light level.
  ///   - masteringDisplay: The mastering display.
  public init(
    measured: Double? = nil, contentLightLevel: ContentLightLevel? = nil,
    masteringDisplay: MasteringDisplay? = nil
  ) {
    if let measured, measured > 0 {
      self.init(min(measured, PQ.peak), .measured)
    } else if let level = contentLightLevel.map({ Double($0.maximumContentLightLevel) }),
      Self.credible.contains(level)
    {
      self.init(level, .contentLightLevel)
    } else if let peak = masteringDisplay?.peak, Self.credible.contains(peak) {
      self.init(peak, .masteringDisplay)
    } else {
      self.init(1000, .assumed)
    }
  }

  private init(_ luminance: Double, _ origin: Origin) {
    self.luminance = luminance
    self.origin = origin
  }
}
