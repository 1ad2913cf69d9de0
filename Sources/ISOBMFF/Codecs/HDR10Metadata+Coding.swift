// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor

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
