// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import LibAV

/// One run of an export: files written beside their names, inspected, and renamed.
final class ExportRun {
  private let plan: ExportPlan
  private let cancellation: Cancellation
  private let progress: EncodingProgress
  /// What is to be removed when the run ends.
  private var drafts: [String] = []

  init(_ plan: ExportPlan, _ cancellation: Cancellation, _ progress: EncodingProgress) {
    self.plan = plan
    self.cancellation = cancellation
    self.progress = progress
  }

  func run() throws -> [ExportSession.Result] {
    var names: Set<String> = []
    for output in plan.outputs {
      try check(output)
      guard names.insert(file(output).canonicalPath).inserted else {
        throw EncodingError(
          .settings, output.request.path, "two files of the export have this name",
          hint: "name another file")
      }
    }
    defer { drafts.forEach { try? FileManager.default.removeItem(atPath: $0) } }
    var source: MediaSource?
    var metadata = plan.options.metadata.filter { !$0.value.isEmpty }
    if plan.composition == nil {
      let opened = try MediaSource.open(plan.source.path, cancellation: cancellation)
      metadata = self.metadata(of: opened.demuxer)
      source = Optional(opened)
    }
    var written: [(path: String, additions: [Int: TrackAdditions])?] = plan.outputs.map { _ in nil }
    var files: [(index: Int, file: ExportFile)] = []
    for (index, output) in plan.outputs.enumerated() {
      let path = draft(of: output, "samples")
      if output.isCopy {
        let copy = ExportCopy(output: output, source: plan.source, range: plan.options.range)
        written[index] = (path, try copy.run(to: path, metadata, cancellation, progress))
      } else {
        let orientation = plan.ladder.video?.video?.orientation ?? .upright
        files.append(
          (
            index,
            try ExportFile(
              output.tracks, output.request.fileType, at: path, metadata, orientation)
          ))
      }
    }
    if !files.isEmpty {
      let sink = ExportSink(files: files.map(\.file))
      let encoder = LadderEncoder(
        plan.ladder, into: sink, cancellation: cancellation, progress: progress)
      if let composition = plan.composition {
        try encoder.run(reading: composition, plan.options)
      } else if let source = source.take() {
        try encoder.run(reading: source)
      }
      for (index, file) in files { written[index] = (file.path, file.additions) }
    }
    return try publish(written.compactMap { $0 })
  }

  /// Brings each file's index to its front, inspects it, and gives all of them their names.
  private func publish(
    _ written: [(path: String, additions: [Int: TrackAdditions])]
  ) throws -> [ExportSession.Result] {
    var finished: [(path: String, result: ExportSession.Result)] = []
    for (output, file) in zip(plan.outputs, written) {
      let path = draft(of: output, "whole")
      var index = try MovieIndex(of: file.path)
      if output.isCopy, let length = plan.copiedLength { try index.trim(to: length) }
      try index.write(to: path, adding: file.additions)
      var found = try SourceDescription.inspect(path)
      found.path = output.request.path
      let frames = output.picture.flatMap { progress.samplesEncoded[$0.name] }
      let differences = ExportPromise(output: output, plan: plan, frames: frames)
        .differences(from: found)
      guard differences.isEmpty else {
        throw EncodingError(
          .encoder, output.request.path,
          "what was written is not what was promised: \(differences.joined(separator: "; "))",
          hint: "nothing was kept; please report the source and the command")
      }
      let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
      finished.append(
        (path, ExportSession.Result(output: output, description: found, bytes: Int64(size ?? 0))))
    }
    guard !cancellation.isCancelled else { throw EncodingError(.interrupted, "", "interrupted") }
    for (path, result) in finished { try file(result.output).publish(path) }
    return finished.map(\.result)
  }

  private func file(_ output: ExportPlan.Output) -> FileDraft {
    FileDraft(path: output.request.path, replaces: plan.options.replaces)
  }

  /// A name beside a file's own.
  private func draft(of output: ExportPlan.Output, _ part: String) -> String {
    let draft = file(output).stage(part)
    drafts.append(draft)
    return draft
  }

  private func check(_ output: ExportPlan.Output) throws(EncodingError) {
    let sources = plan.composition?.pieces.map(\.clip.source.path) ?? [plan.source.path]
    guard !sources.contains(where: file(output).replaces) else {
      throw EncodingError(
        .settings, output.request.path, "the source itself would be replaced",
        hint: "name another file")
    }
    try file(output).check()
  }

  /// What the files say of themselves: what the source says, but for what describes its container.
  private func metadata(of demuxer: borrowing Demuxer) -> [String: String] {
    let own: Set = ["major_brand", "minor_version", "compatible_brands", "encoder"]
    return demuxer.metadata.filter { !own.contains($0.key.lowercased()) }
      .merging(plan.options.metadata) { $1 }.filter { !$0.value.isEmpty }
  }
}
