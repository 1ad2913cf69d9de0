// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HLSPackaging
import RungTestSupport

/// A file that tests encrypt, and the keys that they take.
enum EncryptedSource: String, CaseIterable, Sendable {
  case h264
  case hevc
  case av1
  case tiledAV1
  case aac
  case ac3
  case eac3

  /// The identifier, the key and the initialisation vector of tests.
  static let id = "0102030405060708090a0b0c0d0e0f10"
  static let key = "a0a1a2a3a4a5a6a7a8a9aaabacadaeaf"
  static let vector = "0f0e0d0c0b0a09080706050403020100"

  /// Whether the file holds pictures.
  var isVideo: Bool { ![.aac, .ac3, .eac3].contains(self) }

  /// Makes a file of twelve seconds, with a key picture every two.
  func make(in folder: TemporaryFolder, _ extra: [String] = []) throws -> String {
    let path = folder.file("\(rawValue).mp4")
    let pictures = "testsrc2=s=640x360:r=25:d=12"
    let input = isVideo ? pictures : "sine=440:r=48000:d=12"
    let arguments: [String]
    switch self {
    case .h264:
      arguments = [
        "-c:v", "libx264", "-preset", "veryfast", "-g", "50", "-sc_threshold", "0", "-pix_fmt",
        "yuv420p", "-b:v", "600k", "-slices", "2",
      ]
    case .hevc:
      arguments = [
        "-c:v", "libx265", "-preset", "ultrafast", "-tag:v", "hvc1", "-pix_fmt", "yuv420p10le",
        "-x265-params", "log-level=none:keyint=50:min-keyint=50:scenecut=0:open-gop=0:slices=2",
      ]
    case .av1: arguments = ["-c:v", "libsvtav1", "-preset", "10", "-g", "50"]
    case .tiledAV1:
      arguments = [
        "-c:v", "libaom-av1", "-cpu-used", "8", "-g", "50", "-b:v", "500k", "-tiles", "2x2", "-t",
        "6",
      ]
    case .aac, .ac3, .eac3: arguments = ["-ac", "2", "-c:a", rawValue, "-b:a", "128k"]
    }
    let run = try Program(
      "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", input] + arguments + extra + [path])
    guard run.status == 0 else { throw SourceError(description: run.errors) }
    return path
  }

  struct SourceError: Error, CustomStringConvertible { var description: String }
}

extension TemporaryFolder {
  /// Writes a key file.
  func keys(_ text: String) throws -> String {
    let path = file("\(UUID().uuidString).keys")
    try Data(text.utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    return path
  }

  /// The keys of a key file with the key of tests.
  func testKeys() throws -> KeyRing {
    try .reading(
      keys("all \(EncryptedSource.id) \(EncryptedSource.key) \(EncryptedSource.vector)\n"))
  }
}

/// The samples of a file, as hashes of their bytes.
enum SampleHashes {
  /// Lists the packets that FFmpeg reads.
  static func list(_ path: String, _ options: [String] = [], by program: String = "ffmpeg") throws
    -> [Substring]
  {
    let run = try Program(
      program,
      ["-v", "error"] + options + ["-i", path, "-map", "0", "-c", "copy", "-f", "framemd5", "-"])
    return run.lines.filter { !$0.hasPrefix("#") }.map { line in
      line.split(separator: ",").dropFirst(5).first.map { $0.drop { $0 == " " } } ?? ""
    }
  }
}
