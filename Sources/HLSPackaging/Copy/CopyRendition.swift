// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor
internal import HLSPlaylist
internal import ISOBMFF
internal import LibAV

/// A track with everything that is decided about its copy.
struct CopyRendition: Sendable {
  /// Where the samples are.
  let track: CopyTrack
  /// What is in them.
  let survey: TrackSurvey
  /// When they are presented.
  let timeline: EditTimeline
  /// What they are, as the init segment says it.
  let entry: CopySampleEntry
  /// The time on the movie's clock that is the package's 0, in the track's timescale.
  private(set) var origin: Int64 = 0
  /// The same time in seconds.
  var originSeconds = 0.0 {
    didSet { origin = Int64((originSeconds * Double(timescale)).rounded()) }
  }
  /// Whether it is pictures for players that wind, and no variant.
  var isTrickPlay = false
  /// When the presentation ends if the samples go on beyond it, in seconds.
  var presentationEnd: Rational?
  /// The folder.
  var directory = ""
  /// What players are told of it.
  var label: RenditionLabel

  /// Looks at a track.
  ///
  /// - Throws: ``PackagingError`` when it cannot be copied.
  init(_ track: CopyTrack, label: RenditionLabel = RenditionLabel()) throws {
    self.track = track
    timeline = track.timeline
    if let refusal = timeline.refusal { throw PackagingError(.source, track.name, refusal) }
    survey = try TrackSurvey(track, timeline)
    entry = try CopySampleEntry(track, survey)
    self.label = label
  }

  /// Units of time a second.
  var timescale: Int64 { track.timescale }

  /// When the first sample is presented, in seconds on the movie's clock.
  var start: Rational { track.seconds(survey.start) }

  /// When a sample is presented, in the package.
  func presentation(_ sample: Sample) -> Int64 { sample.presentationTime &- origin }

  /// When the last sample is no longer presented, in the package.
  var end: Int64 {
    min(survey.end &- origin, presentationEnd?.multiplied(by: timescale) ?? .max)
  }

  /// Whether it is pictures of a variant.
  var isRung: Bool { track.kind == .video && !isTrickPlay }

  /// How much later than it is presented a sample would be decoded if decoding began at 0; below 0
  /// for a track that begins late.
  private var lead: Int64 { origin &- survey.firstDecodeTime &- survey.minimumOffset }

  /// Where the edit list begins the presentation, in the timescale.
  var presentationStart: Int64 { max(0, lead) }

  /// When the first sample is decoded, in the package.
  var firstDecodeTime: Int64 { max(0, -lead) }

  /// The duration of a picture, in the timescale.
  var frameDuration: Int64 {
    let rate = frameRate
    return max(1, timescale * rate.denominator / max(1, rate.numerator))
  }

  /// Pictures a second.
  var frameRate: Rational { survey.frameRate(timescale: timescale) }

  /// Mean bits a second.
  var bitRate: Int {
    let ticks = max(1, survey.end &- survey.start)
    let bits = UInt128(survey.bytes) * 8 * UInt128(timescale) / UInt128(ticks)
    return Int(clamping: bits)
  }

  /// The track as CMAF wants it.
  var cmaf: CMAFTrack {
    CMAFTrack(
      entry.sampleEntry, timescale: track.track.timescale, language: label.language,
      presentationStart: UInt32(clamping: presentationStart),
      sampleDuration: survey.uniformDuration)
  }

  /// The init segment, which keeps how pictures are to be turned.
  var header: InitializationSegment {
    var header = cmaf.initializationSegment
    header.movie.tracks[0].matrix = track.track.matrix
    return header
  }
}

/// What players are told of a rendition beside its codec.
struct RenditionLabel: Sendable {
  /// The language, as BCP 47 writes it.
  var language: String?
  /// The name for people; `nil` to make one from the language.
  var name: String?
  /// Whether players choose it unless told otherwise; `nil` to leave it to the track's flags.
  var isDefault: Bool?
  /// Whether subtitles are shown to everybody: translations of signs and of foreign lines.
  var isForced = false
  /// The media characteristic tags (RFC 8216bis section 4.4.6.1).
  var characteristics: [String] = []
}
