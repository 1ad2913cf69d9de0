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
  /// - Throws: ``PackagingError``.
  public func run() throws -> CopyReport {
    do {
      let start = ContinuousClock.now
      let plan = try CopyPlan(inputs, options, in: output, cancellation)
      try output.claim(plan.renditions.map(\.directory) + plan.texts.map(\.directory))
      try checkSpace(for: plan)
      let records = try copy(plan)
      let texts = try writeTexts(plan)
      let playlists = CopyPlaylists(
        records, texts, options, isIndependent: plan.cuts.isIndependent)
      let report = CopyReport(
        version: version, inputs: inputs.map(\.path), targetDuration: playlists.targetDuration,
        renditions: records.map { CopyReport.Rendition($0, playlists) }
          + texts.map { CopyReport.Rendition($0, playlists) },
        warnings: plan.warnings, elapsedSeconds: (ContinuousClock.now - start) / .seconds(1),
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
  private func checkSpace(for plan: CopyPlan) throws {
    let needed = plan.renditions.reduce(0) { $0 + $1.survey.bytes }
    guard let available = output.availableBytes, needed > UInt64(clamping: available) else {
      return
    }
    throw PackagingError(
      .space, output.path,
      "the package takes about \(needed / 1_000_000) MB, found \(available / 1_000_000) MB free")
  }

  /// Copies the renditions side by side.
  private func copy(_ plan: CopyPlan) throws -> [CopyRecord] {
    let results = Mutex<[Int: Result<CopyRecord, any Error>]>([:])
    let renditions = plan.renditions
    DispatchQueue.concurrentPerform(iterations: renditions.count) { index in
      let result = Result {
        let folder = try output.folder(renditions[index].directory)
        return try TrackCopier(
          renditions[index], plan.cuts, isSingleFile: options.isSingleFile, in: folder,
          cancellation: cancellation
        ).run()
      }
      results.withLock { $0[index] = result }
    }
    let finished = results.withLock { $0 }
    return try renditions.indices.compactMap { try finished[$0]?.get() }
  }

  /// Cuts subtitles where the pictures are cut, or leaves them whole beside renditions of one file,
  /// which are made for downloads (Apple's appendix on offline playback).
  private func writeTexts(_ plan: CopyPlan) throws -> [TextRecord] {
    let timescale = plan.renditions.first?.timescale ?? 1000
    return try plan.texts.map { text in
      try text.write(
        cutAt: options.isSingleFile ? [] : plan.cuts.times, until: plan.end, timescale: timescale,
        in: output.folder(text.directory))
    }
  }

  private func write(
    _ records: [CopyRecord], _ texts: [TextRecord], _ playlists: CopyPlaylists, _ report: CopyReport
  ) throws {
    for record in records {
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
    try output.root.write(playlists.master, to: OutputDirectory.masterName)
    try output.publish()
  }
}
