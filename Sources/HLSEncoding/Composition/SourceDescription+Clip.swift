// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor
internal import LibAV

extension SourceDescription {
  /// Opens a still picture, such as a PNG with transparency, to lie over pictures.
  ///
  /// - Throws: ``EncodingError`` for what is neither a still picture nor a media file.
  public static func still(_ path: String) throws -> SourceDescription {
    var source = try inspect(
      MediaSource.openDemuxer(path, Cancellation(), orStill: true), path)
    guard let main = source.mainVideo, source.isStill else { return source }
    // Whatever its size, a still that says nothing means what screens show.
    let declared = source.findings.declaredColor
    if declared?.primaries == .unspecified {
      source.tracks[main.index].video?.color.primaries = .bt709
    }
    if declared?.transfer == .unspecified {
      source.tracks[main.index].video?.color.transfer = .bt709
    }
    source.duration = nil
    return source
  }

  /// Whether it is one picture without a time.
  var isStill: Bool { container.hasSuffix("_pipe") }

  /// How long it is shown and heard, in seconds: as long as its pictures, where they say.
  var playedDuration: Rational? {
    let declared = mainVideo.flatMap { stream in
      stream.duration.map { Rational.seconds($0, in: stream.timeBase) }
    }
    return declared.flatMap { $0 > Rational(0) ? $0 : nil } ?? duration
  }

  /// A range of the source, all of it where none is named.
  ///
  /// - Throws: ``EncodingError`` where the source does not have it.
  package func checked(_ range: TimeRange?) throws(EncodingError) -> TimeRange {
    guard mainVideo != nil || !usableAudio.isEmpty else {
      throw EncodingError(
        .source, path, "expected a track with pictures or sound, found none",
        hint: "'rung inspect' shows what the file holds")
    }
    guard path != "-" else {
      throw EncodingError(
        .source, path, "a clip is read from a file, not from standard input",
        hint: "write it to a file first")
    }
    let length = isStill ? nil : playedDuration
    guard var range = range ?? length.map({ TimeRange(duration: $0) }) else {
      throw EncodingError(
        .source, path, "the source does not say how long it lasts",
        hint: "name the part that is wanted")
    }
    guard range.start >= Rational(0) else {
      throw EncodingError(
        .settings, path,
        "expected a part that starts at 0 s or later, found \(range.start.secondsText) s")
    }
    guard range.duration > Rational(0) else {
      throw EncodingError(
        .settings, path,
        "expected a part that lasts, found \(range.duration.secondsText) s from "
          + "\(range.start.secondsText) s on")
    }
    guard let length else { return range }
    guard range.start < length else {
      throw EncodingError(
        .settings, path,
        "the part starts at \(range.start.secondsText) s, the source lasts \(length.secondsText) s")
    }
    // Times that people type rarely hit the end exactly.
    guard range.end <= length + tolerance else {
      throw EncodingError(
        .settings, path,
        "the part ends at \(range.end.secondsText) s, the source lasts \(length.secondsText) s")
    }
    range.duration = min(range.end, length) - range.start
    return range
  }

  /// A picture, or without pictures a hundredth of a second.
  private var tolerance: Rational {
    guard let rate = mainVideo?.video?.pictureRate, rate.numerator > 0 else {
      return Rational(1, 100)
    }
    return rate.inverse
  }
}
