// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Dispatch
internal import Foundation
internal import HLSPlaylist
public import LibAV
internal import Synchronization

/// Packages what is already encoded: samples move into segments as they are.
public struct CopyPackager: Sendable {
  private let inputs: [CopyInput]
  private let options: CopyOptions
  private let output: OutputDirectory
  private let version: String
  private let cancellation: Cancellation

  /// Creates a packager.
  ///
  /// - Parameters:
  ///   - inputs: The files, the first listed first in the master playlist.
  ///   - options: What is asked of the package.
  ///   - output: The folder that takes the package.
  ///   - version: The version of Rung, for the report.
  ///   - cancellation: Stops the work where it stands.
  public init(
    _ inputs: [CopyInput], _ options: CopyOptions = CopyOptions(), to output: OutputDirectory,
    version: String, cancellation: Cancellation = Cancellation()
  ) {
    self.inputs = inputs
    self.options = options
    self.output = output
    self.version = version
    self.cancellation = cancellation
  }

  /// Does the work; blocks until the package is complete or has failed.
  ///
  /// What it throws has already been cleaned up behind: the folder is as it was.
  ///
  /// - Returns: What was made.
  /// - Throws: ``PackagingError``, or `EncodingError` for what is encoded.
  public func run() throws -> CopyReport {
    do {
      let start = ContinuousClock.now
      let plans = try plans()
      let plan = plans[0]
      try output.claim(
        plan.renditions.map(\.directory) + plan.texts.map(\.directory)
          + (options.protection?.folders ?? []))
      try checkSpace(for: plans)
      let records = try copy(plans)
      let texts = try writeTexts(plan)
      let playlists = CopyPlaylists(
        records, texts, options, isIndependent: plans.allSatisfy(\.cuts.isIndependent))
      let report = CopyReport(
        version: version, inputs: inputs.map(\.path), targetDuration: playlists.targetDuration,
        renditions: records.map { CopyReport.Rendition($0, playlists) }
          + texts.map { CopyReport.Rendition($0, playlists) },
        warnings: plans.flatMap(\.warnings) + options.warnings,
        elapsedSeconds: (ContinuousClock.now - start) / .seconds(1),
        processorSeconds: ProcessorTime.current,
        totalBytes: records.reduce(0) { $0 + $1.size } + texts.reduce(0) { $0 + $1.size })
      try write(records, texts, playlists, report)
      return report
    } catch {
      output.discard()
      throw error
    }
  }

  /// Refuses to start what the disk cannot hold.
  private func checkSpace(for plans: [CopyPlan]) throws {
    let needed = plans.flatMap(\.renditions).reduce(0) { $0 + $1.survey.bytes }
    guard let available = output.availableBytes, needed > UInt64(clamping: available) else {
      return
    }
    throw PackagingError(
      .space, output.path,
      "the package takes about \(needed / 1_000_000) MB, found \(available / 1_000_000) MB free")
  }

  /// Refuses what a wrong key has made of samples. What is encrypted again cannot be looked at.
  private func checkDecryption(of records: [CopyRecord]) throws {
    guard options.protection == nil else { return }
    for record in records {
      try DecryptionCheck.check(record, in: output.folder(record.directory))
    }
  }

  /// One plan for all inputs, or one for each where they follow one another.
  private func plans() throws -> [CopyPlan] {
    let parts = options.joinsInputs ? inputs.map { [$0] } : [inputs]
    var plans: [CopyPlan] = []
    for part in parts {
      let plan = try CopyPlan(part, options, in: output, cancellation)
      if let first = plans.first {
        let (expected, found) = (first.shape, plan.shape)
        guard expected == found else {
          throw PackagingError(
            .alignment, part[0].path,
            "expected the tracks of the first input, \(expected.joined(separator: " and ")); "
              + "found \(found.joined(separator: " and "))")
        }
      }
      plans.append(plan)
    }
    guard !plans.isEmpty else { throw PackagingError(.source, "", "expected inputs, found none") }
    return plans
  }

  /// Copies recordings one after the other into the same renditions.
  private func copy(_ plans: [CopyPlan]) throws -> [CopyRecord] {
    let directories = plans[0].renditions.map(\.directory)
    var joined: [CopyRecord] = []
    for (index, plan) in plans.enumerated() {
      let records = try copy(plan, into: directories) { rendition in
        SegmentWriter.Part(
          number: index + 1, precedingSegments: index == 0 ? 0 : joined[rendition].segments.count)
      }
      try checkDecryption(of: records)
      if index == 0 {
        joined = records
      } else {
        for place in joined.indices { joined[place].append(records[place]) }
      }
    }
    return joined
  }

  /// Copies the renditions of a plan side by side, and the segments of pictures once more.
  private func copy(
    _ plan: CopyPlan, into directories: [String], _ part: (Int) -> SegmentWriter.Part
  ) throws -> [CopyRecord] {
    let results = Mutex<[Int: Result<CopyRecord, any Error>]>([:])
    let renditions = plan.renditions
    let parts = renditions.indices.map(part)
    let jobs = renditions.indices.flatMap { index in
      let isDivisible = renditions[index].track.kind == .video && !options.isSingleFile
      let count = isDivisible ? Self.writersOfPictures : 1
      return (0..<count).map { (index, SegmentWriter.Share(index: $0, count: count)) }
    }
    DispatchQueue.concurrentPerform(iterations: jobs.count) { number in
      let (index, share) = jobs[number]
      let result = Result {
        let folder = try output.folder(directories[index])
        return try TrackCopier(
          renditions[index], plan.cuts, options, parts[index], share, in: folder,
          cancellation: cancellation
        ).run()
      }
      results.withLock { $0[number] = result }
    }
    let finished = results.withLock { $0 }
    return try renditions.indices.map { index in
      CopyRecord(
        try jobs.indices.filter { jobs[$0].0 == index }.compactMap { try finished[$0]?.get() })
    }
  }

  /// The threads that write the segments of one rendition of pictures: most of the bytes of a
  /// package are those of its best one. More than four wait for memory.
  private static var writersOfPictures: Int {
    min(4, max(1, ProcessInfo.processInfo.activeProcessorCount))
  }

  /// Cuts subtitles where the pictures are cut, or leaves them whole beside renditions of one file,
  /// which are made for downloads (Apple's appendix on offline playback).
  private func writeTexts(_ plan: CopyPlan) throws -> [TextRecord] {
    let timescale = plan.renditions.first?.timescale ?? 1000
    return try plan.texts.map { text in
      try text.write(
        as: options.textFormat, cutAt: options.isSingleFile ? [] : plan.cuts.times,
        until: plan.end, timescale: timescale,
        in: output.folder(text.directory))
    }
  }

  private func write(
    _ records: [CopyRecord], _ texts: [TextRecord], _ playlists: CopyPlaylists, _ report: CopyReport
  ) throws {
    for record in records where !record.rendition.isTrickPlay {
      let folder = try output.folder(record.directory)
      try folder.write(playlists.media(record), to: RenditionRecord.playlistName)
    }
    for record in texts {
      let folder = try output.folder(record.directory)
      try folder.write(playlists.media(record), to: RenditionRecord.playlistName)
    }
    for record in playlists.iFrameRecords {
      let folder = try output.folder(record.directory)
      try folder.write(playlists.iFrames(record), to: RenditionRecord.iFramePlaylistName)
    }
    try output.root.write(report.json(), to: OutputDirectory.reportName)
    try output.writeMaster(playlists.master, options.protection)
    try output.publish()
  }
}
