// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HLSPackaging
import HLSPlaylist
import RungTestSupport
import Testing

/// Where EXT-X-INDEPENDENT-SEGMENTS stands, each segment decodes alone behind its init segment (RFC
/// 8216bis section 4.4.2.1); where segments begin in open groups of pictures, it does not stand.
@Suite(.serialized) struct CopyIndependenceTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var encoder: String
    var parameters: String
    var testDescription: String { encoder }
  }

  /// Groups of 48 pictures, which are open but for each second one.
  private static let groups = "open-gop=1:keyint=48:min-keyint=48:scenecut=0:bframes=4:b-adapt=0"
  static let cases = [
    Case(encoder: "libx264", parameters: "-x264-params"),
    Case(encoder: "libx265", parameters: "-x265-params"),
  ]

  /// Twelve seconds at 24 pictures a second: IDR pictures at 0, 4 and 8 s, open groups between. x265
  /// makes forced IDR pictures CRA pictures where groups are open, so recordings are joined.
  private func source(_ c: Case, in folder: TemporaryFolder) throws -> String {
    let quiet = c.encoder == "libx265" ? "log-level=none:" : ""
    var run = try Program(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x90:r=24:d=4", "-c:v", c.encoder,
        "-preset", "ultrafast", "-pix_fmt", "yuv420p", c.parameters, quiet + Self.groups,
        folder.file("part.mp4"),
      ])
    #expect(run.errors == "")
    try String(repeating: "file part.mp4\n", count: 3)
      .write(toFile: folder.file("parts.txt"), atomically: true, encoding: .utf8)
    let path = folder.file("film.mp4")
    run = try Program(
      "ffmpeg", ["-v", "error", "-f", "concat", "-i", folder.file("parts.txt"), "-c", "copy", path])
    #expect(run.errors == "")
    return path
  }

  /// How many pictures each segment gives a decoder that has nothing but the init segment before it.
  private func decodedAlone(_ package: CopiedPackage) throws -> [String] {
    let video = try #require(package.report.renditions.first)
    return try (0..<video.segments).map { number in
      let file = try package.joined(video.directory, number..<number + 1)
      let counts = try Program.probe(
        file, "-count_frames", "-count_packets", "-select_streams", "v", "-show_entries",
        "stream=nb_read_frames,nb_read_packets")
      let decoded = try Program(
        "ffmpeg", ["-v", "error", "-i", file, "-fps_mode", "passthrough", "-f", "null", "-"])
      return "\(counts[0])\(decoded.errors)"
    }
  }

  @Test(arguments: cases)
  func `segments that begin at IDR pictures decode alone to all their pictures`(_ c: Case) throws {
    let folder = try TemporaryFolder()
    let package = try CopiedPackage(source(c, in: folder), CopyOptions(segmentDuration: 4))
    #expect(try package.master().hasIndependentSegments)
    #expect(try decodedAlone(package) == ["96,96", "96,96", "96,96"])
  }

  @Test(arguments: cases)
  func `segments that begin in open groups are not said to be independent`(_ c: Case) throws {
    let folder = try TemporaryFolder()
    let path = try source(c, in: folder)
    #expect(throws: PackagingError(.alignment, path, "")) {
      try CopiedPackage(path, CopyOptions(segmentDuration: 2))
    }
    let package = try CopiedPackage(
      path, CopyOptions(segmentDuration: 2, allowsOpenGroups: true))
    #expect(try !package.master().hasIndependentSegments)
    for rendition in package.report.renditions {
      #expect(try !package.playlist(rendition.directory).hasIndependentSegments)
    }
    let alone = try decodedAlone(package)
    #expect(alone.count == 6)
    // Two pictures that follow each CRA picture look back before it: they are not decoded. A decoder
    // of H.264 shows them, spoilt.
    if c.encoder == "libx265" {
      #expect(alone == ["46,46", "48,50", "46,46", "48,50", "46,46", "48,50"])
    }
  }
}
