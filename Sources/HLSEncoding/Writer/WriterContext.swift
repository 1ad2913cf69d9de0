// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor
internal import LibAV

/// What all tracks of a writer share from when a session starts.
struct WriterContext: Sendable {
  /// The time of samples at which the output starts, in seconds.
  var origin: Rational
  /// Where segments end; `nil` for a file.
  var schedule: SegmentSchedule?
  /// Where encoded samples go.
  var output: any WriterOutput
  /// Counts what has been done.
  var progress: EncodingProgress
  /// Called when a track has taken a sample.
  var hasRoom: @Sendable () -> Void
}

/// What is made of the pictures of an input.
struct WriterInputPlan: Sendable {
  /// The name of the track among those of the output.
  var name: String
  var settings: OutputSettings.Video
  var hint: SourceFormat?
  var orientation: Orientation
  var speed: String

  /// How many pictures wait before the encoder.
  static let waitingPictures = 4

  /// The rate that is known before pictures come.
  var frameRate: Rational? {
    let expected = settings.compression.expectedFrameRate.map {
      FrameRate.snapped(Rational(Int64(($0 * 1000).rounded()), 1000))
    }
    return expected ?? hint.flatMap { $0.frameRate.numerator > 0 ? $0.frameRate : nil }
  }

  /// What is encoded, as the first sample shows it.
  func plan(_ sample: WriterSample, rate: Rational) throws -> LadderPlan {
    let format = sourceFormat(sample, rate)
    try settings.validate(for: format)
    var rung = VideoRung(settings, of: format, number: 0)
    rung.label = name
    let light = StaticMetadata(
      masteringDisplay: format.masteringDisplay, contentLightLevel: format.contentLightLevel)
    let stream = stream(sample, format)
    return LadderPlan(
      source: SourceDescription(
        path: name, container: "", duration: nil, tracks: [stream], chapterCount: 0,
        findings: BitstreamFindings()),
      video: stream, rungs: [rung], audio: [],
      grid: SegmentGrid(frameRate: rate, divisor: 1, segmentDuration: 2), speed: speed,
      range: SourceRange(), light: LightMapping(peak: light.peak(nil)), metadata: light,
      isStrict: false, turnsUpright: false, warnings: [])
  }

  /// What the samples are: what the hint says, else what the first of them says.
  private func sourceFormat(_ sample: WriterSample, _ rate: Rational) -> SourceFormat {
    var format =
      hint
      ?? SourceFormat(
        width: sample.frame.width, height: sample.frame.height, color: sample.color ?? .bt709,
        bitDepth: sample.frame.pixelFormat.bitDepth)
    format.frameRate = rate
    format.color.isFullRange = sample.isFullRange
    return format
  }

  private func stream(_ sample: WriterSample, _ format: SourceFormat) -> StreamDescription {
    let frame = sample.frame
    let chroma = frame.chromaLocation
    var stream = StreamDescription.pictures(
      frame.width, frame.height, sample.planar ?? frame.pixelFormat, rate: format.frameRate,
      format.color, chroma == .unspecified ? .left : chroma)
    stream.video?.masteringDisplay = format.masteringDisplay
    stream.video?.contentLightLevel = format.contentLightLevel
    return stream
  }

  /// Refuses a sample that is not what the hint says.
  func check(_ sample: WriterSample) throws(EncodingError) {
    guard let hint else { return }
    guard sample.frame.width == hint.width, sample.frame.height == hint.height else {
      throw EncodingError(
        .sample, "append",
        "expected pictures of \(hint.width)x\(hint.height) as in the source format hint, found "
          + "\(sample.frame.width)x\(sample.frame.height)")
    }
    guard let color = sample.color else { return }
    guard
      (color.primaries, color.transfer, color.matrix)
        == (hint.color.primaries, hint.color.transfer, hint.color.matrix)
    else {
      throw EncodingError(
        .sample, "append",
        "expected pictures of the colours in the source format hint, found others",
        hint: "attach the same colours to every buffer, or none")
    }
  }
}

extension OutputSettings.Video {
  /// Refuses what makes no sense for pictures of a format.
  func validate(for format: SourceFormat) throws(EncodingError) {
    try validate()
    guard color == nil, codec == .hevc, format.range != .sdr,
      let profile = compression.profile, profile.bitDepth < 10
    else { return }
    throw EncodingError(
      .settings, SettingsKey.profileLevel,
      "HDR in HEVC needs 10 bits, '\(profile.name)' has \(profile.bitDepth)",
      hint: "take \(CodecProfile.hevcMain10.name), or leave the key out")
  }
}
