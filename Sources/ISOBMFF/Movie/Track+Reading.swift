// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension Track {
  /// Reads a `trak` box.
  ///
  /// - Parameters:
  ///   - box: The box.
  ///   - tables: Where tables are that have stayed in the file, by the places of their boxes.
  /// - Throws: ``ISOBMFFError`` when it lacks `tkhd`, `mdhd` or `hdlr`, or holds what cannot be
  ///   read.
  init(
    parsing box: Box, _ tables: [Int: SampleTable.Table.Stretch]
  ) throws(ISOBMFFError) {
    self.init(id: 0, handler: "    ", timescale: 0, sampleEntries: [])
    fragmentDefaults = nil
    var seen: Set<FourCC> = []
    for child in try box.children() {
      seen.insert(child.type)
      switch child.type {
      case "tkhd": try parseHeader(child)
      case "edts":
        for list in try child.children() where list.type == "elst" {
          edits = try [Edit](parsing: list)
        }
      case "mdia": try parseMedia(child, tables)
      default: break
      }
    }
    for required: FourCC in ["tkhd", "mdia"] where !seen.contains(required) {
      throw ISOBMFFError(
        .missing, at: box.range.lowerBound, "expected a box '\(required)' in box 'trak'")
    }
  }

  private mutating func parseHeader(_ box: Box) throws(ISOBMFFError) {
    var reader = box.content
    let (version, flags) = try reader.versionAndFlags()
    isEnabled = flags & 1 != 0
    try reader.skip(version == 1 ? 16 : 8)  // creation and modification
    id = try reader.uint32()
    try reader.skip(version == 1 ? 12 : 8)  // reserved, duration
    try reader.skip(10)  // reserved, layer
    alternateGroup = try reader.uint16()
    try reader.skip(4)  // volume, reserved
    matrix = []
    for _ in 0..<9 { try matrix.append(reader.integer()) }
    presentationWidth = try reader.uint32()
    presentationHeight = try reader.uint32()
  }

  private mutating func parseMedia(
    _ box: Box, _ tables: [Int: SampleTable.Table.Stretch]
  ) throws(ISOBMFFError) {
    let children = try box.children()
    guard let header = children.first(where: { $0.type == "mdhd" }),
      let kind = children.first(where: { $0.type == "hdlr" })
    else {
      throw ISOBMFFError(
        .missing, at: box.range.lowerBound, "expected 'mdhd' and 'hdlr' in box 'mdia'")
    }
    var reader = header.content
    let version = try reader.versionAndFlags().version
    try reader.skip(version == 1 ? 16 : 8)
    timescale = try reader.uint32()
    guard timescale > 0 else { throw reader.error(.malformed, "expected a timescale above 0") }
    duration = try version == 1 ? reader.uint64() : UInt64(reader.uint32())
    language = try Language.unpacked(reader.uint16())
    var handlerReader = kind.content
    try handlerReader.skip(8)
    handler = try handlerReader.fourCC()
    if let extended = children.first(where: { $0.type == "elng" }) {
      var reader = extended.content
      try reader.skip(4)
      language = reader.terminatedString()
    }
    for information in children where information.type == "minf" {
      for table in try information.children() where table.type == "stbl" {
        try parseTable(table, tables)
      }
    }
  }

  private mutating func parseTable(
    _ box: Box, _ tables: [Int: SampleTable.Table.Stretch]
  ) throws(ISOBMFFError) {
    sampleTable = SampleTable(hasNonSyncSamples: false)
    for child in try box.children() {
      guard child.type == "stsd" else {
        try sampleTable.insert(child, tables[child.range.lowerBound])
        continue
      }
      var reader = child.content
      let version = try reader.versionAndFlags().version
      try reader.skip(4)  // the count, which the boxes themselves tell better
      sampleEntries = []
      while let entry = try reader.nextBox() {
        try sampleEntries.append(
          SampleEntry(parsing: entry, handler: handler, tableVersion: version))
      }
    }
  }
}
