// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor
internal import LibAV

/// The pictures of a clip as a composition shows them, one for each of its own: each decoded once,
/// converted once, and shown as often as the rate asks for it.
final class ClipPictures {
  private let reader: ClipReader
  private let stream: StreamDescription
  private let decoder: Decoder
  private let picture: PiecePicture
  private let light: LightMapping
  private let frameRate: Rational
  private let progress: EncodingProgress

  private var trackTime: TrackTime
  /// What the source adds to the times of pictures, in the track's time base.
  private let delay: Int64
  private var adapter: PictureAdapter?
  private var lastGood: Frame?
  private var fields: SourceGraph?
  private var pipeline: PicturePipeline?
  private var mask: PictureMask?

  /// Decoded pictures that are not shown yet, with their times in seconds from the clip's start.
  private var ready: ArraySlice<(frame: Frame, time: Double)> = []
  private var shown: (frame: Frame, time: Double)?
  private var converted: (picture: Frame, mask: AlphaPlane?)?
  private var convertedCount: Int64 = 0
  private var isAtEnd = false

  init(
    _ piece: CompositionPlan.Piece, _ picture: PiecePicture, _ reader: ClipReader,
    _ canvas: CompositionPlan.Canvas, _ options: ExportOptions, _ progress: EncodingProgress
  ) throws {
    guard let stream = piece.clip.source.mainVideo else {
      throw EncodingError(.source, piece.clip.source.path, "expected pictures, found none")
    }
    self.stream = stream
    self.reader = reader
    self.picture = picture
    self.progress = progress
    decoder = try reader.decoder(of: stream.index, isStrict: options.isStrict)
    light = LightMapping(toneMap: options.toneMap, peak: picture.peak)
    frameRate = canvas.frameRate
    trackTime = TrackTime(stream.timeBase)
    delay = stream.timeBase.inverse.multiplied(by: piece.clip.source.pictureDelay)
    isStrict = options.isStrict
  }

  private let isStrict: Bool

  /// A picture is shown from a little less than half a picture before its time on, as times in
  /// containers are rounded.
  private static let earliness = 0.45

  /// The picture at a place, counted from the clip's first, with what of it covers; the places that
  /// are asked for never go back.
  func picture(at place: Int64) throws -> (picture: Frame, mask: AlphaPlane?) {
    let limit = (Double(place) + Self.earliness) / frameRate.value
    while true {
      while ready.isEmpty, !isAtEnd { try decode() }
      guard let next = ready.first, shown == nil || next.time <= limit else { break }
      ready.removeFirst()
      shown = next
      converted = nil
    }
    if let converted { return converted }
    guard let shown else {
      throw EncodingError(
        .source, reader.clip.source.path,
        "expected pictures from \(reader.clip.range.start.secondsText) s on, found none that decodes"
      )
    }
    let result = try convert(shown.frame)
    converted = result
    return result
  }
}

// MARK: - Decoding

extension ClipPictures {
  private func decode() throws {
    let packet = try reader.packet(of: stream.index)
    let isClean = try decoder.decode(packet) { frame in
      if frame.isDamaged { try damage() }
      try take(frame)
    }
    if !isClean { try damage() }
    guard packet == nil else { return }
    if fields != nil { try drain(pushing: nil, at: reader.endTime(of: stream)) }
    isAtEnd = true
    try checkEnd()
  }

  private func take(_ frame: Frame) throws {
    let rate = FrameRate.snapped(stream.video?.frameRate ?? frameRate)
    let time = trackTime.next(
      frame.presentationTime.map { $0 &+ delay },
      lasting: rate.inverse.rescale(1, to: stream.timeBase), &reader.clock)
    let relative = reader.time(time, in: stream.timeBase, to: stream.timeBase)
    var whole = frame
    if frame.isDamaged, let lastGood { whole = lastGood } else { lastGood = frame }
    try start(with: whole)
    guard let adapted = try adapter?.adapt(whole) else { return }
    if fields == nil {
      ready.append((adapted, Double(relative) * stream.timeBase.value))
    } else {
      try drain(pushing: adapted, at: relative)
    }
  }

  /// Makes pictures of fields; the filter counts half units.
  private func drain(pushing frame: Frame?, at time: Int64) throws {
    try fields?.push(frame, at: time)
    while let picture = try fields?.pull() {
      let half = Double(picture.presentationTime ?? 0) / 2
      ready.append((picture, half * stream.timeBase.value))
    }
  }

  private func damage() throws {
    progress.damage()
    guard isStrict else { return }
    throw EncodingError(
      .source, reader.clip.source.path, "track \(stream.index) does not decode cleanly",
      hint: "without --strict the last good picture stands in for it")
  }

  /// A container whose index promises pictures that are not there has been cut off.
  private func checkEnd() throws {
    let source = reader.clip.source
    guard source.container.hasPrefix("mov"), let last = ready.last ?? shown else { return }
    let missing = reader.clip.range.duration.value - last.time
    let length = Rational.seconds(stream.duration ?? 0, in: stream.timeBase)
    guard missing > 1, reader.clip.range.end <= length else { return }
    throw EncodingError(
      .source, source.path,
      "the file is cut off: its pictures end \(Rational(nearest: missing).secondsText) s early")
  }
}

// MARK: - Converting

extension ClipPictures {
  /// Lays out the way of the pictures when the first of them shows what they are.
  private func start(with frame: Frame) throws {
    guard adapter == nil else { return }
    adapter = PictureAdapter(to: frame)
    var video = picture.video
    (video.width, video.height, video.pixelFormat) = (frame.width, frame.height, frame.pixelFormat)
    var input = PictureInput(
      video, video.isInterlaced ? (frame.isInterlaced ? .marked : .all) : nil,
      timeBase: stream.timeBase)
    // Clips that stay in their range have their chroma where the others have it.
    if video.videoRange == picture.key.range { input.targetChroma = .left }
    if input.fields != nil {
      var whole = input
      (whole.cropping, whole.orientation) = (nil, .upright)
      fields = try SourceGraph.make(from: whole)
      input.fields = nil
    }
    if video.pixelFormat.hasAlpha {
      mask = try PictureMask(input, width: picture.key.width, height: picture.key.height)
    }
    pipeline = try PicturePipeline.make(video, input, to: [picture.key], light)
  }

  private func convert(_ frame: Frame) throws -> (picture: Frame, mask: AlphaPlane?) {
    var result: Frame?
    try pipeline?.push(frame, at: convertedCount) { _, picture in result = picture }
    convertedCount += 1
    guard let result else {
      throw EncodingError(
        .encoder, reader.clip.source.path, "the filters gave no picture for one")
    }
    return (result, try mask?.plane(of: frame))
  }
}

extension ClipReader {
  /// When a track ends, in its time base, counted from the clip's start.
  fileprivate func endTime(of stream: StreamDescription) -> Int64 {
    time(
      (stream.startTime ?? 0) &+ (stream.duration ?? 0), in: stream.timeBase, to: stream.timeBase)
  }
}
