// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSOffline
internal import HLSPlaylist
internal import HLSVariants

/// What `rung download` prints as JSON.
struct DownloadReport: Encodable {
  struct Stream: Encodable {
    let role: String
    let label: String
    let uri: String
    let folder: String
    let segments: Int
    let files: Int
    let configuration: Int
  }

  let master: String
  let package: String?
  let streams: [Stream]
  let files: Int
  let gaps: Int
  let seconds: Double
  let estimatedBytes: UInt64?
  let estimate: String?
  let bytes: UInt64?
  let keptFiles: Int?
  let isComplete: Bool

  init(_ plan: DownloadPlan, package: String?, _ summary: DownloadSummary?) {
    master = ResourceURI.redacted(plan.masterURI)
    self.package = package
    streams = plan.streams.map { stream in
      Stream(
        role: stream.role.rawValue, label: stream.label, uri: ResourceURI.redacted(stream.uri),
        folder: stream.folder, segments: stream.playlist.segments.count,
        files: stream.resources.count, configuration: stream.configuration)
    }
    files = plan.resources.count
    gaps = plan.gaps
    seconds = plan.duration.doubleValue
    estimatedBytes = plan.size?.bytes
    estimate = plan.size?.basis.rawValue
    bytes = summary?.bytes
    keptFiles = summary?.keptFiles
    isComplete = summary != nil
  }
}

/// What `rung download` prints for people.
enum DownloadText {
  static func lines(
    _ plan: DownloadPlan, package: String?, _ summary: DownloadSummary?
  ) -> [String] {
    var table = Table("stream", "what", ">segments", ">files", "taken by")
    for stream in plan.streams {
      let taker =
        stream.configuration == 0 ? "primary" : "auxiliary \(stream.configuration)"
      table.add(
        stream.role.rawValue, stream.label, "\(stream.playlist.segments.count)",
        "\(stream.resources.count)", taker)
    }
    var lines = table.description.split(separator: "\n").map(String.init)
    var parts = ["\(plan.resources.count) files", ClockTime.text(plan.duration.doubleValue)]
    if plan.gaps > 0 { parts.append("\(plan.gaps) gaps skipped") }
    if let summary {
      parts.append(Format.bytes(Int64(clamping: summary.bytes)))
      if summary.keptFiles > 0 { parts.append("\(summary.keptFiles) were there") }
      lines.append(parts.joined(separator: ", "))
      lines.append("\(package ?? ""): complete")
    } else {
      parts.append(plan.size.map { "\($0)" } ?? "size unknown")
      lines.append(parts.joined(separator: ", "))
    }
    return lines
  }

  /// How far a download has come, in a line.
  static func line(_ progress: DownloadProgress) -> String {
    var parts = [
      "downloading \(Int(progress.fraction * 100)) %",
      "\(progress.files) of \(progress.totalFiles) files",
      Format.bytes(Int64(clamping: progress.bytes)),
    ]
    if let left = progress.timeLeft { parts.append("\(ClockTime.text(left / .seconds(1))) left") }
    return parts.joined(separator: ", ")
  }
}
