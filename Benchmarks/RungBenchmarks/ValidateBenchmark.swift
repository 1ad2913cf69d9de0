// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import RungTestSupport

/// Holds a stream of two hours and twelve rungs against every rule at the level of playlists.
///
/// The segments are sparse files: their sizes are asked for and their bytes are not read. There is
/// no rival: nothing else checks a stream on Linux.
enum ValidateBenchmark {
  private static let rungs = 12
  private static let segments = 1200

  @Sendable static func run() throws {
    let folder = try TemporaryFolder()
    try makeStream(in: folder.url)
    let master = folder.url.appending(path: "master.m3u8").path
    // In a process of its own, whose greatest memory is told when it ends.
    let rung = CommandLine.arguments[0].replacing("RungBenchmarks", with: "rung")
    guard FileManager.default.isExecutableFile(atPath: rung) else {
      print("  rung is missing beside RungBenchmarks: swift build -c release --product rung")
      return
    }
    let script = """
      import resource, subprocess, sys, time
      best = None
      for _ in range(5):
          start = time.perf_counter()
          run = subprocess.run(sys.argv[1:], capture_output=True, text=True)
          spent = time.perf_counter() - start
          best = spent if best is None else min(best, spent)
      print(best, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
      print(run.stdout.strip().split(chr(10))[-1])
      """
    let program = try Program("python3", ["-c", script, rung, "validate", master])
    let numbers = program.lines.first?.split(separator: " ").compactMap { Double($0) } ?? []
    guard numbers.count == 2 else { return print("  rung validate failed: \(program.errors)") }
    print("  \(rungs) rungs of \(segments) segments: \(format(numbers[0])) s, goal 1")
    print("  greatest memory: \(format(numbers[1] / 1024)) MiB, goal 100")
    print("  \(program.lines.last ?? "")")
  }

  /// Playlists as Rung writes them, and sparse files of the sizes that they declare.
  private static func makeStream(in folder: URL) throws {
    var master = "#EXTM3U\n#EXT-X-VERSION:6\n#EXT-X-INDEPENDENT-SEGMENTS\n"
    for rung in 1...rungs {
      let place = folder.appending(path: "\(rung)")
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      let bytes = UInt64(rung) * 75_000
      let rate = bytes * 8 / 6
      master +=
        "#EXT-X-STREAM-INF:BANDWIDTH=\(rate),AVERAGE-BANDWIDTH=\(rate),CODECS=\"avc1.64001F\","
        + "RESOLUTION=\(160 * rung)x\(90 * rung),FRAME-RATE=25.000\n\(rung)/playlist.m3u8\n"
      var playlist =
        "#EXTM3U\n#EXT-X-VERSION:6\n#EXT-X-TARGETDURATION:6\n#EXT-X-PLAYLIST-TYPE:VOD\n"
        + "#EXT-X-MAP:URI=\"init.mp4\"\n"
      for segment in 1...segments {
        let name = String(format: "segment-%05d.m4s", segment)
        playlist += "#EXTINF:6.00000,\n\(name)\n"
        let path = place.appending(path: name).path
        guard FileManager.default.createFile(atPath: path, contents: nil) else {
          throw CocoaError(.fileWriteUnknown)
        }
        let handle = try FileHandle(forWritingTo: URL(filePath: path))
        try handle.truncate(atOffset: bytes)
        try handle.close()
      }
      try Data((playlist + "#EXT-X-ENDLIST\n").utf8).write(
        to: place.appending(path: "playlist.m3u8"))
    }
    try Data(master.utf8).write(to: folder.appending(path: "master.m3u8"))
  }

  private static func format(_ value: Double) -> String {
    value.formatted(.number.precision(.significantDigits(3)))
  }
}
