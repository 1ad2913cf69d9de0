// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HDRColor
public import LibAV

/// What a composition becomes: size, rate, range and length, and what is done to each clip for it.
/// Decided before anything is decoded.
public struct CompositionPlan: Sendable {
  /// A clip, and what is done to it.
  public struct Piece: Sendable {
    /// The clip.
    public var clip: Composition.Clip
    /// What its pictures are; `nil` for sound alone.
    public var kind: SourceMix.Kind?
    /// What is done with its colours, in words; `nil` where they stay as they are.
    public var conversion: String?
    /// What becomes of its static metadata, in words, where it has some.
    public var metadata: String?
    /// How its pictures are fitted, in words; `nil` where they stay as they are.
    public var fit: String?
    /// How its rate changes, in words; `nil` where it stays.
    public var rate: String?
    /// Its pictures among those of the composition; empty for sound alone.
    public var pictures: Range<Int64>
    /// Its samples among those of the composition; empty for pictures alone.
    public var samples: Range<Int64>

    /// How its pictures go into those of the composition.
    let picture: PiecePicture?
    /// What is heard of it.
    let program: AudioProgram?
  }

  /// The clips in the order in which they start.
  public let pieces: [Piece]
  /// The pictures; `nil` for sound alone.
  public let canvas: Canvas?
  /// What comes out, by kind; `nil` for sound alone.
  public let kind: SourceMix.Kind?
  /// How many pictures there are.
  public let pictureCount: Int64
  /// How long it lasts, in seconds: a whole number of pictures.
  public let duration: Rational
  /// What the user should know.
  public let warnings: [String]

  /// The sound; `nil` without any.
  let sound: SoundFormat?

  /// What the pictures of a composition are.
  public struct Canvas: Hashable, Sendable {
    /// Pixels in a row.
    public var width: Int
    /// Rows.
    public var height: Int
    /// Frames a second.
    public var frameRate: Rational
    /// What the numbers mean.
    public var color: ColorDescription
    /// How they are stored.
    public var format: PixelFormat

    var size: PictureSize { PictureSize(width: width, height: height) }
  }

  /// Whether sounds are added, or made louder.
  var canExceedFullScale: Bool {
    let heard = pieces.filter { !$0.samples.isEmpty }
      .sorted { $0.samples.lowerBound < $1.samples.lowerBound }
    var end: Int64 = 0
    for piece in heard {
      let volume = piece.clip.volume.values.max() ?? 1
      guard piece.samples.lowerBound >= end, volume <= 1 else { return true }
      end = piece.samples.upperBound
    }
    return false
  }

  /// Samples a second of the sound; `nil` without any.
  public var sampleRate: Int? { sound?.sampleRate }

  /// Plans a composition.
  ///
  /// - Parameters:
  ///   - composition: The clips.
  ///   - video: What the pictures are where that is not left to the clips.
  /// - Throws: ``EncodingError`` for clips that overlap, that their sources do not have or that
  ///   cannot be joined.
  public init(
    _ composition: Composition, _ video: VideoComposition = VideoComposition()
  ) throws(EncodingError) {
    try video.validate()
    let clips = try composition.checkedClips()
    let shown = clips.filter(\.hasPictures)
    for clip in shown {
      guard let parameters = clip.source.mainVideo?.video else { continue }
      try LadderPlan.checkBaseLayer(of: parameters, clip.source.path)
    }
    let mix = SourceMix(shown.map(\.source), as: video.color?.videoRange)
    let canvas = Canvas(of: shown, video, mix)
    let programs = try clips.map { clip throws(EncodingError) in try clip.program() }
    let sound = SoundFormat(mixing: programs.compactMap(\.self))
    var members = mix.members[...]
    var pieces: [Piece] = []
    for (clip, program) in zip(clips, programs) {
      let member = clip.hasPictures ? members.popFirst() : nil
      pieces.append(Piece(clip, member, program, on: canvas, sound))
    }
    self.pieces = pieces
    self.canvas = canvas
    self.sound = sound
    kind = mix.result
    let length = composition.duration
    if let canvas {
      pictureCount = canvas.frameRate.multiplied(by: length)
      duration = Rational.seconds(pictureCount, in: canvas.frameRate.inverse)
    } else {
      pictureCount = 0
      duration = length
    }
    warnings = Self.warnings(for: pieces)
    guard canvas == nil || pictureCount > 0 else {
      throw EncodingError(
        .settings, "composition", "expected at least one picture, found \(length.secondsText) s")
    }
  }

  private static func warnings(for pieces: [Piece]) -> [String] {
    var warnings: [String] = []
    for piece in pieces {
      let source = piece.clip.source
      for warning in LadderPlan.warnings(for: source)
        + StaticMetadata.credible(in: source, nil).doubts
      where piece.clip.hasPictures && !source.isStill {
        warnings.append("\(source.path): \(warning)")
      }
      if piece.metadata == "dropped" {
        warnings.append(
          "\(source.path): its HDR10 metadata are dropped: they do not describe the whole")
      }
    }
    return warnings.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}

extension CompositionPlan {
  /// The composition as exports see it: one source, whose pictures and sound need nothing done.
  public var source: SourceDescription {
    var source = SourceDescription(
      path: "composition", container: "composition", duration: duration, tracks: [],
      chapterCount: 0, findings: BitstreamFindings())
    if let canvas {
      var stream = StreamDescription.pictures(
        canvas.width, canvas.height, canvas.format, rate: canvas.frameRate, canvas.color, .left)
      stream.index = source.tracks.count
      if let carrier = pieces.first(where: { $0.metadata == "kept" }) {
        let metadata = StaticMetadata.credible(in: carrier.clip.source, nil).metadata
        stream.video?.masteringDisplay = metadata.masteringDisplay
        stream.video?.contentLightLevel = metadata.contentLightLevel
      }
      stream.duration = pictureCount
      source.tracks.append(stream)
      source.findings.declaredColor = canvas.color
    }
    if let sound {
      var stream = StreamDescription.sound(sound.sampleRate, sound.layout)
      stream.index = source.tracks.count
      let languages = Set(pieces.compactMap(\.program?.language))
      stream.language = languages.count == 1 ? languages.first : nil
      source.tracks.append(stream)
    }
    return source
  }
}
