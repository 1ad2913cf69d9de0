// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension Track {
  /// Appends `trak`.
  func write(to writer: inout ByteWriter) {
    writer.box("trak") { writer in
      writeHeader(to: &writer)
      if !edits.isEmpty { edits.write(to: &writer) }
      writer.box("mdia") { writer in
        writeMediaHeader(to: &writer)
        writer.fullBox("hdlr") { writer in
          writer.uint32(0)
          writer.fourCC(handler)
          writer.zeros(12)
          writer.terminatedString("")
        }
        if let language { writer.fullBox("elng") { $0.terminatedString(language) } }
        writer.box("minf") { writer in
          writeKindHeader(to: &writer)
          writer.box("dinf") { writer in
            writer.fullBox("dref") { writer in
              writer.uint32(1)
              writer.fullBox("url ", flags: 1)  // the media are in this file
            }
          }
          writeTable(to: &writer)
        }
      }
    }
  }

  private func writeHeader(to writer: inout ByteWriter) {
    // Enabled, in movie, in preview.
    writer.fullBox("tkhd", flags: isEnabled ? 7 : 6) { writer in
      writer.zeros(8)
      writer.uint32(id)
      // The duration is that of the samples in `moov`, of which there are none.
      writer.zeros(4 + 4 + 8 + 2)
      writer.uint16(alternateGroup)
      writer.uint16(handler == "soun" ? 0x0100 : 0)
      writer.zeros(2)
      for index in 0..<9 {
        writer.integer(matrix.indices.contains(index) ? matrix[index] : 0)
      }
      writer.uint32(presentationWidth)
      writer.uint32(presentationHeight)
    }
  }

  private func writeMediaHeader(to writer: inout ByteWriter) {
    let isLong = duration > UInt32.max
    writer.fullBox("mdhd", version: isLong ? 1 : 0) { writer in
      writer.zeros(isLong ? 16 : 8)
      writer.uint32(timescale)
      if isLong { writer.uint64(duration) } else { writer.uint32(UInt32(clamping: duration)) }
      writer.uint16(Language.packed(language))
      writer.zeros(2)
    }
  }

  private func writeKindHeader(to writer: inout ByteWriter) {
    switch handler {
    case "vide": writer.fullBox("vmhd", flags: 1) { $0.zeros(8) }
    case "soun": writer.fullBox("smhd") { $0.zeros(4) }
    case "subt": writer.fullBox("sthd")
    default: writer.fullBox("nmhd")
    }
  }

  private func writeTable(to writer: inout ByteWriter) {
    writer.box("stbl") { writer in
      writer.fullBox("stsd") { writer in
        writer.uint32(UInt32(clamping: sampleEntries.count))
        for entry in sampleEntries { entry.write(to: &writer) }
      }
      sampleTable.write(to: &writer)
    }
  }
}
