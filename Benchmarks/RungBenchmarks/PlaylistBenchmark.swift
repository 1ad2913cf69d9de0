// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HLSPlaylist

/// Reads and writes long playlists; the rivals are Python's `m3u8` and FFmpeg's demuxer, on the
/// same files. Times are of the processor, since other work on the machine disturbs the clock.
enum PlaylistBenchmark {
  /// The child process that measures memory alone gets its file by this variable.
  private static let memoryVariable = "RUNG_BENCH_MEMORY"

  /// The child process that keeps its memory has this variable.
  private static let growthVariable = "RUNG_BENCH_GROWTH"

  @Sendable static func run() throws {
    let environment = ProcessInfo.processInfo.environment
    if let path = environment[memoryVariable] { return try printMemory(of: path) }
    if environment[growthVariable] != nil { return try printGrowth() }
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "rung-playlist-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let rivals = try PlaylistRivals(folder: folder)
    for text in [LongPlaylist.vod(segments: 100_000), .lowLatency(parts: 5_000)] {
      let speed = try measure(text)
      let file = folder.appending(path: text.name + ".m3u8")
      try Data(text.bytes).write(to: file)
      print("  memory for the model: \(try memory(file, text.bytes.count))")
      try rivals.compare(text, file, with: speed)
    }
    // The C library gives a large model's memory back to the kernel, which supplies each page anew:
    // the million is measured first as it is, then with memory kept, as shorter playlists' is.
    _ = try measure(LongPlaylist.vod(segments: 1_000_000))
    print("with the memory of one run kept for the next:")
    print(
      try child([
        growthVariable: "", "MALLOC_MMAP_THRESHOLD_": "4294967296",
        "MALLOC_TRIM_THRESHOLD_": "4294967296",
      ]))
  }

  /// Shows how time grows with length.
  private static func printGrowth() throws {
    let times = try [10_000, 100_000, 1_000_000].map { (count: Int) -> Double in
      let text = LongPlaylist.vod(segments: count)
      return try measure(text) / Double(text.bytes.count)
    }
    let growth = times.map { rounded($0 / times[0]) }.joined(separator: " : ")
    print("time a byte at 10,000, 100,000 and 1,000,000 segments: \(growth)")
  }

  /// Reads and writes a playlist, and returns the seconds that reading takes.
  private static func measure(_ text: LongPlaylist) throws -> Double {
    let runs = text.bytes.count > 10_000_000 ? 5 : 20
    let megabytes = Double(text.bytes.count) / 1e6
    let reading = try best(of: runs) {
      let playlist = try MediaPlaylist(parsing: text.bytes, options: .strict)
      precondition(playlist.segments.count == text.segments)
    }
    var playlist = try MediaPlaylist(parsing: text.bytes, options: .strict)
    let untouched = try best(of: runs) { try write(playlist) }
    playlist.forgetText()
    let canonical = try best(of: runs) { try write(playlist) }
    print(
      "\(text.name): \(rounded(megabytes)) MB, read \(rounded(megabytes / reading)) MB/s, "
        + "write \(rounded(megabytes / canonical)) MB/s from the model, "
        + "\(rounded(megabytes / untouched)) MB/s untouched")
    return reading
  }

  /// The processor time of the fastest of several runs, in seconds. Each run does the work often
  /// enough for the clock.
  private static func best(of runs: Int, _ work: () throws -> Void) rethrows -> Double {
    var best = Double.infinity
    for _ in 0..<runs {
      let repetitions = runs > 5 ? 10 : 1
      let seconds = try ProcessorTime.ofSelf { for _ in 0..<repetitions { try work() } }
      best = min(best, seconds / Double(repetitions))
    }
    return best
  }

  private static func write(_ playlist: MediaPlaylist) throws {
    var bytes: [UInt8] = []
    try playlist.write(to: &bytes)
    precondition(!bytes.isEmpty)
  }

  /// A number with three digits or what it has before its point.
  static func rounded(_ value: Double) -> String {
    value >= 100 ? String(Int(value.rounded())) : String((value * 100).rounded() / 100)
  }

  // MARK: - Memory

  /// What a process of its own needs more once it has read a playlist, as a multiple of the text.
  private static func memory(_ file: URL, _ size: Int) throws -> String {
    let last = try child([memoryVariable: file.path]).split(separator: "\n").last
    return last.flatMap { Double($0) }.map { "\(rounded($0 / Double(size))) times the text" }
      ?? "unknown"
  }

  /// What this program prints in a process of its own, with more in its environment.
  private static func child(_ variables: [String: String]) throws -> String {
    let child = Process()
    child.executableURL = URL(filePath: CommandLine.arguments[0])
    child.arguments = ["playlist"]
    child.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    let pipe = Pipe()
    child.standardOutput = pipe
    try child.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    child.waitUntilExit()
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .newlines)
  }

  /// Prints how many bytes the peak of the process's memory rose by for a model beside its text.
  private static func printMemory(of path: String) throws {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    let before = try peak()
    let playlist = try MediaPlaylist(parsing: bytes)
    print(try peak() - before + bytes.count)
    precondition(!playlist.segments.isEmpty)
  }

  /// The greatest resident size of the process so far, in bytes (`VmHWM`).
  private static func peak() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return (line?.split(separator: " ").compactMap { Int($0) }.first ?? 0) << 10
  }
}
