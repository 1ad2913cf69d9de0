// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HDRColor

/// Video usability information of an SPS, as far as packaging needs it (H.264 and H.265 annex E).
public struct VideoUsability: Hashable, Sendable {
  /// How many ticks of a clock of `timeScale` ticks a second a picture takes in HEVC, and a field
  /// in H.264.
  public struct Timing: Hashable, Sendable {
    /// `num_units_in_tick`.
    public var unitsInTick: UInt32
    /// `time_scale`.
    public var timeScale: UInt32

    /// Creates a clock.
    public init(unitsInTick: UInt32, timeScale: UInt32) {
      self.unitsInTick = unitsInTick
      self.timeScale = timeScale
    }
  }

  /// The shape of a pixel, where it is said.
  public var pixelAspectRatio: PixelAspectRatio?

  /// The colour, where the video signal type is said; code points that are not are unspecified.
  public var color: ColorDescription?

  /// The clock, where it is said.
  public var timing: Timing?

  /// `min_spatial_segmentation_idc` (HEVC), 0 to 4095.
  public var minimumSpatialSegmentation: UInt16 = 0

  /// Creates empty information.
  public init() {}

  /// The colour, or another one where nothing but the range is said.
  func color(orElse other: ColorDescription) -> ColorDescription {
    guard let color else { return other }
    guard color.isUnspecified else { return color }
    return ColorDescription(
      primaries: other.primaries, transfer: other.transfer, matrix: other.matrix,
      isFullRange: color.isFullRange)
  }

  /// Reads from the aspect ratio to the chroma location, where both codecs agree.
  mutating func parsePicture(_ reader: inout BitReader) throws(ISOBMFFError) {
    if try reader.flag() { pixelAspectRatio = try .parse(&reader) }
    if try reader.flag() { try reader.skip(1) }  // overscan
    if try reader.flag() {
      try reader.skip(3)  // video_format
      let isFullRange = try reader.flag()
      var codes: (UInt8, UInt8, UInt8) = (2, 2, 2)
      if try reader.flag() { codes = try (reader.byte(), reader.byte(), reader.byte()) }
      color = ColorDescription(
        primaries: ColorPrimaries(rawValue: codes.0),
        transfer: TransferCharacteristics(rawValue: codes.1),
        matrix: MatrixCoefficients(rawValue: codes.2), isFullRange: isFullRange)
    }
    if try reader.flag() {  // chroma sample location
      _ = try reader.exponentialGolomb()
      _ = try reader.exponentialGolomb()
    }
  }

  mutating func parseTiming(_ reader: inout BitReader) throws(ISOBMFFError) {
    timing = try Timing(unitsInTick: reader.bits(32), timeScale: reader.bits(32))
  }
}
