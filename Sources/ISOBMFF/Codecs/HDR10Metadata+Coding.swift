// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HDRColor

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

extension MasteringDisplay {
  /// The 24 bytes of the SEI message, of the `mdcv` box and of VideoToolbox's
  /// `MasteringDisplayColorVolume`.
  public var payload: [UInt8] {
    var writer = ByteWriter(capacity: 24)
    write(to: &writer)
    return writer.bytes
  }

  /// Reads 24 bytes; `nil` for any other number of them.
  public init?(payload: [UInt8]) {
    var reader = ByteReader(payload)
    guard payload.count == 24, let display = try? MasteringDisplay(parsing: &reader) else {
      return nil
    }
    self = display
  }
}

extension ContentLightLevel {
  /// The 4 bytes of the SEI message, of the `clli` box and of VideoToolbox's
  /// `ContentLightLevelInfo`.
  public var payload: [UInt8] {
    var writer = ByteWriter(capacity: 4)
    write(to: &writer)
    return writer.bytes
  }

  /// Reads 4 bytes; `nil` for any other number of them.
  public init?(payload: [UInt8]) {
    var reader = ByteReader(payload)
    guard payload.count == 4, let level = try? ContentLightLevel(parsing: &reader) else {
      return nil
    }
    self = level
  }
}
