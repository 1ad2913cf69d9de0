// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// What the samples of an XML subtitle track are: `stpp` (ISO/IEC 14496-12 section 12.6.3), which
/// holds TTML and IMSC1.
public struct SubtitleSampleEntry: Hashable, Sendable {
  /// The XML namespaces, separated by spaces.
  public var namespaces: String
  /// Where the schemas are, separated by spaces.
  public var schemaLocations: String
  /// The MIME types of pictures and fonts that samples bring along, separated by spaces.
  public var auxiliaryTypes: String
  /// The MIME type with its codecs, as in `application/ttml+xml;codecs=im1t`: the `mime` box.
  public var mimeType: String?
  /// Boxes that this library does not look into, in order.
  public var otherBoxes: [OpaqueBox] = []

  /// Creates an entry.
  public init(
    namespaces: String = "http://www.w3.org/ns/ttml", schemaLocations: String = "",
    auxiliaryTypes: String = "", mimeType: String? = nil
  ) {
    self.namespaces = namespaces
    self.schemaLocations = schemaLocations
    self.auxiliaryTypes = auxiliaryTypes
    self.mimeType = mimeType
  }

  /// An entry for IMSC1 text.
  public static let imsc1Text = SubtitleSampleEntry(
    mimeType: "application/ttml+xml;codecs=im1t")

  init(parsing box: Box) throws(ISOBMFFError) {
    var reader = box.content
    try reader.skip(8)
    self.init(
      namespaces: reader.terminatedString(), schemaLocations: reader.terminatedString(),
      auxiliaryTypes: reader.terminatedString())
    while let child = try reader.nextBox() {
      if child.type == "mime", mimeType == nil {
        var content = child.content
        try content.skip(4)
        mimeType = content.terminatedString()
      } else {
        otherBoxes.append(OpaqueBox(child))
      }
    }
  }

  func write(to writer: inout ByteWriter) {
    writer.box("stpp") { writer in
      writer.zeros(6)
      writer.uint16(1)  // data reference
      writer.terminatedString(namespaces)
      writer.terminatedString(schemaLocations)
      writer.terminatedString(auxiliaryTypes)
      if let mimeType { writer.fullBox("mime") { $0.terminatedString(mimeType) } }
      for box in otherBoxes { box.write(to: &writer) }
    }
  }
}
