// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import ISOBMFF
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
    for output in plan.outputs { try checkPlace(output.request.path) }
    defer { drafts.forEach { try? FileManager.default.removeItem(atPath: $0) } }
    let source = try MediaSource.open(plan.source.path, cancellation: cancellation)
    let metadata = self.metadata(of: source.demuxer)
    var written: [(path: String, boxes: [Int: [OpaqueBox]])?] = plan.outputs.map { _ in nil }
    var files: [(index: Int, file: ExportFile)] = []
    for (index, output) in plan.outputs.enumerated() {
      let path = draft(of: output.request.path, "samples")
      if output.isCopy {
        let copy = ExportCopy(output: output, source: plan.source, range: plan.options.range)
        written[index] = (path, try copy.run(to: path, metadata, cancellation, progress))
      } else {
        let orientation = plan.ladder.video?.video?.orientation ?? .upright
        files.append((index, try ExportFile(output, at: path, metadata, orientation)))
      }
    }
    if !files.isEmpty {
      let sink = ExportSink(files: files.map(\.file))
      try LadderEncoder(plan.ladder, into: sink, cancellation: cancellation, progress: progress)
        .run(reading: source)
      for (index, file) in files { written[index] = (file.path, file.additions) }
    }
    return try publish(written.compactMap { $0 })
  }

  /// Brings each file's index to its front, inspects it, and gives all of them their names.
  private func publish(
    _ written: [(path: String, boxes: [Int: [OpaqueBox]])]
  ) throws -> [ExportSession.Result] {
    var finished: [(path: String, result: ExportSession.Result)] = []
    for (output, file) in zip(plan.outputs, written) {
      let path = draft(of: output.request.path, "whole")
      var index = try MovieIndex(of: file.path)
      if output.isCopy, let length = plan.copiedLength { try index.trim(to: length) }
      try index.write(to: path, adding: file.boxes)
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
    for (path, result) in finished { try rename(path, to: result.output.request.path) }
    return finished.map(\.result)
  }

  /// A name beside a file's own.
  private func draft(of path: String, _ part: String) -> String {
    let url = URL(filePath: path)
    let draft = url.deletingLastPathComponent().appending(
      path: ".\(url.lastPathComponent).\(part).\(ProcessInfo.processInfo.processIdentifier)")
    drafts.append(draft.path)
    return draft.path
  }

  private func checkPlace(_ path: String) throws(EncodingError) {
    let files = FileManager.default
    let folder = URL(filePath: path).deletingLastPathComponent().path
    guard files.fileExists(atPath: folder) else {
      throw EncodingError(.settings, path, "there is no folder '\(folder)'", hint: "make it first")
    }
    guard files.isWritableFile(atPath: folder) else {
      throw EncodingError(.settings, path, "no permission to write into '\(folder)'")
    }
    guard plan.source.path != path else {
      throw EncodingError(
        .settings, path, "the source itself would be replaced", hint: "name another file")
    }
    guard plan.options.replaces || !files.fileExists(atPath: path) else {
      throw EncodingError(
        .settings, path, "there is a file already",
        hint: "remove it or name another; on the command line --force replaces it")
    }
  }

  private func rename(_ draft: String, to path: String) throws {
    if !plan.options.replaces {
      // A second name, unlike a rename, never takes the place of what has come to be there.
      if unsafe link(draft, path) == 0 { return }
      guard errno != EEXIST else {
        throw EncodingError(.settings, path, "another program has put a file there meanwhile")
      }
    }
    guard unsafe Foundation.rename(draft, path) == 0 else {
      let reason = unsafe String(cString: strerror(errno))
      throw EncodingError(.settings, path, "cannot give the file its name: \(reason)")
    }
  }

  /// What the files say of themselves: what the source says, but for what describes its container.
  private func metadata(of demuxer: borrowing Demuxer) -> [String: String] {
    let own: Set = ["major_brand", "minor_version", "compatible_brands", "encoder"]
    return demuxer.metadata.filter { !own.contains($0.key.lowercased()) }
      .merging(plan.options.metadata) { $1 }.filter { !$0.value.isEmpty }
  }
}
