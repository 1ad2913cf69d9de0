// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor
internal import LibAV

/// Makes the pictures that an encoder takes from those that a program appends.
struct PictureMaker {
  /// What comes out.
  enum Output: Sendable {
    /// What is encoded, before the first picture.
    case plan(VideoRung, LadderPlan)
    /// A picture, and whether a segment starts with it.
    case picture(Frame, startsGroup: Bool)
  }

  private let input: WriterInputPlan
  private let context: WriterContext
  /// The first sample, until the second shows the rate.
  private var first: WriterSample?
  private var line: Line?

  /// All that is there from the second picture on.
  private struct Line {
    let pipeline: PicturePipeline
    let rate: Rational
    var grid: PictureGrid
    var counter: SegmentCounter?
    var adapter: FrameAdapter?
    var made: Int64 = 0
  }

  init(_ input: WriterInputPlan, _ context: WriterContext) {
    self.input = input
    self.context = context
  }

  /// Whether nothing has come.
  var isEmpty: Bool { line == nil }

  /// When the next picture is shown; `nil` before the first.
  var nextTime: Rational? { line.flatMap { time(of: $0.made, at: $0.rate) } }

  /// The time of a picture by its number.
  private func time(of picture: Int64, at rate: Rational) -> Rational {
    let ticks = context.origin.ticks(since: Rational(0), at: Rational(rate.numerator))
    return Rational(ticks + picture * rate.denominator, rate.numerator)
  }

  /// Takes the next sample.
  mutating func take(_ sample: WriterSample, _ body: (Output) throws -> Void) throws {
    if line == nil, input.frameRate == nil, first == nil {
      first = sample
      return
    }
    if let first {
      self.first = nil
      try start(with: first, FrameRate.measured(from: first.time, to: sample.time), body)
      try push(first, body)
    } else if line == nil {
      try start(with: sample, input.frameRate ?? Rational(30), body)
    }
    try push(sample, body)
  }

  /// Ends the pictures at a time, or when the last one does.
  mutating func finish(at end: Rational?, _ body: (Output) throws -> Void) throws {
    if let first {
      self.first = nil
      try start(with: first, Rational(30), body)
      try push(first, body)
    }
    guard var grid = line?.grid else { return }
    try grid.finish(at: end) { try show($0, body) }
    try drain(body)
  }

  private mutating func start(
    with sample: WriterSample, _ rate: Rational, _ body: (Output) throws -> Void
  ) throws {
    let plan = try input.plan(sample, rate: rate)
    guard let rung = plan.rungs.first, let stream = plan.video, let video = stream.video else {
      return
    }
    let pictures = PictureInput(video, timeBase: rate.inverse)
    line = Line(
      pipeline: try PicturePipeline.make(video, pictures, to: [rung.pictureKey], plan.light),
      rate: rate, grid: PictureGrid(origin: context.origin, rate: rate),
      counter: context.schedule.map { SegmentCounter($0) })
    try body(.plan(rung, plan))
  }

  private mutating func push(_ sample: WriterSample, _ body: (Output) throws -> Void) throws {
    guard let planar = sample.planar else { return }
    var frame = sample.frame
    if frame.pixelFormat != planar {
      let adapter =
        try line?.adapter
        ?? FrameAdapter.picture(frame, width: frame.width, height: frame.height, planar)
      line?.adapter = adapter
      guard let adapted = try adapter.adapt(frame) else { return }
      frame = adapted
    }
    guard var grid = line?.grid else { return }
    try grid.push(frame, at: sample.time, until: sample.end) { try show($0, body) }
    line?.grid = grid
  }

  /// Makes a picture of a frame that is shown for a tick.
  private mutating func show(_ frame: Frame, _ body: (Output) throws -> Void) throws {
    guard var line else { return }
    self.line = nil
    try line.pipeline.push(frame, at: line.made) { _, picture in
      let time = time(of: line.made, at: line.rate)
      line.made += 1
      try body(.picture(picture, startsGroup: line.counter?.starts(at: time) ?? false))
    }
    self.line = line
  }

  private mutating func drain(_ body: (Output) throws -> Void) throws {
    guard let line else { return }
    try line.pipeline.push(nil, at: line.made) { _, picture in
      try body(.picture(picture, startsGroup: false))
    }
  }
}

extension FrameRate {
  /// The rate of pictures that are shown at two times.
  static func measured(from first: Rational, to second: Rational) -> Rational {
    let ticks = second.ticks(since: first, at: Rational(90_000))
    guard ticks > 0 else { return Rational(30) }
    return snapped(max(Rational(1), min(Rational(240), Rational(90_000, ticks))))
  }
}
