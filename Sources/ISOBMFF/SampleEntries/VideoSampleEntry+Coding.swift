// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HDRColor

extension VideoSampleEntry {
  /// Reads an entry. Of boxes that come more than once the first counts.
  init(parsing box: Box) throws(ISOBMFFError) {
    var reader = box.content
    try reader.skip(24)  // reserved, data reference, QuickTime's version and qualities
    format = box.type
    width = try reader.uint16()
    height = try reader.uint16()
    try reader.skip(50)  // resolutions, frame count, compressor name, depth, colour table
    var taken: Set<FourCC> = []
    while let child = try reader.nextBox() {
      let isDolbyVision = DolbyVisionConfiguration.boxTypes.contains(child.type)
      let kind = isDolbyVision ? "dvcC" : child.type
      if !taken.contains(kind), try parse(child) {
        taken.insert(kind)
      } else if !taken.contains("conf"), let found = try VideoConfiguration(child) {
        configuration = found
        taken.insert("conf")
      } else {
        otherBoxes.append(OpaqueBox(child))
      }
    }
  }

  /// Reads a box; whether it is one that this library knows and can read.
  private mutating func parse(_ box: Box) throws(ISOBMFFError) -> Bool {
    var reader = box.content
    switch box.type {
    case "colr":
      let kind = try reader.fourCC()
      guard kind == "nclx" || kind == "nclc" else { return false }
      color = try ColorDescription(parsing: &reader, hasRange: kind == "nclx")
      hasQuickTimeColor = kind == "nclc"
    case "pasp":
      pixelAspectRatio = try PixelAspectRatio(
        horizontal: reader.uint32(), vertical: reader.uint32())
    case "clap":
      // What cannot be read crops nothing, as in other readers, and is kept as it is.
      guard let aperture = try? CleanAperture(parsing: &reader) else { return false }
      cleanAperture = aperture
    case "mdcv": masteringDisplay = try MasteringDisplay(parsing: &reader)
    case "clli": contentLightLevel = try ContentLightLevel(parsing: &reader)
    case "amve":
      ambientViewingEnvironment = try AmbientViewingEnvironment(parsing: &reader)
    case "btrt": bitRate = try BitRate(parsing: &reader)
    case "sinf": protection = try ProtectionScheme(parsing: box)
    case _ where DolbyVisionConfiguration.boxTypes.contains(box.type):
      dolbyVision = try DolbyVisionConfiguration(parsing: &reader)
    default: return false
    }
    return true
  }

  func write(to writer: inout ByteWriter) {
    writer.box(format) { writer in
      writer.zeros(6)
      writer.uint16(1)  // data reference
      writer.zeros(16)
      writer.uint16(width)
      writer.uint16(height)
      writer.uint32(0x48_0000)  // 72 dots an inch
      writer.uint32(0x48_0000)
      writer.zeros(4)
      writer.uint16(1)  // frames a sample
      writer.zeros(32)  // compressor name
      writer.uint16(24)  // depth: colour without alpha
      writer.uint16(0xFFFF)
      configuration?.write(to: &writer)
      writeBoxes(to: &writer)
    }
  }

  private func writeBoxes(to writer: inout ByteWriter) {
    if let dolbyVision { writer.box(dolbyVision.boxType) { dolbyVision.write(to: &$0) } }
    if let color {
      writer.box("colr") { color.write(to: &$0, hasRange: !hasQuickTimeColor) }
    }
    if let pixelAspectRatio {
      writer.box("pasp") { writer in
        writer.uint32(pixelAspectRatio.horizontal)
        writer.uint32(pixelAspectRatio.vertical)
      }
    }
    if let cleanAperture { writer.box("clap") { cleanAperture.write(to: &$0) } }
    if let masteringDisplay { writer.box("mdcv") { masteringDisplay.write(to: &$0) } }
    if let contentLightLevel { writer.box("clli") { contentLightLevel.write(to: &$0) } }
    if let ambientViewingEnvironment {
      writer.box("amve") { ambientViewingEnvironment.write(to: &$0) }
    }
    if let bitRate { writer.box("btrt") { bitRate.write(to: &$0) } }
    protection?.write(to: &writer)
    for box in otherBoxes { box.write(to: &writer) }
  }
}

extension ColorDescription {
  /// Reads the fields of a `colr` box after its kind; code points above 255 are unspecified.
  fileprivate init(parsing reader: inout ByteReader, hasRange: Bool) throws(ISOBMFFError) {
    var codes: [UInt8] = []
    for _ in 0..<3 { try codes.append(UInt8(exactly: reader.uint16()) ?? 2) }
    self.init(
      primaries: ColorPrimaries(rawValue: codes[0]),
      transfer: TransferCharacteristics(rawValue: codes[1]),
      matrix: MatrixCoefficients(rawValue: codes[2]),
      isFullRange: hasRange ? try reader.uint8() & 0x80 != 0 : false)
  }

  /// The bytes of a `colr` box: `nclx` with the range, or QuickTime's `nclc` without it.
  public func boxPayload(hasRange: Bool) -> [UInt8] {
    var writer = ByteWriter(capacity: 11)
    write(to: &writer, hasRange: hasRange)
    return writer.bytes
  }

  fileprivate func write(to writer: inout ByteWriter, hasRange: Bool) {
    writer.fourCC(hasRange ? "nclx" : "nclc")
    writer.uint16(UInt16(primaries.rawValue))
    writer.uint16(UInt16(transfer.rawValue))
    writer.uint16(UInt16(matrix.rawValue))
    if hasRange { writer.uint8(isFullRange ? 0x80 : 0) }
  }
}
