// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor
internal import LibAV

/// How the pictures of a clip become those of a composition.
struct PiecePicture {
  /// What they are as the clip's placement shows them.
  var video: VideoParameters
  /// What is made of them: a picture as large as the composition's, or of the place that they have.
  var key: PictureKey
  /// Where they lie; `nil` where they are as large as the composition's.
  var origin: (x: Int, y: Int)?
  /// The brightest light of the source.
  var peak: PicturePeak
}

extension CompositionPlan.Piece {
  init(
    _ clip: Composition.Clip, _ member: SourceMix.Member?, _ program: AudioProgram?,
    on canvas: CompositionPlan.Canvas?, _ sound: SoundFormat?
  ) {
    self.clip = clip
    self.program = program
    kind = member?.kind
    metadata = member?.metadata
    (conversion, fit, rate) = (nil, nil, nil)
    (pictures, samples) = (0..<0, 0..<0)
    let video = clip.hasPictures ? clip.source.mainVideo?.video : nil
    picture = canvas.flatMap { canvas in
      video.map { PiecePicture(clip, $0, on: canvas) }
    }
    if let canvas, let video, let picture {
      conversion = member?.conversion ?? Self.conversion(of: video, to: canvas.color)
      fit = picture.fit(on: canvas)
      let own = FrameRate.snapped(video.pictureRate)
      rate = clip.source.isStill || own == canvas.frameRate ? nil : "\(own) to \(canvas.frameRate)"
      pictures =
        canvas.frameRate.multiplied(by: clip.start)..<canvas.frameRate.multiplied(by: clip.end)
    }
    if let sound, program != nil {
      let samplesPerSecond = Rational(Int64(sound.sampleRate))
      // Sound is cut where pictures are, so that it stays with those it was recorded with, on
      // whichever track they lie.
      let rate = canvas?.frameRate
      func sample(at time: Rational) -> Int64 {
        guard let rate else { return samplesPerSecond.multiplied(by: time) }
        return samplesPerSecond.multiplied(
          by: Rational.seconds(rate.multiplied(by: time), in: rate.inverse))
      }
      samples = sample(at: clip.start)..<sample(at: clip.end)
    }
  }

  /// What happens to the colours of pictures whose range stays.
  private static func conversion(
    of video: VideoParameters, to color: ColorDescription
  ) -> String? {
    var own = video.color
    own.isFullRange = color.isFullRange
    guard video.videoRange == color.videoRange, own != color else { return nil }
    return "\(video.color.name) becomes \(color.name)"
  }
}

extension PiecePicture {
  init(
    _ clip: Composition.Clip, _ video: VideoParameters, on canvas: CompositionPlan.Canvas
  ) {
    self.video = clip.placement.applied(to: video)
    let shape = PictureSize(self.video)
    let size: PictureSize
    if let frame = clip.placement.frame {
      size = PictureSize(width: frame.width, height: frame.height).even
      let isWhole = size == canvas.size && (frame.x, frame.y) == (0, 0)
      origin = isWhole ? nil : (frame.x & ~1, frame.y & ~1)
    } else {
      size = shape.fitted(into: canvas.size)
      origin = nil
    }
    key = PictureKey(
      range: canvas.color.videoRange, width: size.width, height: size.height, divisor: 1,
      bitDepth: canvas.format.bitDepth, chroma: canvas.chroma,
      ownColor: canvas.color == canvas.color.videoRange.color ? nil : canvas.color,
      canvas: clip.placement.frame == nil && size != canvas.size ? canvas.size : nil)
    peak = StaticMetadata.credible(in: clip.source, nil).metadata.peak(nil)
  }

  /// How the pictures are fitted, in words.
  func fit(on canvas: CompositionPlan.Canvas) -> String? {
    let shape = PictureSize(video)
    let isScaled = shape.even != PictureSize(width: key.width, height: key.height)
    let changes = [
      isScaled
        ? "scaled from \(shape.width)x\(shape.height) to \(key.width)x\(key.height)" : nil,
      origin.map { "at \($0.x),\($0.y)" }, key.canvas == nil ? nil : "black around",
    ].compactMap(\.self)
    return changes.isEmpty ? nil : changes.joined(separator: ", ")
  }
}

extension PictureSize {
  /// The size of a picture as it is shown.
  init(_ video: VideoParameters) {
    let (width, height) = video.displaySize
    self.init(width: max(2, width), height: max(2, height))
  }

  /// As large as it fits into a size; rounding to even sides is no reason for bars.
  func fitted(into canvas: PictureSize) -> PictureSize {
    let inside = scaled(
      by: min(
        Rational(Int64(canvas.width), Int64(width)), Rational(Int64(canvas.height), Int64(height))))
    let isNear =
      abs(inside.width - canvas.width) <= 2 && abs(inside.height - canvas.height) <= 2
    return isNear ? canvas : inside
  }
}

extension CompositionPlan.Canvas {
  /// What the pictures of some clips become; `nil` without any.
  init?(of clips: [Composition.Clip], _ asked: VideoComposition, _ mix: SourceMix) {
    let videos = clips.compactMap { clip in
      clip.source.mainVideo?.video.map { (clip: clip, video: clip.placement.applied(to: $0)) }
    }
    guard let range = asked.color?.videoRange ?? mix.result?.range, !videos.isEmpty else {
      return nil
    }
    let behind = videos.filter { $0.clip.placement.frame == nil }
    let sizes = (behind.isEmpty ? videos : behind).map { PictureSize($0.video).even }
    // The first of the largest.
    let largest = sizes.reduce(sizes[0]) { $1.pixels > $0.pixels ? $1 : $0 }
    width = asked.size?.width ?? largest.width
    height = asked.size?.height ?? largest.height
    let rates = videos.filter { !$0.clip.source.isStill }
      .map { FrameRate.snapped($0.video.pictureRate) }
    frameRate = FrameRate.snapped(asked.frameRate ?? rates.max() ?? Rational(30))
    let kept = Set(clips.compactMap { SourceFormat($0.source)?.keptColor })
    let common = kept.count == 1 ? kept.first : nil
    color = asked.color ?? (range == .sdr ? common : nil) ?? range.color
    let isDeep = range != .sdr || videos.contains { $0.video.pixelFormat.bitDepth > 8 }
    let isConverted = videos.contains { $0.video.videoRange != range }
    let densest = videos.map { ChromaDensity($0.video.pixelFormat) }.max() ?? .half
    format = (isConverted ? .half : densest).format(bitDepth: isDeep ? 10 : 8)
  }

  /// How many samples of chroma there are.
  var chroma: ChromaDensity { ChromaDensity(format) }
}

extension ChromaDensity {
  /// That of a format; pictures in red, green and blue have most.
  init(_ format: PixelFormat) {
    switch (format.chromaWidthShift, format.chromaHeightShift) {
    case (0, _) where format.hasChroma: self = .full
    case (1, 0): self = .rows
    default: self = .half
    }
  }
}

extension SoundFormat {
  /// What sounds become together: the widest of their layouts, and the rate that all have if that
  /// is one of the two usual ones; `nil` without any.
  init?(mixing programs: [AudioProgram]) {
    let layouts = programs.map(\.layout)
    guard let first = layouts.first else { return nil }
    let widest = layouts.reduce(first) { $1.channels.count > $0.channels.count ? $1 : $0 }
    self.init(
      sampleRate: programs.allSatisfy { $0.sampleRate == 44_100 } ? 44_100 : 48_000,
      sampleFormat: Frame.interleavedFormat, layout: widest)
  }
}
