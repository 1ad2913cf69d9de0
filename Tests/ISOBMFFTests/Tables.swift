// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import ISOBMFF

/// Files with sample tables, which this library reads but does not write.
enum Tables {
  /// Appends a `moov` with one text track.
  static func movie(
    to writer: inout ByteWriter, durations: [(UInt32, UInt32)], offsets: [(UInt32, Int32)] = [],
    runs: [(UInt32, UInt32, UInt32)], sizes: (UInt32, UInt32, [UInt32]), chunks: [UInt64],
    sync: [UInt32]? = nil, areLong: Bool = false
  ) {
    writer.box("moov") { writer in
      writer.fullBox("mvhd") { writer in
        writer.zeros(8)
        writer.uint32(1000)
        writer.zeros(84)
      }
      writer.box("trak") { writer in
        writer.fullBox("tkhd", flags: 7) { writer in
          writer.zeros(8)
          writer.uint32(1)
          writer.zeros(68)
        }
        writer.box("mdia") { writer in
          writer.fullBox("mdhd") { writer in
            writer.zeros(8)
            writer.uint32(1000)
            writer.zeros(8)
          }
          writer.fullBox("hdlr") { writer in
            writer.zeros(4)
            writer.fourCC("text")
            writer.zeros(13)
          }
          writer.box("minf") { writer in
            writer.box("stbl") { writer in
              table(
                to: &writer, durations: durations, offsets: offsets, runs: runs, sizes: sizes,
                chunks: chunks, sync: sync, areLong: areLong)
            }
          }
        }
      }
    }
  }

  private static func table(
    to writer: inout ByteWriter, durations: [(UInt32, UInt32)], offsets: [(UInt32, Int32)],
    runs: [(UInt32, UInt32, UInt32)], sizes: (UInt32, UInt32, [UInt32]), chunks: [UInt64],
    sync: [UInt32]?, areLong: Bool
  ) {
    writer.fullBox("stts") { writer in
      writer.uint32(UInt32(durations.count))
      for (count, value) in durations {
        writer.uint32(count)
        writer.uint32(value)
      }
    }
    if !offsets.isEmpty {
      writer.fullBox("ctts", version: 1) { writer in
        writer.uint32(UInt32(offsets.count))
        for (count, value) in offsets {
          writer.uint32(count)
          writer.integer(value)
        }
      }
    }
    writer.fullBox("stsc") { writer in
      writer.uint32(UInt32(runs.count))
      for (first, count, description) in runs {
        writer.uint32(first)
        writer.uint32(count)
        writer.uint32(description)
      }
    }
    writer.fullBox("stsz") { writer in
      writer.uint32(sizes.0)
      writer.uint32(sizes.1)
      for size in sizes.2 { writer.uint32(size) }
    }
    writer.fullBox(areLong ? "co64" : "stco") { writer in
      writer.uint32(UInt32(chunks.count))
      for chunk in chunks {
        if areLong { writer.uint64(chunk) } else { writer.uint32(UInt32(chunk)) }
      }
    }
    if let sync {
      writer.fullBox("stss") { writer in
        writer.uint32(UInt32(sync.count))
        for number in sync { writer.uint32(number) }
      }
    }
  }
}
