// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation

/// Other readers of playlists, each in a process of its own.
struct PlaylistRivals {
  private let folder: URL
  private let python: String?

  /// Prepares the rivals: a segment that FFmpeg can open, and Python's `m3u8` in an environment
  /// beside the build, installed on the first run.
  init(folder: URL) throws {
    self.folder = folder
    let segment = folder.appending(path: "segment-000001.ts").path
    _ = try ProcessorTime.of(
      "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "sine=d=0.2", "-c:a", "aac", segment])
    let environment = FileManager.default.currentDirectoryPath + "/.build/bench-python"
    let python = environment + "/bin/python"
    if !FileManager.default.fileExists(atPath: python) {
      _ = try? ProcessorTime.of("python3", ["-m", "venv", environment])
      _ = try? ProcessorTime.of(python, ["-m", "pip", "install", "-q", "m3u8"])
    }
    let hasModule = (try? ProcessorTime.of(python, ["-c", "import m3u8"])) != nil
    self.python = hasModule ? python : nil
    if !hasModule { print("python m3u8 is missing: pip could not install it") }
  }

  /// Prints how many times longer each rival takes to read a playlist.
  func compare(_ text: LongPlaylist, _ file: URL, with ours: Double) throws {
    if let python, let theirs = try pythonSeconds(python, file) {
      print("  python m3u8: \(PlaylistBenchmark.rounded(theirs / ours)) times our time")
    }
    let short = folder.appending(path: "short.m3u8")
    try Data(LongPlaylist.vod(segments: 1).bytes).write(to: short)
    if let start = try ffmpegSeconds(short), let whole = try ffmpegSeconds(file) {
      // What the process takes for one segment is not the playlist's.
      let theirs = max(whole - start, 0)
      print("  FFmpeg's demuxer: \(PlaylistBenchmark.rounded(theirs / ours)) times our time")
    }
  }

  /// The seconds that `m3u8.loads` takes, as the interpreter measures them.
  private func pythonSeconds(_ python: String, _ file: URL) throws -> Double? {
    let script = """
      import m3u8, sys, time
      text = open(sys.argv[1]).read()
      start = time.process_time()
      m3u8.loads(text)
      print(time.process_time() - start)
      """
    let process = Process()
    process.executableURL = URL(filePath: python)
    process.arguments = ["-c", script, file.path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return output.split(separator: "\n").last.flatMap { Double($0) }
  }

  private func ffmpegSeconds(_ file: URL) throws -> Double? {
    let arguments = [
      "-v", "quiet", "-f", "hls", "-analyzeduration", "0", "-probesize", "32", "-i", file.path,
    ]
    return (0..<5).compactMap { _ in try? ProcessorTime.of("ffprobe", arguments) }.min()
  }
}
