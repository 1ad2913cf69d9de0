// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// An entry of an edit list: what a stretch of presentation shows (ISO/IEC 14496-12 section 8.6.6).
public struct Edit: Hashable, Sendable {
  /// How long it lasts, in the movie's timescale; 0 in a fragmented file means to the end.
  public var duration: UInt64

  /// Where it begins, in the track's timescale and in composition time; -1 shows nothing.
  public var mediaTime: Int64

  /// The speed, in 65,536ths: 65,536 is normal, 0 holds a picture.
  public var rate: Int32

  /// Creates an edit.
  public init(duration: UInt64 = 0, mediaTime: Int64, rate: Int32 = 0x1_0000) {
    self.duration = duration
    self.mediaTime = mediaTime
    self.rate = rate
  }

  /// Whether nothing is shown.
  public var isEmpty: Bool { mediaTime == -1 }
}

extension [Edit] {
  /// Reads the content of `elst`.
  init(parsing box: Box) throws(ISOBMFFError) {
    self = []
    var reader = box.content
    let version = try reader.versionAndFlags().version
    let count = try reader.uint32()
    for _ in 0..<count {
      let duration = try version == 1 ? reader.uint64() : UInt64(reader.uint32())
      let time: Int64 = try version == 1 ? reader.integer() : Int64(reader.integer(Int32.self))
      try append(Edit(duration: duration, mediaTime: time, rate: reader.integer()))
    }
  }

  /// Appends `edts` with `elst`, in version 0 where it will do.
  func write(to writer: inout ByteWriter) {
    let isLong = contains { $0.duration > UInt32.max || Int32(exactly: $0.mediaTime) == nil }
    writer.box("edts") { writer in
      writer.fullBox("elst", version: isLong ? 1 : 0) { writer in
        writer.uint32(UInt32(clamping: count))
        for edit in self {
          if isLong {
            writer.uint64(edit.duration)
            writer.integer(edit.mediaTime)
          } else {
            writer.uint32(UInt32(clamping: edit.duration))
            writer.integer(Int32(clamping: edit.mediaTime))
          }
          writer.integer(edit.rate)
        }
      }
    }
  }
}
