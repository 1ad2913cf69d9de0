// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import ISOBMFF
internal import LibAV

/// A track of a movie that is to be copied.
struct CopyTrack: Sendable {
  /// What a track shows.
  enum Kind: Sendable { case video, audio, subtitles }

  /// The movie that holds it.
  let movie: MovieFile
  /// The track.
  let track: Track
  /// The path as the user gave it.
  let path: String
  /// The place of the track in its file, from 1 on.
  let number: Int
  /// What decrypts its samples; `nil` where nothing is to be decrypted.
  var keys: KeyRing?
  /// When the movie's 0 is, in seconds on the clock of the file at ``path``: of pictures that were
  /// encoded into a movie of their own, the first.
  var movieStart = Rational(0)

  /// What the track shows; `nil` for what HLS has no rendition for.
  var kind: Kind? {
    switch track.handler {
    case "vide": .video
    case "soun": .audio
    case "subt", "sbtl", "text", "clcp": .subtitles
    default: nil
    }
  }

  /// How messages call the track: `film.mov#2`.
  var name: String { movie.movie.tracks.count > 1 ? "\(path)#\(number)" : path }

  /// Units of time a second.
  var timescale: Int64 { Int64(track.timescale) }

  /// A reader that stands before the first sample.
  func samples() -> MovieSampleReader { MovieSampleReader(movie, track) }

  /// A time of the track as a ratio of seconds.
  func seconds(_ time: Int64) -> Rational { Rational(time, timescale) }
}

/// When a track's samples are presented: what its edit list says, as far as HLS can say it.
struct EditTimeline: Sendable {
  /// The composition time that is presented at ``delay``.
  var mediaStart: Int64 = 0
  /// When the track begins to be shown, in its own timescale.
  var delay: Int64 = 0
  /// The composition time at which the presentation ends; `nil` where it goes on to the end.
  var mediaEnd: Int64?
  /// Whether the edit list says more than this.
  var isSimplified = false

  /// Reads the edits of a track.
  init(_ track: Track, movieTimescale: UInt32) {
    let movieTime = Rational(1, Int64(movieTimescale))
    let trackTime = Rational(1, Int64(track.timescale))
    func scaled(_ duration: UInt64) -> Int64 {
      movieTime.rescale(Int64(clamping: duration), to: trackTime)
    }
    var edits = track.edits[...]
    while let edit = edits.first, edit.isEmpty {
      delay &+= scaled(edit.duration)
      edits.removeFirst()
    }
    guard let first = edits.popFirst(), first.mediaTime >= 0 else { return }
    mediaStart = first.mediaTime
    var end = first.mediaTime &+ scaled(first.duration)
    isSimplified = first.rate != 0x1_0000
    for edit in edits {
      // What is shown on, from about where the edit before it ended, is no cut.
      guard !edit.isEmpty, abs(edit.mediaTime &- end) <= scaled(1) + 1 else {
        isSimplified = true
        break
      }
      end = edit.mediaTime &+ scaled(edit.duration)
    }
    // In fragmented files the durations are those of what stands in `moov`, and say no end. A tick
    // of the movie's clock is the precision with which an end can be said.
    if first.duration > 0, !isSimplified, track.fragmentDefaults == nil {
      mediaEnd = end &+ scaled(1) &+ 1
    }
  }

  /// When a composition time is presented, on the movie's clock.
  func presentation(_ time: Int64) -> Int64 { time &- mediaStart &+ delay }
}
