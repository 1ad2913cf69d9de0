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

  /// The bytes of the SEI message and of the `amve` box.
  public var payload: [UInt8] {
    var writer = ByteWriter(capacity: 8)
    write(to: &writer)
    return writer.bytes
  }

  func write(to writer: inout ByteWriter) {
    writer.uint32(illuminance)
    light.write(to: &writer)
  }
}
