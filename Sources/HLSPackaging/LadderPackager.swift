// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import HDRColor
public import HLSEncoding
public import HLSPlaylist
public import LibAV
internal import X265

/// Encodes a ladder and writes it as an HLS package: segments, media playlists, and last the
/// master playlist.
public struct LadderPackager: Sendable {
  private let plan: LadderPlan
  private let output: OutputDirectory
  private let version: String
  private let store: ChunkStore?
  private let workers: Int?
  private let memory: Int?
  private let cancellation: Cancellation
  private let progress: EncodingProgress
  private let protection: PackageProtection?
  private let subtitles: [CopyInput]
  private let textFormat: TextFormat
  private let form: PackageForm

  /// Creates a packager.
  ///
  /// - Parameters:
  ///   - plan: The ladder.
  ///   - output: The folder that takes the package.
  ///   - version: The version of Rung, for the report.
  ///   - store: Where encoded chunks are kept for later runs, and taken from.
  ///   - workers: How many encoders of pictures should be at work at once; `nil` is one a core.
  ///   - memory: Bytes of memory that the encoding may take; `nil` for as many as are useful.
  ///   - cancellation: Stops the work where it stands.
  ///   - progress: Counts what has been done.
  ///   - protection: How the package is encrypted; `nil` for one in the clear.
  ///   - subtitles: Files of subtitles beside those inside the source.
  ///   - textFormat: What subtitles are written as.
  ///   - form: How the package is laid out, and when it can be played.
  public init(
    _ plan: LadderPlan, to output: OutputDirectory, version: String,
    store: ChunkStore? = nil, workers: Int? = nil, memory: Int? = nil,
    cancellation: Cancellation = Cancellation(),
    progress: EncodingProgress = EncodingProgress(), protection: PackageProtection? = nil,
    subtitles: [CopyInput] = [], textFormat: TextFormat = .webVTT, form: PackageForm = .files
  ) {
    self.form = form
    self.memory = memory
    self.subtitles = subtitles
    self.textFormat = textFormat
    self.protection = protection
    self.plan = plan
    self.output = output
    self.version = version
    self.store = store
    self.workers = workers
    self.cancellation = cancellation
    self.progress = progress
  }

  /// Does the work; blocks until the package is complete or has failed.
  ///
  /// What it throws has already been cleaned up behind: the folder is as it was, or holds the event
  /// so far.
  ///
  /// - Parameters:
  ///   - source: The source, open at its start.
  ///   - check: Looks at the finished master before anything is published.
  /// - Returns: What was made.
  /// - Throws: ``PackagingError``, `EncodingError`, or what `check` throws.
  public func run(
    reading source: consuming MediaSource,
    check: (MultivariantPlaylist) throws -> Void = { _ in }
  ) throws -> PackageReport {
    do {
      try output.claim(
        plan.allPictures.map(\.name) + plan.allAudio.map(\.directory) + (protection?.folders ?? []))
      try checkSpace()
      // Subtitles that cannot be read are to be known before hours of work.
      let texts = LadderTexts(plan, beside: subtitles)
      _ = try texts.read(startingAt: 0)
      let start = ContinuousClock.now
      let collector = RecordCollector(plan, form, output: output, protection: protection)
      // Sound beside comes first: it is quickly done, and an event needs it at its start.
      for sound in plan.beside {
        try LadderEncoder(sound, into: collector, cancellation: cancellation, progress: progress)
          .run(reading: MediaSource.open(sound.source.path))
      }
      let encoder = LadderEncoder(
        plan, into: collector, store: store, package: output.absolutePath, workers: workers,
        // An event needs all rungs side by side.
        memory: memory.map { MemoryLimit(bytes: $0, allowsPasses: form != .event) },
        cancellation: cancellation, progress: progress)
      try encoder.run(reading: source)
      let records = collector.records
      let textRecords = try write(texts.read(startingAt: progress.startTime ?? 0), beside: records)
      let playlists = LadderPlaylists(records, texts: textRecords)
      try check(playlists.master)
      let report = report(records, textRecords, playlists, since: start)
      try write(records, textRecords, playlists, report)
      return report
    } catch {
      output.discard()
      throw error
    }
  }

  /// Refuses to start what the disk cannot hold.
  private func checkSpace() throws {
    guard let needed = plan.estimatedBytes, let available = output.availableBytes,
      needed > available
    else { return }
    throw PackagingError(
      .space, output.path,
      "the ladder takes about \(needed / 1_000_000) MB, found \(available / 1_000_000) MB free")
  }

  private func write(
    _ texts: [TextRendition], beside records: [RenditionRecord]
  ) throws -> [TextRecord] {
    guard let first = records.first else { return [] }
    try output.claim(texts.map(\.directory))
    return try LadderTexts.write(
      texts, as: textFormat, beside: first, isWhole: form == .singleFile, to: output)
  }

  private func write(
    _ records: [RenditionRecord], _ texts: [TextRecord], _ playlists: LadderPlaylists,
    _ report: PackageReport
  ) throws {
    for text in texts {
      let folder = try output.folder(text.directory)
      try folder.write(playlists.media(text), to: RenditionRecord.playlistName)
    }
    for record in records where !record.isTrickPlay {
      let folder = try output.folder(record.rendition.directory)
      try folder.write(playlists.media(record), to: RenditionRecord.playlistName)
    }
    let iFrames = playlists.iFrameDirectories
    for record in records where iFrames.contains(record.directory) {
      let folder = try output.folder(record.rendition.directory)
      try folder.write(playlists.iFrames(record), to: RenditionRecord.iFramePlaylistName)
    }
    try output.root.write(report.json(), to: OutputDirectory.reportName)
    try output.writeMaster(playlists.master, protection)
    try output.publish()
  }

  private func report(
    _ records: [RenditionRecord], _ texts: [TextRecord], _ playlists: LadderPlaylists,
    since start: ContinuousClock.Instant
  ) -> PackageReport {
    var libraries: [String: String] = ["libx265": HEVCEncoder.libraryVersion ?? "none"]
    for library in LibraryVersions.all { libraries[library.name] = library.version }
    let loudness = progress.loudness
    let damaged = progress.damagedFrames
    let damage =
      damaged == 0
      ? [] : ["\(damaged) packets or frames of the source do not decode cleanly"]
    return PackageReport(
      version: version, libraries: libraries,
      source: PackageReport.Source(
        path: plan.source.path, container: plan.source.container,
        duration: plan.source.duration?.value,
        videoRange: plan.video?.video?.videoRange.rawValue),
      speed: plan.speed, groupDuration: plan.grid.groupDuration.value,
      targetDuration: playlists.targetDuration,
      renditions: records.map {
        PackageReport.Rendition($0, playlists, loudness, progress.work)
      } + texts.map { PackageReport.Rendition($0, playlists) },
      warnings: plan.warnings + damage, damagedFrames: damaged,
      elapsedSeconds: (ContinuousClock.now - start) / .seconds(1),
      processorSeconds: ProcessorTime.current,
      totalBytes: records.reduce(0) { $0 + $1.size } + texts.reduce(0) { $0 + $1.size })
  }
}
