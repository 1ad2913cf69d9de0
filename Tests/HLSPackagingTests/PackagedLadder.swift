// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HLSEncoding
import HLSPackaging
import LibAV
import RungTestSupport

/// A source that was packaged into a temporary folder.
struct PackagedLadder: Sendable {
  let folder: TemporaryFolder
  let report: PackageReport
  let plan: LadderPlan

  /// Packages a source at x264's and x265's fastest preset.
  init(
    _ path: String, _ options: LadderOptions = LadderOptions(), normalizedTo loudness: Double? = nil
  ) throws {
    LibraryLog.silence()
    folder = try TemporaryFolder()
    var options = options
    options.speed = "ultrafast"
    let source = try MediaSource.open(path)
    let plan = try LadderPlan(for: source.description, options)
    self.plan = try loudness.map { try plan.normalized(to: $0) } ?? plan
    let output = try OutputDirectory(folder.file("out"), replaces: false)
    report = try LadderPackager(self.plan, to: output, version: "test").run(reading: source)
  }

  /// The place of a file of the package.
  func file(_ name: String) -> String { folder.file("out/\(name)") }

  /// The media playlist of each rendition, by folder.
  var playlists: [(directory: String, path: String)] {
    report.renditions.map { ($0.directory, file("\($0.directory)/playlist.m3u8")) }
  }

  /// The init and media segments of a rendition as one file, for programs that read no playlists.
  func joined(_ directory: String) throws -> String {
    let names = try FileManager.default.contentsOfDirectory(atPath: file(directory)).sorted()
    var data = try Data(contentsOf: URL(filePath: file("\(directory)/init.mp4")))
    for name in names where name.hasSuffix(".m4s") {
      data += try Data(contentsOf: URL(filePath: file("\(directory)/\(name)")))
    }
    let path = folder.file("\(directory).mp4")
    try data.write(to: URL(filePath: path))
    return path
  }
}
