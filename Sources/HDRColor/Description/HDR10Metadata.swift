// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The display on which a picture was mastered (SMPTE ST 2086).
///
/// Values are kept in the units of the HEVC SEI message and of the `mdcv` box (ISO/IEC 14496-12
/// 12.1.7): chromaticities in steps of 0.00002, luminances in steps of 0.0001 cd/m².
public struct MasteringDisplay: Hashable, Sendable {
  /// A chromaticity in steps of 0.00002.
  public struct Chromaticity: Hashable, Sendable {
    /// CIE 1931 x times 50,000.
    public var x: UInt16
    /// CIE 1931 y times 50,000.
    public var y: UInt16

    /// Creates a chromaticity.
    public init(x: UInt16, y: UInt16) {
      self.x = x
      self.y = y
    }
  }

  /// The green primary; SEI, box and x265 list green first.
  public var green: Chromaticity
  /// The blue primary.
  public var blue: Chromaticity
  /// The red primary.
  public var red: Chromaticity
  /// The white point.
  public var whitePoint: Chromaticity
  /// The highest luminance, in steps of 0.0001 cd/m².
  public var maximumLuminance: UInt32
  /// The lowest luminance, in steps of 0.0001 cd/m².
  public var minimumLuminance: UInt32

  /// Creates a description of a mastering display.
  public init(
    green: Chromaticity, blue: Chromaticity, red: Chromaticity, whitePoint: Chromaticity,
    maximumLuminance: UInt32, minimumLuminance: UInt32
  ) {
    self.green = green
    self.blue = blue
    self.red = red
    self.whitePoint = whitePoint
    self.maximumLuminance = maximumLuminance
    self.minimumLuminance = minimumLuminance
  }

  /// The highest luminance in cd/m².
  public var peak: Double { Double(maximumLuminance) / 10_000 }

  /// The lowest luminance in cd/m².
  public var black: Double { Double(minimumLuminance) / 10_000 }

  /// Why no display can be like this, or `nil` where one can: a peak outside 100 to 10,000 cd/m², a
  /// black that is not below it, primaries without an area. Real files carry zeros and 0.1 cd/m².
  public var implausibility: String? {
    guard (100...PQ.peak).contains(peak) else {
      return "a peak of \(peak) cd/m² is outside 100 to 10,000"
    }
    guard black < peak else { return "the black of \(black) cd/m² is not below the peak" }
    let corners = [red, green, blue].map { (x: Double($0.x), y: Double($0.y)) }
    let area =
      (corners[1].x - corners[0].x) * (corners[2].y - corners[0].y)
      - (corners[2].x - corners[0].x) * (corners[1].y - corners[0].y)
    let points = [red, green, blue, whitePoint]
    guard area != 0, points.allSatisfy({ $0.y > 0 && Int($0.x) + Int($0.y) <= 50_000 }) else {
      return "the chromaticities are none"
    }
    return nil
  }
}

/// How bright a picture gets (CTA-861.3): the values of the CLLI SEI message and `clli` box.
public struct ContentLightLevel: Hashable, Sendable {
  /// The brightest pixel of all frames (MaxCLL), in cd/m².
  public var maximumContentLightLevel: UInt16

  /// The highest average of a frame (MaxFALL), in cd/m².
  public var maximumFrameAverageLightLevel: UInt16

  /// Creates light levels.
  public init(maximumContentLightLevel: UInt16, maximumFrameAverageLightLevel: UInt16) {
    self.maximumContentLightLevel = maximumContentLightLevel
    self.maximumFrameAverageLightLevel = maximumFrameAverageLightLevel
  }

  /// Why no picture can be like this, or `nil` where one can: a MaxCLL of 0 means that nobody
  /// measured, one above 10,000 cd/m² does not exist, and no average is above the brightest pixel.
  public var implausibility: String? {
    let (peak, average) = (maximumContentLightLevel, maximumFrameAverageLightLevel)
    guard peak > 0 else { return "a MaxCLL of 0 says that it is not known" }
    guard Double(peak) <= PQ.peak else { return "a MaxCLL of \(peak) cd/m² is above 10,000" }
    guard average <= peak else { return "a MaxFALL of \(average) cd/m² is above the MaxCLL" }
    return nil
  }
}
