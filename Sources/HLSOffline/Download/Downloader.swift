// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Dispatch
internal import HLSPlaylist
internal import HLSVariants

/// Fetches what a plan names into a package.
///
/// A download that was interrupted goes on where it stood when it is run again with the same plan:
/// what is whole is not fetched again. Cancelling the task that runs it stops it.
public actor Downloader {
  /// How far the download has come, told again and again until it ends.
  public nonisolated let progress: AsyncStream<DownloadProgress>

  /// Where the package is.
  public nonisolated let path: String

  private let plan: DownloadPlan
  private let transport: any ResourceTransport
  private let options: DownloadOptions
  private let fetcher: Fetcher
  private let ledger: DownloadLedger
  private let publisher: AsyncStream<DownloadProgress>.Continuation
  private nonisolated let pauseSwitch = PauseSwitch()

  private var lengths: [UInt64?]
  private var parts: [Int: Validator] = [:]
  private var versions: [String: Validator] = [:]
  private var nextIndex = 0
  private var waiting: [Int] = []
  private var missingOfStream: [Int] = []
  private var uncheckedBytes: UInt64 = 0
  private var checkpoint: Task<Void, any Error>?
  private var checkpointCount = 0
  private var pace = Pace()

  /// Prepares a download.
  ///
  /// - Parameters:
  ///   - plan: What is fetched.
  ///   - path: The package; a folder that is missing, empty, or holds the same download.
  ///   - transport: What sends requests.
  ///   - access: What may be fetched: the policy that the playlists were read under.
  ///   - options: How it is done.
  public init(
    _ plan: DownloadPlan, to path: String, with transport: any ResourceTransport,
    access: AccessPolicy, options: DownloadOptions = DownloadOptions()
  ) {
    self.plan = plan
    self.path = path
    self.transport = transport
    self.options = options
    fetcher = Fetcher(
      transport: transport, access: access, policy: options.retries, clock: options.clock)
    ledger = DownloadLedger(plan, at: path, limit: options.packageLimit)
    (progress, publisher) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    lengths = []
  }

  /// Stops sending requests until ``resume()``; what has come stays.
  public nonisolated func pause() { pauseSwitch.set(true) }

  /// Goes on after ``pause()``.
  public nonisolated func resume() { pauseSwitch.set(false) }

  /// Runs the download to its end.
  ///
  /// - Returns: What came of it.
  /// - Throws: ``OfflineError``, after which the package can be resumed unless the error says
  ///   otherwise, and `CancellationError`.
  public func run() async throws -> DownloadSummary {
    defer { publisher.finish() }
    let preparation = try DownloadPreparation(plan, at: path, replaces: options.replaces)
    if preparation.isComplete {
      let description = try OfflinePackage(path).description
      return DownloadSummary(
        files: plan.resources.count, keptFiles: plan.resources.count, bytes: description.bytes)
    }
    let folder = preparation.folder
    let journal = try DownloadJournal(folder, preparation.records(of: plan))
    let writer = PackageWriter(plan: plan, folder: folder, settings: options.settings)
    try writer.begin()
    try take(preparation)
    let kept = lengths.count { $0 != nil }
    try checkRoom(folder)
    for stream in plan.streams.indices where missingOfStream[stream] == 0 {
      try finishStream(stream, writer)
    }
    while true {
      try await pauseSwitch.wait(untilPaused: false)
      do {
        try await fetchAll(folder, journal, writer)
        break
      } catch is PauseRequest {
        continue
      }
    }
    let bytes = lengths.reduce(0) { $0 &+ ($1 ?? 0) }
    if plan.isLive {
      return DownloadSummary(files: plan.resources.count, keptFiles: kept, bytes: bytes)
    }
    try await checkUnchanged()
    _ = try? await checkpoint?.value
    try writer.finish(bytes: bytes)
    try journal.add(.checkpoint(-1), atOnce: true)
    // What is on the disk is complete before it is said to be.
    await Self.blocking { folder.synchronize() }
    folder.remove(DownloadJournal.name)
    publish(at: nil)
    return DownloadSummary(files: plan.resources.count, keptFiles: kept, bytes: bytes)
  }

  private struct PauseRequest: Error {}

  /// Takes over what is there.
  private func take(_ preparation: DownloadPreparation) throws {
    (lengths, parts) = (preparation.lengths, preparation.parts)
    missingOfStream = plan.streams.map { stream in stream.resources.count { lengths[$0] == nil } }
    for (index, length) in lengths.enumerated() {
      guard let length else {
        waiting.append(index)
        continue
      }
      try ledger.change(index, by: Int(clamping: length))
      ledger.finish(index, length: length)
      // Stretches of one resource have to be of one version, those of earlier runs too.
      if plan.resources[index].byteRange != nil, let version = parts[index] {
        versions[plan.resources[index].uri] = version
      }
    }
  }

  private func checkRoom(_ folder: PackageFolder) throws {
    guard let size = plan.size, size.basis == .exact, let room = folder.availableBytes else {
      return
    }
    let stored = ledger.contents.reduce(0) { $0 + $1.bytes }
    guard size.bytes <= stored || size.bytes - stored <= room else {
      throw OfflineError(
        .diskFull, path, "expected room for \(size.bytes - stored) bytes, found \(room)",
        remedy: "the same command goes on once there is room")
    }
  }

  private func fetchAll(
    _ folder: PackageFolder, _ journal: DownloadJournal, _ writer: PackageWriter
  ) async throws {
    // What a pause interrupted comes first.
    nextIndex = 0
    waiting = waiting.filter { lengths[$0] == nil }
    let workers = min(max(1, options.connections), max(1, waiting.count))
    let (pauseSwitch, stopwatch) = (pauseSwitch, Stopwatch(options.clock))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<workers {
        group.addTask { try await self.work(folder, journal, writer) }
      }
      group.addTask {
        try await pauseSwitch.wait(untilPaused: true)
        throw PauseRequest()
      }
      group.addTask { try await self.tellProgress(stopwatch) }
      defer { group.cancelAll() }
      for _ in 0..<workers { try await group.next() }
    }
  }

  private func tellProgress(_ stopwatch: Stopwatch) async throws {
    while true {
      publish(at: stopwatch.elapsed)
      try await options.clock.sleep(for: options.progressInterval)
    }
  }

  private func publish(at time: Duration?) {
    var progress = DownloadProgress(
      contents: ledger.contents, expectedBytes: ledger.expectedBytes, timeLeft: nil)
    if let time {
      pace.note(progress.bytes, at: time)
      progress.timeLeft = pace.timeLeft(progress)
    }
    publisher.yield(progress)
  }

  private func next() -> Int? {
    guard nextIndex < waiting.count else { return nil }
    defer { nextIndex += 1 }
    return waiting[nextIndex]
  }

  private func work(
    _ folder: PackageFolder, _ journal: DownloadJournal, _ writer: PackageWriter
  ) async throws {
    while let index = next() {
      let resource = plan.resources[index]
      let isStretch = resource.byteRange != nil
      let ledger = ledger
      let file = PartFile(
        folder, resource.path, mode: resource.role == .key ? 0o600 : 0o644, kept: parts[index],
        onOpen: { (validator, length) throws(OfflineError) in
          // A small file that breaks off is fetched again as a whole.
          guard isStretch || length ?? .max >= 1 << 20 else { return }
          try journal.add(.part(index, validator), atOnce: true)
        },
        onChange: { (count) throws(OfflineError) in try ledger.change(index, by: count) })
      if file.count > 0 { try ledger.change(index, by: Int(clamping: file.count)) }
      let order = FetchOrder(
        uri: resource.uri, byteRange: resource.byteRange,
        limit: resource.byteRange?.length
          ?? (resource.role == .key ? 64 << 10 : options.resourceLimit),
        validator: isStretch ? versions[resource.uri] : nil)
      let result = try await fetcher.fetch(order, into: file)
      try file.finish()
      try finish(index, result, journal, writer, folder)
    }
  }

  private func finish(
    _ index: Int, _ result: FetchResult, _ journal: DownloadJournal, _ writer: PackageWriter,
    _ folder: PackageFolder
  ) throws {
    let resource = plan.resources[index]
    lengths[index] = result.length
    ledger.finish(index, length: result.length)
    try journal.add(.done(index, result.length), atOnce: false)
    if resource.byteRange != nil, !result.validator.isEmpty {
      if let known = versions[resource.uri], known.differs(from: result.validator) {
        throw OfflineError(
          .sourceChanged, ResourceURI.redacted(resource.uri),
          "the source changed during the download", remedy: "'--force' starts again")
      }
      versions[resource.uri] = result.validator
    }
    for stream in streams(of: index) {
      missingOfStream[stream] -= 1
      if missingOfStream[stream] == 0 { try finishStream(stream, writer) }
    }
    uncheckedBytes += result.length
    if uncheckedBytes >= options.checkpointBytes {
      uncheckedBytes = 0
      try beginCheckpoint(journal, folder)
    }
  }

  /// The streams that need a resource.
  private func streams(of index: Int) -> [Int] {
    if let streams = sharing[index] { return streams }
    return plan.resources[index].stream.map { [$0] } ?? []
  }

  /// The streams of resources that are needed by others than the one whose folder they are in.
  private lazy var sharing: [Int: [Int]] = {
    var sharing: [Int: [Int]] = [:]
    for (number, stream) in plan.streams.enumerated() {
      for index in stream.resources where plan.resources[index].stream != number {
        let own = plan.resources[index].stream.map { [$0] } ?? []
        sharing[index, default: own].append(number)
      }
    }
    return sharing
  }()

  private func finishStream(_ stream: Int, _ writer: PackageWriter) throws {
    // More may come.
    guard !plan.isLive else { return }
    try writer.finish(plan.streams[stream]) { lengths[$0] ?? 0 }
    try writer.writeBoot { missingOfStream[$0] == 0 }
  }

  /// Brings what has come to the disk, while more comes.
  private func beginCheckpoint(_ journal: DownloadJournal, _ folder: PackageFolder) throws {
    let previous = checkpoint
    checkpointCount += 1
    let number = checkpointCount
    checkpoint = Task.detached {
      _ = try? await previous?.value
      try journal.add(.checkpoint(number), atOnce: true)
      await Self.blocking { folder.synchronize() }
      try journal.add(.sync(number), atOnce: true)
    }
  }

  /// Looks at the playlists again: what was fetched has to be of one version of the source.
  private func checkUnchanged() async throws {
    var policy = RetryPolicy()
    policy.attempts = 1
    for (uri, version) in plan.versions.sorted(by: { $0.key < $1.key }) {
      let reader = TransportReader(
        transport, access: fetcher.access, retries: policy, clock: options.clock)
      // An origin that has gone since the last byte came does no harm.
      guard (try? await reader.read(uri)) != nil, let now = reader.version(of: uri),
        version.differs(from: now)
      else { continue }
      throw OfflineError(
        .sourceChanged, ResourceURI.redacted(uri), "the source changed during the download",
        remedy: "'--force' starts again")
    }
  }

  /// Work that blocks its thread, off the threads that tasks share.
  private static func blocking(_ work: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        work()
        continuation.resume()
      }
    }
  }
}

/// The time since a moment, on any clock.
struct Stopwatch: Sendable {
  private let read: @Sendable () -> Duration

  init(_ clock: any Clock<Duration>) { self.init(on: clock) }

  private init<C: Clock>(on clock: C) where C.Duration == Duration {
    let start = clock.now
    read = { start.duration(to: clock.now) }
  }

  var elapsed: Duration { read() }
}
