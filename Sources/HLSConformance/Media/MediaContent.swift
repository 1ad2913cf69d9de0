// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor
public import HLSPlaylist
public import ISOBMFF

/// What those segments of a media playlist hold that have an initialisation section in common.
public struct MediaContent: Sendable {
  /// The initialisation section's place; `nil` for segments without one.
  public let map: MediaInitialization?
  /// The initialisation section, as far as it could be read; `nil` where segments have none.
  public internal(set) var initialization: InitializationSegment?
  /// Why the initialisation section could not be read.
  public internal(set) var initializationError: String?
  /// The tables of a transport stream in the initialisation section.
  var tables: [UInt8] = []
  /// How the web delivered the initialisation section.
  var delivery: StreamResource.Delivery?
  /// The segments that were read, by their index in the playlist.
  public internal(set) var segments: [Int: SegmentContent] = [:]

  init(map: MediaInitialization?) { self.map = map }

  /// The tracks: those of the initialisation section, or what a segment without one holds.
  public var tracks: [Track] {
    initialization?.movie.tracks
      ?? segments.min { a, b in
        (a.value.tracks.isEmpty ? 1 : 0, a.key) < (b.value.tracks.isEmpty ? 1 : 0, b.key)
      }?.value.tracks ?? []
  }

  /// The track that the playlist is about: the pictures where there are some.
  public var track: Track? {
    let tracks = tracks
    return tracks.first { $0.handler == "vide" } ?? tracks.first
  }

  /// Whether segments are of fragmented MP4.
  var isFragmented: Bool { initialization != nil }

  /// The sample entry of the track.
  var entry: SampleEntry? { track?.sampleEntries.first }

  /// The sample entry of the pictures.
  var video: VideoSampleEntry? {
    if case .video(let entry)? = entry { entry } else { nil }
  }

  /// Whether there are pictures, also where nothing says what they are.
  var hasPictures: Bool {
    video != nil || segments.values.contains { $0.firstPicture != nil }
  }

  /// The sample entry of the sound.
  var audio: AudioSampleEntry? {
    if case .audio(let entry)? = entry { entry } else { nil }
  }

  /// The formats of all tracks, as CODECS names them.
  public var codecs: [String] {
    tracks.compactMap { $0.sampleEntries.first.flatMap(CodecString.init)?.description }
  }

  /// The format of the track, as CODECS names it.
  var codec: String? { entry.flatMap(CodecString.init)?.description }

  /// How the pictures say that they are coloured: in the stream, else in the container.
  var color: ColorDescription? { video?.streamColor ?? video?.color }

  /// The dynamic range of the pictures.
  public var range: HLSPlaylist.VideoRange? {
    guard video != nil else { return nil }
    return HLSPlaylist.VideoRange(rawValue: (color?.videoRange ?? .sdr).rawValue)
  }

  /// The size of the pictures.
  public var size: Resolution? {
    video.map { Resolution(width: UInt64($0.width), height: UInt64($0.height)) }
  }

  /// The duration that most samples have, in units of the track's time scale.
  var sampleDuration: UInt32? {
    var counts: [UInt32: Int] = [:]
    for segment in segments.values {
      counts.merge(segment.sampleDurations, uniquingKeysWith: +)
    }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }

  /// Frames a second by the duration that most samples have, so that a last sample of another
  /// length does not count; with three decimals.
  public var frameRate: ExactDecimal? {
    guard video != nil, let track, let duration = sampleDuration, duration > 0 else { return nil }
    return ExactDecimal(Int64(track.timescale), over: Int64(duration), decimals: 3)
  }

  /// The channels of the sound.
  public var channels: Int? {
    audio.flatMap { $0.configuration?.channels ?? Int($0.channels) }
  }

  /// How the track is protected.
  var protection: ProtectionScheme? { video?.protection ?? audio?.protection }

  /// Seconds of a time in units of the track's time scale.
  func seconds(_ time: Int64) -> Double { Double(time) / Double(max(track?.timescale ?? 1, 1)) }

  /// What the track's edits take off its times, in units of its time scale.
  var editOffset: Int64 { track?.edits.first { !$0.isEmpty }?.mediaTime ?? 0 }
}
