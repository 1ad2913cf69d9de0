// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HLSPackaging
import HLSPlaylist
import RungTestSupport

/// Inputs that were packaged as they are, into a temporary folder.
struct CopiedPackage: Sendable {
  let folder: TemporaryFolder
  let report: CopyReport

  /// Packages files.
  init(_ inputs: [CopyInput], _ options: CopyOptions = CopyOptions()) throws {
    folder = try TemporaryFolder()
    let output = try OutputDirectory(folder.file("out"), replaces: false)
    report = try CopyPackager(inputs, options, to: output, version: "test").run()
  }

  /// Packages one file.
  init(_ path: String, _ options: CopyOptions = CopyOptions()) throws {
    try self.init([CopyInput(path)], options)
  }

  /// The place of a file of the package.
  func file(_ name: String) -> String { folder.file("out/\(name)") }

  /// The text of a file of the package.
  func text(_ name: String) throws -> String {
    try String(contentsOfFile: file(name), encoding: .utf8)
  }

  /// The master playlist, read strictly.
  func master() throws -> MultivariantPlaylist {
    try MultivariantPlaylist(parsing: text("master.m3u8"), options: .strict)
  }

  /// The media playlist of a rendition, read strictly.
  func playlist(_ directory: String) throws -> MediaPlaylist {
    try MediaPlaylist(parsing: text("\(directory)/playlist.m3u8"), options: .strict)
  }

  /// The bytes that a player gets for the init segment and some segments, one after the other.
  func joined(_ directory: String, _ segments: Range<Int>? = nil) throws -> String {
    let playlist = try playlist(directory)
    let all = Array(playlist.segments)
    let list = all[segments ?? 0..<all.count]
    var data = Data()
    if let map = list.first?.initialization {
      data += try bytes("\(directory)/\(map.uri)", map.byteRange)
    }
    for segment in list where !segment.isGap {
      data += try bytes("\(directory)/\(segment.uri)", segment.byteRange)
    }
    let path = folder.file("\(directory)-\(segments.map { "\($0.lowerBound)" } ?? "all").mp4")
    try data.write(to: URL(filePath: path))
    return path
  }

  private func bytes(_ name: String, _ range: ByteRange?) throws -> Data {
    let data = try Data(contentsOf: URL(filePath: file(name)))
    guard let range else { return data }
    return data[Int(range.offset)..<Int(range.offset + range.length)]
  }
}

/// A packet as FFmpeg's muxer of hashes lists it.
struct PacketHash: Hashable, Sendable {
  /// When it is presented, in microseconds.
  var time: Int
  /// The hash of its bytes.
  var hash: Substring

  /// The packets of a stream of a file in order of presentation, the first at 0; a stream is named
  /// as FFmpeg's `-map` takes it, a filter of packets as `-bsf` does.
  static func list(_ path: String, _ stream: String, filter: String? = nil) throws -> [PacketHash] {
    let run = try Program(
      "ffmpeg",
      ["-v", "error", "-i", path, "-map", "0:\(stream)", "-c", "copy"]
        + (filter.map { ["-bsf", $0] } ?? []) + ["-copyts", "-f", "framehash", "-"])
    var (numerator, denominator) = (1.0, 1.0)
    var packets: [(time: Double, hash: Substring)] = []
    for line in run.lines {
      if line.hasPrefix("#tb 0:") {
        let parts = line.dropFirst(7).split(separator: "/").compactMap { Double($0) }
        (numerator, denominator) = (parts[0], parts[1])
      }
      guard !line.hasPrefix("#") else { continue }
      let fields = line.split(separator: ",").map { $0.drop { $0 == " " } }
      guard fields.count > 5, let time = Double(fields[2]) else { continue }
      packets.append((time * numerator / denominator * 1_000_000, fields[5]))
    }
    packets.sort { $0.time < $1.time }
    let first = packets.first?.time ?? 0
    return packets.map { PacketHash(time: Int(($0.time - first).rounded()), hash: $0.hash) }
  }
}
