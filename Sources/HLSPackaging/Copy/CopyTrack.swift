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

  /// What the edit list shows of the track.
  var timeline: EditTimeline {
    EditTimeline(
      track, movieTimescale: movie.movie.timescale, from: movieStart.multiplied(by: timescale))
  }

  /// A reader that stands before the first sample that is shown.
  func samples() -> EditedSamples { EditedSamples(self) }

  /// A time of the track as a ratio of seconds.
  func seconds(_ time: Int64) -> Rational { Rational(time, timescale) }
}
