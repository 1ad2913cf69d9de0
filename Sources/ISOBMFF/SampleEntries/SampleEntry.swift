// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// What the samples of a track are: one entry of the `stsd` box.
public enum SampleEntry: Hashable, Sendable {
  /// Pictures.
  case video(VideoSampleEntry)
  /// Sound.
  case audio(AudioSampleEntry)
  /// XML subtitles.
  case subtitle(SubtitleSampleEntry)
  /// Anything else, kept as it was read.
  case other(OpaqueBox)

  /// The name of the format.
  public var format: FourCC {
    switch self {
    case .video(let entry): entry.format
    case .audio(let entry): entry.format
    case .subtitle: "stpp"
    case .other(let box): box.type
    }
  }

  /// The kind of track that has such samples: its handler type.
  public var handler: FourCC? {
    switch self {
    case .video: "vide"
    case .audio: "soun"
    case .subtitle: "subt"
    case .other(let box): box.type == "wvtt" ? "text" : nil
    }
  }

  /// Reads an entry of a track with a handler.
  init(parsing box: Box, handler: FourCC, tableVersion: UInt8) throws(ISOBMFFError) {
    switch (handler, box.type) {
    case ("vide", _): self = .video(try VideoSampleEntry(parsing: box))
    case ("soun", _):
      self = .audio(try AudioSampleEntry(parsing: box, tableVersion: tableVersion))
    case (_, "stpp"): self = .subtitle(try SubtitleSampleEntry(parsing: box))
    default: self = .other(OpaqueBox(box))
    }
  }

  func write(to writer: inout ByteWriter) {
    switch self {
    case .video(let entry): entry.write(to: &writer)
    case .audio(let entry): entry.write(to: &writer)
    case .subtitle(let entry): entry.write(to: &writer)
    case .other(let box): box.write(to: &writer)
    }
  }
}
