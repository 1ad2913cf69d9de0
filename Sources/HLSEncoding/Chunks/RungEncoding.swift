// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import LibAV

/// The encoding of one rung: its chunks, side by side on some threads, joined in their order.
///
/// One thread brings pictures, chunk after chunk; any number of threads ``work()``. What comes out
/// does not depend on how many there are. A chunk that a store holds is taken from there.
final class RungEncoding: Sendable {
  let rung: VideoRung
  private let plan: LadderPlan
  private let reuse: ChunkReuse?
  private let progress: EncodingProgress
  private let queueCapacity: Int
  /// Whether what is taken from the store counts: not where it came there in the same run.
  private let isCounted: Bool

  private let condition = NSCondition()
  // Every access is between `condition.lock()` and `unlock()`; none lasts over a `wait()`.
  nonisolated(unsafe) private var state: State
  private let joint: RungJoint

  /// A chunk that is being fed or encoded.
  private final class Job: Sendable {
    let number: Int
    let bitRate: Int
    let pictures: BoundedQueue<Frame>

    init(_ number: Int, bitRate: Int, capacity: Int) {
      self.number = number
      self.bitRate = bitRate
      pictures = BoundedQueue(capacity: capacity)
    }
  }

  private struct State {
    var budget: RateBudget
    var begun = 0
    /// The end of the last whole chunk that was kept.
    var reused = 0
    /// The chunk that pictures go to.
    var fed: Job?
    var waiting: [Job] = []
    var isFinished = false
    var wasAbandoned = false
  }

  /// Prepares the encoding of a rung.
  ///
  /// - Parameters:
  ///   - rung: The rung.
  ///   - plan: The ladder of the rung.
  ///   - sink: Where the samples go.
  ///   - reuse: Where chunks are kept, if anywhere.
  ///   - queueCapacity: How many pictures may wait for a chunk's encoder.
  ///   - progress: Counts what has been done.
  ///   - isCounted: Whether chunks that are kept count as such.
  init(
    _ rung: VideoRung, _ plan: LadderPlan, into sink: any LadderSink, _ reuse: ChunkReuse?,
    queueCapacity: Int, _ progress: EncodingProgress, isCounted: Bool = true
  ) {
    self.isCounted = isCounted
    self.rung = rung
    self.plan = plan
    self.reuse = reuse
    self.progress = progress
    self.queueCapacity = queueCapacity
    let seconds = Double(plan.grid.framesPerChunk) / plan.grid.frameRate.value
    unsafe state = State(budget: RateBudget(rung, chunkSeconds: seconds))
    joint = RungJoint(rung, plan, sink, progress)
  }

  /// Where chunks are kept: what is encoded in one run is none.
  private var keeper: ChunkReuse? { rung.coding.isChunked ? reuse : nil }

  private func locked<R>(_ body: (inout State) throws -> R) rethrows -> R {
    condition.lock()
    defer { condition.unlock() }
    return try unsafe body(&state)
  }

  // MARK: Feeding, on one thread

  /// Ends the chunk before and begins the next one.
  ///
  /// - Returns: Whether its pictures are needed.
  /// - Throws: ``EncodingError`` when the work was given up.
  func beginChunk() throws -> Bool {
    guard rung.coding.isChunked || locked({ $0.begun }) == 0 else { return true }
    locked { $0.fed.take()?.pictures.finish() }
    condition.lock()
    while unsafe !state.budget.isKnown && !state.wasAbandoned { condition.wait() }
    let isAbandoned = unsafe state.wasAbandoned
    condition.unlock()
    guard !isAbandoned else { throw EncodingError(.interrupted, "", "interrupted") }
    let (number, bitRate) = locked { state in
      defer { state.begun += 1 }
      return (state.begun, state.budget.next())
    }
    if let chunk = try keeper?.chunk(number, bitRate: bitRate, of: rung) {
      if chunk.pictures.count == plan.grid.framesPerChunk / rung.divisor {
        locked { $0.reused = number + 1 }
      }
      if isCounted { progress.reuse(chunk, of: rung.name) }
      try finish(chunk, number)
      return false
    }
    let job = Job(number, bitRate: bitRate, capacity: queueCapacity)
    locked { state in
      state.fed = job
      state.waiting.append(job)
    }
    condition.broadcast()
    return true
  }

  /// The chunks up to the end of the last whole one that was kept.
  var reusedChunks: Int { locked { $0.reused } }

  /// Brings a picture of the chunk; `false` when nobody will take it any more.
  func push(_ picture: Frame) -> Bool {
    guard let job = locked({ $0.fed }) else { return locked { !$0.wasAbandoned } }
    return job.pictures.push(picture)
  }

  /// Says that no more pictures will come.
  func finish() {
    locked { state in
      state.fed.take()?.pictures.finish()
      state.isFinished = true
    }
    condition.broadcast()
  }

  /// Drops everything and wakes everyone.
  func abandon() {
    let jobs = locked { state in
      state.wasAbandoned = true
      return state.waiting + [state.fed].compactMap(\.self)
    }
    jobs.forEach { $0.pictures.abandon() }
    condition.broadcast()
  }

  // MARK: Encoding, on any number of threads

  /// Encodes chunks until there are no more.
  func work() throws {
    while let job = nextJob() {
      var encoder = try ChunkEncoder.open(rung, plan, bitRate: job.bitRate)
      var pieces = 0
      while let picture = job.pictures.pop() {
        progress.encode(bytes: try encoder.encode(picture))
        guard !rung.coding.isChunked, let piece = encoder.takePiece() else { continue }
        progress.finish(piece, of: rung.name)
        try joint.take(piece, pieces)
        pieces += 1
      }
      guard !locked({ $0.wasAbandoned }) else { return }
      let chunk = try encoder.finish()
      guard !chunk.pictures.isEmpty else { continue }
      try keeper?.keep(chunk, job.number, bitRate: job.bitRate, of: rung)
      progress.finish(chunk, of: rung.name)
      try finish(chunk, job.number + pieces)
    }
  }

  private func nextJob() -> Job? {
    condition.lock()
    defer { condition.unlock() }
    while unsafe state.waiting.isEmpty && !state.isFinished && !state.wasAbandoned {
      condition.wait()
    }
    guard unsafe !state.wasAbandoned && !state.waiting.isEmpty else { return nil }
    return unsafe state.waiting.removeFirst()
  }

  private func finish(_ chunk: EncodedChunk, _ number: Int) throws {
    if rung.coding.isChunked { locked { $0.budget.settle(number, 8 * chunk.bytes.count) } }
    condition.broadcast()
    try joint.take(chunk, number)
  }

  /// Ends the rung once all threads are done.
  func close() throws { try joint.close() }
}
