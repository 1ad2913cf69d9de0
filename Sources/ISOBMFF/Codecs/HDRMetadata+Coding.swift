// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HDRColor

/// The light that surrounds the viewer for whom a picture was graded: the ambient viewing
/// environment SEI message (H.265 section D.3.39) and the `amve` box.
public struct AmbientViewingEnvironment: Hashable, Sendable {
  /// The illuminance, in steps of 0.0001 lux.
  public var illuminance: UInt32

  /// The chromaticity of the light, in steps of 0.00002.
  public var light: MasteringDisplay.Chromaticity

  /// Creates an environment.
  public init(illuminance: UInt32, light: MasteringDisplay.Chromaticity) {
    self.illuminance = illuminance
    self.light = light
  }

  init(parsing reader: inout ByteReader) throws(ISOBMFFError) {
    illuminance = try reader.uint32()
    light = try .init(parsing: &reader)
  }

  func write(to writer: inout ByteWriter) {
    writer.uint32(illuminance)
    light.write(to: &writer)
  }
}

// The SEI messages and the boxes `mdcv` and `clli` have the same layout: one reader and one writer
// serve both.

extension MasteringDisplay.Chromaticity {
  init(parsing reader: inout ByteReader) throws(ISOBMFFError) {
    self.init(x: try reader.uint16(), y: try reader.uint16())
  }

  func write(to writer: inout ByteWriter) {
    writer.uint16(x)
    writer.uint16(y)
  }
}

extension MasteringDisplay {
  init(parsing reader: inout ByteReader) throws(ISOBMFFError) {
    self.init(
      green: try Chromaticity(parsing: &reader), blue: try Chromaticity(parsing: &reader),
      red: try Chromaticity(parsing: &reader), whitePoint: try Chromaticity(parsing: &reader),
      maximumLuminance: try reader.uint32(), minimumLuminance: try reader.uint32())
  }

  func write(to writer: inout ByteWriter) {
    for chromaticity in [green, blue, red, whitePoint] { chromaticity.write(to: &writer) }
    writer.uint32(maximumLuminance)
    writer.uint32(minimumLuminance)
  }
}

extension ContentLightLevel {
  init(parsing reader: inout ByteReader) throws(ISOBMFFError) {
    self.init(
      maximumContentLightLevel: try reader.uint16(),
      maximumFrameAverageLightLevel: try reader.uint16())
  }

  func write(to writer: inout ByteWriter) {
    writer.uint16(maximumContentLightLevel)
    writer.uint16(maximumFrameAverageLightLevel)
  }
}
