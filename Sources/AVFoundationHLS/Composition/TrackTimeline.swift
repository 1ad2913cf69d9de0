// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSEncoding
internal import LibAV

/// A track with the clips that are on it.
struct TrackTimeline: Sendable {
  var trackID: CMPersistentTrackID
  var mediaType: AVMediaType
  /// The clips, whose media are of the track's kind.
  var clips: [Composition.Clip] = []
  /// The least time that the track lasts, in seconds.
  var minimumDuration = Rational(0)

  /// How long it lasts, in seconds.
  var duration: Rational { max(minimumDuration, clips.map(\.end).max() ?? Rational(0)) }

  /// Puts a part of a track at a time, or without one at the end; what was there from then on comes
  /// later.
  ///
  /// A part may reach as far as its asset lasts; it ends where the track ends.
  mutating func insert(
    _ range: TimeRange, of track: AVAssetTrack, at time: Rational?
  ) throws(EncodingError) {
    guard let (source, stream) = track.media else {
      throw EncodingError(
        .settings, "track \(track.trackID)",
        "expected a track of a media file, found one of a "
          + "composition", hint: "insert the tracks of the files")
    }
    guard track.mediaType == mediaType else {
      throw EncodingError(
        .settings, source.path,
        "expected a track of \(mediaType.rawValue), found "
          + track.mediaType.rawValue)
    }
    // Of several tracks of a kind the chosen one alone is there.
    var chosen = source
    chosen.tracks.removeAll { $0.kind == stream.kind && $0.index != stream.index }
    var part = range
    if let whole = source.duration, part.end <= whole, let own = stream.timeRange,
      part.end > own.end,
      part.start < own.end
    {
      part = TimeRange(start: part.start, end: own.end)
    }
    part = try chosen.checked(part)
    try makeRoom(range.duration, at: time ?? duration)
    let place = time ?? duration - range.duration
    clips.append(
      Composition.Clip(
        chosen, range: part, at: place, media: mediaType == .video ? .pictures : .sound))
  }

  /// Makes room at a time.
  mutating func makeRoom(_ length: Rational, at time: Rational) throws(EncodingError) {
    guard length > Rational(0), time >= Rational(0) else {
      throw EncodingError(
        .settings, "timeRange",
        "expected a range that lasts, from 0 s on, found "
          + "\(length.value) s at \(time.value) s")
    }
    minimumDuration = max(duration, time) + length
    clips.makeRoom(length, at: time)
  }

  /// Takes a range out.
  mutating func remove(_ range: TimeRange) {
    let kept = max(Rational(0), duration - max(Rational(0), min(duration, range.end) - range.start))
    clips.remove(range)
    minimumDuration = range.start < duration ? kept : duration
  }
}

extension StreamDescription {
  /// When the track is seen or heard, in seconds from its own start; `nil` where nothing says.
  var timeRange: TimeRange? {
    duration.map { TimeRange(duration: Rational(nearest: Double($0) * timeBase.value)) }
  }
}
