// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import LibAV

/// The pictures' way from packets to the encoders.
final class VideoPath {
  let stream: StreamDescription
  let decoder: Decoder
  private var feed: PictureFeed?
  private let queues: EncoderQueues
  private let plan: LadderPlan
  private var trackTime: TrackTime
  /// What the source adds to the times of pictures, in the track's time base.
  private let delay: Int64
  private var adapter: PictureAdapter?
  /// The last picture that decoded cleanly, which stands in for damaged ones.
  private var lastGood: Frame?
  private var lastTime: Int64 = -1
  private var endTime: Int64 = 0
  /// The pictures at the full rate so far.
  var pictures: Int64 { feed?.pictures ?? 0 }

  /// Whether the part of the source that was asked for is over.
  private(set) var isPastEnd = false

  init(
    _ stream: StreamDescription, _ plan: LadderPlan, _ decoder: consuming Decoder,
    _ queues: EncoderQueues
  ) throws {
    self.stream = stream
    self.decoder = decoder
    guard !plan.allPictures.isEmpty else {
      throw EncodingError(.ladder, plan.source.path, "the ladder holds no rungs")
    }
    self.queues = queues
    trackTime = TrackTime(stream.timeBase)
    let wait = plan.source.pictureDelay
    delay = Rational(1, wait.denominator).rescale(wait.numerator, to: stream.timeBase)
    self.plan = plan
  }

  /// How long the pictures are that were handed on, in seconds.
  var seconds: Rational {
    let rate = plan.grid.frameRate
    return Rational(pictures * rate.denominator, rate.numerator)
  }

  /// Takes a decoded picture.
  func take(
    _ frame: Frame, _ clock: inout SourceClock, _ progress: EncodingProgress
  ) throws {
    let rate = FrameRate.snapped(stream.video?.frameRate ?? plan.grid.frameRate)
    let duration = rate.inverse.rescale(1, to: stream.timeBase)
    let decoded = trackTime.next(
      frame.presentationTime.map { $0 &+ delay }, lasting: duration, &clock)
    guard !isPastEnd, !clock.isBeforeStart(decoded, in: stream.timeBase) else { return }
    clock.start(at: decoded, in: stream.timeBase)
    let time = clock.time(decoded, in: stream.timeBase, to: stream.timeBase) ?? 0
    // A time that does not go on would make the rate filter drop or reorder; it follows the last.
    let next = max(time, lastTime + 1)
    lastTime = next
    if let limit = plan.range.duration, Double(next) * stream.timeBase.value >= limit - 0.0005 {
      isPastEnd = true
      return
    }
    endTime = next &+ shownTime(ofPictureAt: frame.presentationTime)
    if let limit = plan.range.duration {
      endTime = min(endTime, Int64((limit / stream.timeBase.value).rounded()))
    }
    try push(sound(frame), at: next, progress)
  }

  /// The picture itself, or in place of a damaged one the last that was not.
  private func sound(_ frame: Frame) -> Frame {
    guard frame.isDamaged, let lastGood else {
      lastGood = frame
      return frame
    }
    return lastGood
  }

  /// How long a picture is shown when none follows: to the end of the track that the container
  /// declares, where that is within a second; else as long as any other.
  private func shownTime(ofPictureAt time: Int64?) -> Int64 {
    let rate = FrameRate.snapped(stream.video?.frameRate ?? plan.grid.frameRate)
    let usual = rate.inverse.rescale(1, to: stream.timeBase)
    guard let time else { return usual }
    let second = max(1, stream.timeBase.inverse.multiplied(by: 1))
    let rest = (stream.startTime ?? 0) &+ (stream.duration ?? 0) &- time
    return (1...second).contains(rest) ? rest : usual
  }

  /// Takes the end of the track.
  func finish(_ progress: EncodingProgress) throws {
    try push(nil, at: endTime, progress)
  }

  /// Lays out the way of the pictures when the first of them shows what they are.
  private func start(with frame: Frame, _ progress: EncodingProgress) throws {
    guard adapter == nil, var video = stream.video else { return }
    adapter = PictureAdapter(to: frame)
    if !plan.turnsUpright { video.orientation = .upright }
    (video.width, video.height, video.pixelFormat) = (frame.width, frame.height, frame.pixelFormat)
    let fields: PictureInput.Fields? =
      video.isInterlaced ? (frame.isInterlaced ? .marked : .all) : nil
    let input = PictureInput(
      video, fields, timeBase: stream.timeBase, frameRate: plan.grid.frameRate)
    feed = try PictureFeed(video, input, plan, queues, progress)
  }

  private func push(_ frame: Frame?, at time: Int64, _ progress: EncodingProgress) throws {
    if let frame { try start(with: frame, progress) }
    let picture = try frame.flatMap { try adapter?.adapt($0) }
    guard frame == nil || picture != nil else { return }
    try feed?.push(picture, at: time)
  }
}
