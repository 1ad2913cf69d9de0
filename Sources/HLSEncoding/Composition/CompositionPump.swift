// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import LibAV

/// Decodes the clips of a composition, each once, and hands its pictures and its sound to the
/// encoders' queues. Files are open no longer than their clips last.
final class CompositionPump: Pump {
  private let plan: CompositionPlan
  private let feed: PictureFeed?
  private let programs: [AudioProgramPath]
  private let pictureTrack: PictureTrack?
  private let mixer: SoundMixer?
  private let cancellation: Cancellation

  init(
    _ composition: CompositionPlan, _ options: ExportOptions, _ ladder: LadderPlan,
    _ queues: EncoderQueues, _ cancellation: Cancellation, _ progress: EncodingProgress
  ) throws {
    plan = composition
    self.cancellation = cancellation
    // What nobody takes is not read.
    var media: Composition.Media = []
    if composition.canvas != nil, !ladder.rungs.isEmpty { media.insert(.pictures) }
    if composition.sound != nil, !ladder.audio.isEmpty { media.insert(.sound) }
    let readers = ClipReaders(media, cancellation)
    if let canvas = composition.canvas, let video = ladder.video?.video, media.contains(.pictures) {
      let input = PictureInput(video, timeBase: canvas.frameRate.inverse)
      feed = try PictureFeed(video, input, ladder, queues, progress)
      pictureTrack = PictureTrack(composition.pieces, canvas) { piece in
        try piece.picture.map {
          try ClipPictures(piece, $0, readers.reader(of: piece), canvas, options, progress)
        }
      }
    } else {
      (feed, pictureTrack) = (nil, nil)
    }
    programs = ladder.programs.map { AudioProgramPath($0, ladder, queues, progress) }
    mixer =
      media.contains(.sound)
      ? composition.sound.map { format in
        SoundMixer(composition.pieces, format) { piece in
          try piece.program.map {
            try ClipSound(
              $0, readers.reader(of: piece), format, isStrict: options.isStrict, progress)
          }
        }
      } : nil
  }

  var pictures: Int64 { feed?.pictures ?? 0 }

  func run() throws {
    if let feed, let pictureTrack {
      for place in 0..<plan.pictureCount {
        try check()
        try feed.push(pictureTrack.picture(at: place), at: place)
        try hear(upTo: seconds(after: place + 1))
      }
      try feed.push(nil, at: plan.pictureCount)
    } else {
      // A step that is short beside what queues hold.
      let step = Rational(1, 4)
      var time = min(step, plan.duration)
      while time < plan.duration {
        try check()
        try hear(upTo: time)
        time = time + step
      }
    }
    try hear(upTo: plan.duration)
    for program in programs { try program.finish(at: plan.duration) }
  }

  private func check() throws {
    guard !cancellation.isCancelled else { throw EncodingError(.interrupted, "", "interrupted") }
  }

  private func seconds(after pictures: Int64) -> Rational {
    Rational.seconds(pictures, in: plan.canvas?.frameRate.inverse ?? Rational(1))
  }

  private func hear(upTo end: Rational) throws {
    guard let mixer, let rate = plan.sampleRate else { return }
    try mixer.mix(upTo: Rational(Int64(rate)).multiplied(by: end)) { frame, position in
      for program in programs {
        try program.take(frame, of: 0) { Rational(1, Int64(rate)).rescale(position, to: $0) }
      }
    }
    for program in programs { try program.give(upTo: end) }
  }
}

/// The open files of clips: the pictures and the sound of one clip share one.
private final class ClipReaders {
  /// What anybody takes.
  private let media: Composition.Media
  private let cancellation: Cancellation
  private var open: [Place: Weak] = [:]

  /// A clip is known by where it lies and where it comes from.
  private struct Place: Hashable {
    var path: String
    var start: Rational
    var source: Rational
    var layer: Int
    var media: Composition.Media
  }

  private struct Weak {
    weak var reader: ClipReader?
  }

  init(_ media: Composition.Media, _ cancellation: Cancellation) {
    self.media = media
    self.cancellation = cancellation
  }

  /// The reader of a clip, opened for all that is taken of it.
  func reader(of piece: CompositionPlan.Piece) throws -> ClipReader {
    let clip = piece.clip
    let place = Place(
      path: clip.source.path, start: clip.start, source: clip.range.start, layer: clip.layer,
      media: clip.media)
    if let known = open[place]?.reader { return known }
    var tracks = Set<Int>()
    if media.contains(.sound) { tracks.formUnion(piece.program?.inputs.map(\.track) ?? []) }
    if media.contains(.pictures), piece.picture != nil, let main = clip.source.mainVideo {
      tracks.insert(main.index)
    }
    let reader = try ClipReader(clip, reading: tracks, cancellation)
    open[place] = Weak(reader: reader)
    return reader
  }
}
