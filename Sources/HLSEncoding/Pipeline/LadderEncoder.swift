// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import HDRColor
public import LibAV
internal import Synchronization

/// Encodes the rungs of a plan side by side from one decode of the source.
///
/// One thread reads, decodes, maps colours and scales; each rendition has a thread with its
/// encoder. Bounded queues stand between them, so memory does not grow with the source.
public struct LadderEncoder: Sendable {
  private let plan: LadderPlan
  private let sink: any LadderSink
  private let cancellation: Cancellation
  private let progress: EncodingProgress

  /// Creates an encoder of a plan.
  ///
  /// - Parameters:
  ///   - plan: What to make.
  ///   - sink: Where the samples go.
  ///   - cancellation: Stops the work where it stands.
  ///   - progress: Counts what has been done.
  public init(
    _ plan: LadderPlan, into sink: any LadderSink, cancellation: Cancellation = Cancellation(),
    progress: EncodingProgress = EncodingProgress()
  ) {
    self.plan = plan
    self.sink = sink
    self.cancellation = cancellation
    self.progress = progress
  }

  /// Encodes the source from its start; blocks until everything has gone to the sink.
  ///
  /// Throws the first error of any thread; the others stop then.
  public func run(reading source: consuming MediaSource) throws {
    let queues = EncoderQueues(plan)
    let failure = Mutex<(any Error)?>(nil)
    let group = DispatchGroup()
    let workers = Workers(group: group) { error in
      failure.withLock { $0 = $0 ?? error }
      queues.abandon()
    }
    for rung in plan.rungs {
      workers.start(rung.name) { try encode(rung, from: queues) }
    }
    for rendition in plan.audio {
      workers.start(rendition.directory) { try encode(rendition, from: queues) }
    }
    do {
      try SourcePump(plan, source, queues, cancellation, progress).run()
      queues.finish()
    } catch {
      // A queue that was abandoned makes the pump fail too; the first error is the cause.
      failure.withLock { $0 = $0 ?? error }
      queues.abandon()
    }
    group.wait()
    if cancellation.isCancelled { throw EncodingError(.interrupted, "", "interrupted") }
    if let error = failure.withLock({ $0 }) { throw error }
  }

  private func encode(_ rung: VideoRung, from queues: EncoderQueues) throws {
    guard let queue = queues.video(for: rung) else { return }
    // A colour stage puts chroma at the left.
    let isConverted = rung.range != plan.video?.video?.videoRange
    let chroma = isConverted ? .left : plan.video?.video?.rungChroma ?? .left
    try encode(queue) { try RungEncoder.open(rung, plan, chroma: chroma) }
  }

  private func encode(_ rendition: AudioRendition, from queues: EncoderQueues) throws {
    guard let queue = queues.audio(for: rendition) else { return }
    try encode(queue) { try AudioEncoder.open(rendition) }
  }

  /// Encodes what comes out of a queue until it ends, and hands the samples on.
  private func encode<Kind: RenditionEncoder & ~Copyable>(
    _ queue: BoundedQueue<Kind.Input>, with open: () throws -> Kind
  ) throws {
    var encoder = try open()
    let name = encoder.track.rendition.directory
    var target = try sink.sink(for: encoder.track)
    func give(_ sample: EncodedSample) throws {
      progress.encode(sample.bytes.count, of: name)
      try target.append(sample)
    }
    while let input = queue.pop() { try encoder.encode(input, give) }
    guard !queue.isAbandoned else { return }
    try encoder.finish(give)
    try target.finish()
  }
}

/// The encoder of one rendition, and the clock of its samples.
protocol RenditionEncoder: ~Copyable {
  /// What is encoded: pictures, or samples of sound.
  associatedtype Input: Sendable
  /// What a reader must know of the rendition.
  var track: EncodedTrack { get }
  /// Encodes the next input; gives what comes out to `body`.
  mutating func encode(_ input: Input, _ body: (EncodedSample) throws -> Void) throws
  /// Encodes what is still held back; gives what comes out to `body`.
  mutating func finish(_ body: (EncodedSample) throws -> Void) throws
}

/// Threads that report the first failure.
private struct Workers: Sendable {
  let group: DispatchGroup
  let fail: @Sendable (any Error) -> Void

  /// Encoders keep large arrays on the stack.
  private static let stackSize = 8 << 20

  func start(_ name: String, _ body: @escaping @Sendable () throws -> Void) {
    group.enter()
    let thread = Thread {
      do { try body() } catch { fail(error) }
      group.leave()
    }
    thread.name = name
    thread.stackSize = Self.stackSize
    thread.start()
  }
}
