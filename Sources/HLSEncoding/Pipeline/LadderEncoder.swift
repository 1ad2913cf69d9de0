// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
public import LibAV
internal import Synchronization

/// Encodes the rungs of a plan side by side from one decode of the source.
///
/// One thread reads, decodes, maps colours and scales; each rendition has a thread or more with
/// encoders. Bounded queues stand between them, so memory does not grow with the source.
public struct LadderEncoder: Sendable {
  private let plan: LadderPlan
  private let sink: any LadderSink
  private let store: ChunkStore?
  private let package: String
  private let workers: Int?
  private let memory: MemoryLimit?
  private let cancellation: Cancellation
  private let progress: EncodingProgress

  /// Creates an encoder of a plan.
  ///
  /// - Parameters:
  ///   - plan: What to make.
  ///   - sink: Where the samples go.
  ///   - store: Where encoded chunks are kept, and taken from where an earlier run kept them.
  ///   - package: What the chunks are for: a name that is the same from run to run.
  ///   - workers: How many encoders of pictures should be at work at once; a rung has at least
  ///     one. `nil` is one a core. The bytes do not depend on it.
  ///   - memory: How much memory the work may take; nor do they on that.
  ///   - cancellation: Stops the work where it stands.
  ///   - progress: Counts what has been done.
  public init(
    _ plan: LadderPlan, into sink: any LadderSink, store: ChunkStore? = nil, package: String = "",
    workers: Int? = nil, memory: MemoryLimit? = nil, cancellation: Cancellation = Cancellation(),
    progress: EncodingProgress = EncodingProgress()
  ) {
    self.memory = memory
    self.plan = plan
    self.sink = sink
    self.store = store
    self.package = package
    self.workers = workers
    self.cancellation = cancellation
    self.progress = progress
  }

  /// Encodes the source from its start; blocks until everything has gone to the sink.
  ///
  /// Throws the first error of any thread; the others stop then.
  public func run(reading source: consuming MediaSource) throws {
    let isKept = try store.flatMap { try ChunkReuse.look(up: plan, in: $0, for: package) } != nil
    let parts = try memory?.passes(of: plan, isKept: isKept) ?? [plan.allPictures]
    progress.expect(passes: parts.count)
    // What does not fit beside the rest is encoded before, and taken from the store then.
    var last = Pass(plan, into: sink)
    for rungs in parts.dropLast() {
      let pass = Pass(plan.with(rungs), into: NoSink())
      try run(pass, MediaSource.open(plan.source.path, cancellation: cancellation))
      last.counted.subtract(pass.counted)
    }
    last.encoded = plan.with(parts.last ?? [])
    try run(last, source)
  }

  /// Encodes a composition; blocks until everything has gone to the sink.
  func run(reading composition: CompositionPlan, _ options: ExportOptions) throws {
    try run(Pass(plan, into: sink)) { queues in
      try CompositionPump(composition, options, plan, queues, cancellation, progress)
    }
  }

  /// A way through the source.
  private struct Pass {
    var plan: LadderPlan
    var sink: any LadderSink
    /// What is encoded, the rest being kept already.
    var encoded: LadderPlan
    /// The rungs whose kept chunks count as such.
    var counted: Set<String>

    init(_ plan: LadderPlan, into sink: any LadderSink) {
      self.plan = plan
      self.sink = sink
      encoded = plan
      counted = Set(plan.allPictures.map(\.name))
    }
  }

  private func run(_ pass: Pass, _ source: consuming MediaSource) throws {
    var source = Optional(source)
    try run(pass) { queues in
      guard let source = source.take() else {
        throw EncodingError(.source, plan.source.path, "the source has been read already")
      }
      return try SourcePump(pass.plan, source, queues, cancellation, progress)
    }
  }

  /// Encodes what a pump brings.
  private func run(_ pass: Pass, _ makePump: (EncoderQueues) throws -> any Pump) throws {
    let plan = pass.plan
    let reuse = try store.flatMap { try ChunkReuse.look(up: plan, in: $0, for: package) }
    let lanes = EncoderLanes(pass.encoded, workers: workers, limit: memory?.bytes)
    let rungs = plan.allPictures.map { rung in
      RungEncoding(
        rung, plan, into: pass.sink, reuse, queueCapacity: lanes.queueCapacity(rung), progress,
        isCounted: pass.counted.contains(rung.name))
    }
    let queues = EncoderQueues(rungs, plan.audio)
    let failure = Mutex<(any Error)?>(nil)
    let group = DispatchGroup()
    let workers = Workers(group: group) { error in
      failure.withLock { $0 = $0 ?? error }
      queues.abandon()
    }
    for encoding in rungs {
      for _ in 0..<lanes.count(encoding.rung) {
        workers.start(encoding.rung.name) { try encoding.work() }
      }
    }
    for rendition in plan.audio {
      guard let queue = queues.audio(for: rendition) else { continue }
      let encoding = SoundEncoding(
        rendition: rendition, queue: queue, sink: pass.sink, progress: progress)
      workers.start(rendition.directory) { try encoding.work() }
    }
    do {
      let pump = try makePump(queues)
      try pump.run()
      let chunks = rungs.map(\.reusedChunks).max() ?? 0
      try reuse?.end(at: pump.pictures, reused: Int64(chunks * plan.grid.framesPerChunk))
      queues.finish()
    } catch {
      // A queue that was abandoned makes the pump fail too; the first error is the cause.
      failure.withLock { $0 = $0 ?? error }
      queues.abandon()
    }
    group.wait()
    if cancellation.isCancelled { throw EncodingError(.interrupted, "", "interrupted") }
    if let error = failure.withLock({ $0 }) { throw error }
    for rung in rungs { try rung.close() }
    try reuse?.finish()
  }
}

/// Takes what is kept in a store anyway.
private struct NoSink: LadderSink, RenditionSink {
  func sink(for track: EncodedTrack) -> any RenditionSink { self }
  func append(_ sample: EncodedSample) {}
  func finish() {}
}
