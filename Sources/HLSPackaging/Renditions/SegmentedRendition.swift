// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HLSPlaylist

/// A rendition that stands in segments: what its playlists and its rates are made from.
public protocol SegmentedRendition: Sendable {
  /// The folder of the rendition.
  var directory: String { get }
  /// Units of time a second.
  var timescale: Int64 { get }
  /// The segments, in order.
  var segments: [RenditionRecord.Segment] { get }
  /// What EXT-X-MAP names; `nil` for text.
  var initialization: MediaInitialization? { get }
}

extension SegmentedRendition {
  /// A file of its own for the init segment.
  public var initialization: MediaInitialization? {
    MediaInitialization(uri: RenditionRecord.initializationName)
  }

  /// How long the rendition is presented, in the timescale.
  public var duration: Int64 { segments.reduce(0) { $0 + $1.duration } }
  /// Bytes of all segments.
  public var size: UInt64 { segments.reduce(0) { $0 + $1.size } }
  /// The number of samples.
  public var sampleCount: Int { segments.reduce(0) { $0 + $1.sampleCount } }

  /// Durations as playlists say them, of spans that end at these times.
  ///
  /// Each is the difference of two rounded times, so that their sum never drifts from the truth
  /// by more than a microsecond (authoring rule 8.1).
  func durations(endingAt ends: [Int64]) -> [ExactDecimal] {
    var previous = ExactDecimal.zero
    return ends.map { end in
      let time = ExactDecimal(end, over: timescale, decimals: 6) ?? previous
      defer { previous = time }
      return time - previous
    }
  }

  /// The durations of the segments.
  public var segmentDurations: [ExactDecimal] {
    var end: Int64 = 0
    return durations(
      endingAt: segments.map { segment in
        end += segment.duration
        return end
      })
  }

  /// The spans from each key picture to the next, the last to the end of the presentation.
  public var keyPictureDurations: [ExactDecimal] {
    let times = segments.flatMap(\.keyPictures).map(\.presentationTime)
    return durations(endingAt: Array(times.dropFirst()) + [duration])
  }
}

// MARK: - Playlists

extension SegmentedRendition {
  /// The media playlist.
  ///
  /// - Parameters:
  ///   - targetDuration: The target duration, in seconds.
  ///   - isComplete: Whether there will be no more segments; else the playlist is one of an event.
  /// - Returns: The playlist.
  func mediaPlaylist(targetDuration: UInt64, isComplete: Bool = true) -> MediaPlaylist {
    var playlist = self.playlist(targetDuration)
    playlist.type = isComplete ? .vod : .event
    playlist.hasEndList = isComplete
    for (segment, duration) in zip(segments, segmentDurations) {
      var entry = MediaSegment(
        uri: segment.name, duration: duration,
        byteRange: segment.offset.map { ByteRange(length: segment.size, offset: $0) },
        initialization: segment.initialization ?? initialization)
      entry.keys = segment.keys
      entry.isDiscontinuity = segment.isDiscontinuous
      entry.isGap = segment.isGap
      playlist.segments.append(entry)
    }
    return playlist
  }

  /// The I-frame playlist: every key picture with the `moof` before it (authoring rule 6.10).
  func iFramePlaylist(targetDuration: UInt64) -> MediaPlaylist {
    var playlist = self.playlist(targetDuration)
    playlist.isIFramesOnly = true
    var durations = keyPictureDurations[...]
    for (number, segment) in segments.enumerated() {
      for (index, picture) in segment.keyPictures.enumerated() {
        guard let duration = durations.popFirst() else { break }
        var entry = MediaSegment(
          uri: segment.name, duration: duration,
          byteRange: ByteRange(length: picture.length, offset: picture.offset),
          initialization: segment.initialization ?? initialization)
        entry.keys = segment.keys.map { $0.ofSegment(number) }
        entry.isDiscontinuity = segment.isDiscontinuous && index == 0
        playlist.segments.append(entry)
      }
    }
    return playlist
  }

  private func playlist(_ targetDuration: UInt64) -> MediaPlaylist {
    var playlist = MediaPlaylist(targetDuration: targetDuration)
    playlist.type = .vod
    playlist.hasEndList = true
    return playlist
  }

  /// The measured rates.
  func rates(targetDuration: UInt64) -> Bandwidth {
    Bandwidth(
      sizes: segments.map { $0.isGap ? nil : $0.size }, durations: segmentDurations,
      targetDuration: targetDuration)
      ?? .zero
  }

  /// The measured rates of the key pictures.
  func iFrameRates(targetDuration: UInt64) -> Bandwidth {
    Bandwidth(
      sizes: segments.flatMap(\.keyPictures).map(\.length), durations: keyPictureDurations,
      targetDuration: targetDuration) ?? .zero
  }
}

extension Sequence where Element: SegmentedRendition {
  /// The target duration that all playlists share, in seconds (authoring rule 8.2).
  var targetDuration: UInt64 {
    flatMap(\.segmentDurations).reduce(1) { Swift.max($0, UInt64(clamping: $1.rounded)) }
  }
}
