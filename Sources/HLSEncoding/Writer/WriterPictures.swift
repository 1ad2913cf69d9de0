// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor
internal import LibAV
internal import Synchronization

/// The pictures of a writer's input on their way to its output: one thread brings them to the rate,
/// the size and the colours, another encodes them.
final class WriterPictures: WriterTrack {
  /// What goes to the first thread.
  private enum Entry: Sendable {
    case sample(WriterSample)
    case flush
    case end(Rational?)
  }

  /// What goes to the second.
  private enum Step: Sendable {
    case made(PictureMaker.Output)
    case flush
  }

  private let input: WriterInputPlan
  private let context: WriterContext
  private let entries: BoundedQueue<Entry>
  private let steps = BoundedQueue<Step>(capacity: 3)

  init(_ input: WriterInputPlan, _ context: WriterContext) {
    self.input = input
    self.context = context
    entries = BoundedQueue(capacity: WriterInputPlan.waitingPictures)
  }

  var hasRoom: Bool { entries.hasRoom }
  func push(_ sample: WriterSample) -> Bool { entries.push(.sample(sample)) }
  func flush() { _ = entries.push(.flush, waits: false) }
  func finish(at end: Rational?) {
    _ = entries.push(.end(end), waits: false)
    entries.finish()
  }
  func abandon() {
    entries.abandon()
    steps.abandon()
  }
  var work: [@Sendable () throws -> Void] { [{ try self.prepare() }, { try self.encode() }] }

  // MARK: The first thread

  private func prepare() throws {
    var maker = PictureMaker(input, context)
    while let entry = entries.pop() {
      context.hasRoom()
      switch entry {
      case .sample(let sample): try maker.take(sample, give)
      case .flush:
        guard let time = maker.nextTime else { continue }
        context.schedule?.flush(at: time)
        try pass(.flush)
      case .end(let time):
        try maker.finish(at: time, give)
        if maker.isEmpty { try context.output.leaveOut(input.name) }
      }
    }
    if !entries.isAbandoned { steps.finish() }
  }

  private func give(_ made: PictureMaker.Output) throws { try pass(.made(made)) }

  private func pass(_ step: Step) throws {
    guard steps.push(step) else { throw EncodingError(.interrupted, "", "interrupted") }
  }

  // MARK: The second thread

  private func encode() throws {
    var run: EncoderRun?
    while let step = steps.pop() {
      switch step {
      case .made(.plan(let rung, let plan)): run = EncoderRun(rung, plan, context)
      case .made(.picture(let frame, let startsGroup)):
        try run?.encode(frame, startsGroup: startsGroup)
      case .flush:
        try run?.drain()
        try context.output.flush(input.name)
      }
    }
    guard !steps.isAbandoned else { return }
    try run?.drain()
    try run?.close()
  }
}

/// The encoding of one track: an encoder after the other, joined.
private final class EncoderRun {
  private let rung: VideoRung
  private let plan: LadderPlan
  private let progress: EncodingProgress
  private let joint: RungJoint
  private var encoder: ChunkEncoder?
  private var pieces = 0

  init(_ rung: VideoRung, _ plan: LadderPlan, _ context: WriterContext) {
    self.rung = rung
    self.plan = plan
    progress = context.progress
    joint = RungJoint(rung, plan, context.output, progress)
  }

  func encode(_ frame: Frame, startsGroup: Bool) throws {
    if encoder == nil { encoder = try ChunkEncoder.open(rung, plan, bitRate: rung.bitRate) }
    progress.encode(bytes: try encoder?.encode(frame, startsGroup: startsGroup) ?? 0)
    if let piece = encoder?.takePiece() { try take(piece) }
  }

  /// Encodes what is still held back; the next picture starts another encoder.
  func drain() throws {
    guard let encoder = encoder.take() else { return }
    let rest = try encoder.finish()
    if !rest.pictures.isEmpty { try take(rest) }
  }

  func close() throws { try joint.close() }

  private func take(_ chunk: EncodedChunk) throws {
    progress.finish(chunk, of: rung.name)
    try joint.take(chunk, pieces)
    pieces += 1
  }
}
