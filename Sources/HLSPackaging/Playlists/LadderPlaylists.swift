// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSEncoding
public import HLSPlaylist
internal import LibAV

/// The playlists of a ladder: a pure function of what was written.
public struct LadderPlaylists: Sendable {
  private let records: [RenditionRecord]
  private let texts: [TextRecord]

  /// The target duration of every playlist, in seconds.
  public let targetDuration: UInt64

  /// Takes the renditions in the order in which the master lists them.
  public init(_ records: [RenditionRecord]) { self.init(records, texts: []) }

  /// Takes the renditions and the subtitles.
  init(_ records: [RenditionRecord], texts: [TextRecord]) {
    self.records = records
    self.texts = texts
    targetDuration = records.filter { !$0.isTrickPlay }.targetDuration
  }

  // MARK: Media playlists

  /// The media playlist of a rendition.
  public func media(_ record: RenditionRecord) -> MediaPlaylist {
    record.mediaPlaylist(targetDuration: targetDuration)
  }

  /// The media playlist of subtitles.
  func media(_ record: TextRecord) -> MediaPlaylist {
    record.mediaPlaylist(targetDuration: record.ownTarget(beside: targetDuration))
  }

  /// The I-frame playlist of a video rendition: every key picture with the `moof` before it
  /// (authoring rule 6.10).
  public func iFrames(_ record: RenditionRecord) -> MediaPlaylist {
    record.iFramePlaylist(targetDuration: targetDuration)
  }

  // MARK: Rates

  /// The measured rates of a rendition.
  public func rates(_ record: RenditionRecord) -> Bandwidth {
    record.rates(targetDuration: targetDuration)
  }

  /// The measured rates of subtitles.
  func rates(_ record: TextRecord) -> Bandwidth {
    record.rates(targetDuration: record.ownTarget(beside: targetDuration))
  }

  /// The measured rates of a rendition's key pictures.
  func iFrameRates(_ record: RenditionRecord) -> Bandwidth {
    record.iFrameRates(targetDuration: targetDuration)
  }

  // MARK: Master

  /// The master playlist.
  public var master: MultivariantPlaylist { contents.playlist }

  /// The folders of the renditions of pictures that have an I-frame playlist.
  var iFrameDirectories: Set<String> { Set(contents.iFrames.map(\.directory)) }

  private var contents: MasterContents {
    var contents = MasterContents()
    var rungs: [VideoRung] = []
    var audio: [AudioRendition] = []
    for record in records {
      switch record.rendition {
      case .video(let rung) where rung.isTrickPlay:
        contents.trickPlay.append(
          MasterContents.Pictures(
            rung, codec: record.codec, rates: .zero, iFrameRates: iFrameRates(record)))
      case .video(let rung):
        rungs.append(rung)
        var pictures = MasterContents.Pictures(
          rung, codec: record.codec, rates: rates(record), iFrameRates: iFrameRates(record))
        pictures.captions = record.captions
        contents.pictures.append(pictures)
      case .audio(let sound):
        audio.append(sound)
        contents.sound.append(
          MasterContents.Sound(sound, codec: record.codec, rates: rates(record)))
      }
    }
    contents.subtitles = texts.map { text in
      MasterContents.Subtitles(
        directory: text.directory, label: text.rendition.label, codec: text.codec,
        rates: rates(text))
    }
    contents.variants = MasterContents.variants(of: rungs, with: audio)
    return contents
  }
}
