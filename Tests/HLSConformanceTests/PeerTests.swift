// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HLSConformance
import RungTestSupport
import Testing

/// What other packagers write of one HDR10 file, against the defects that are known of their
/// versions: nothing more, nothing less, and after repairing only what is not in playlists.
@Suite struct PeerTests {
  /// What one rung in HDR10 alone cannot have, whoever packages it.
  private static let ofOneRung: Set<String> = [
    "apple-1.12", "apple-1.24", "apple-4.1", "apple-6.1", "apple-6.16", "apple-9.9", "apple-9.21",
  ]

  /// What the encoder of the source has put into it: x265 repeats parameter sets and HDR10's
  /// messages at each IDR.
  private static let ofTheSource: Set<String> = ["apple-1.8", "apple-1.10-samples"]

  /// The rules that a stream breaks, and those that it still breaks once it has been repaired.
  private static func findings(
    _ master: String
  ) async throws -> (broken: Set<String>, left: Set<String>) {
    let presentation = try await Presentation.load(master, from: FileSource())
      .readingMedia(from: FileSource())
    let known = ofOneRung.union(ofTheSource)
    let broken = Set(ConformanceReport(of: presentation).findings.map(\.rule))
    let repair = Repair(of: presentation)
    #expect(Repair(of: repair.presentation).changes == [], "repairing twice changes nothing")
    let left = Set(ConformanceReport(of: repair.presentation).findings.map(\.rule))
    return (broken.subtracting(known), left.subtracting(known))
  }

  // MARK: - FFmpeg

  /// What both versions of FFmpeg do: no range, no rate, no independence, no language, and an
  /// empty edit for the delay of reordered pictures and the priming of sound.
  private static let ofFFmpeg: Set<String> = [
    "rfc-4.4.6.2-range-media", "apple-9.16", "apple-9.15", "apple-9.11", "apple-9.12",
    "apple-8.10", "cmaf-7.5.13", "rung-aac-priming",
  ]
  /// What of that is in media, or that no playlist knows.
  private static let beyondFFmpegsPlaylists: Set<String> = [
    "apple-8.10", "cmaf-7.5.13", "rung-aac-priming",
  ]

  private static func package(
    _ ffmpeg: String, _ source: PeerSource, into folder: TemporaryFolder
  ) throws -> String {
    let path = { (name: String) in folder.url.appending(path: name).path }
    try run(
      ffmpeg,
      "-nostdin", "-v", "error", "-i", source.path("in.mp4"), "-c", "copy", "-map", "0:v",
      "-map", "0:a", "-f", "hls", "-hls_segment_type", "fmp4", "-hls_time", "4",
      "-hls_playlist_type", "vod", "-master_pl_name", "master.m3u8", "-var_stream_map",
      "v:0,agroup:a a:0,agroup:a", "-hls_segment_filename", path("s%v-%d.m4s"), path("p%v.m3u8"))
    return path("master.m3u8")
  }

  @Test func `FFmpeg 5.1: a wrong tail of CODECS, no average and no channels as well`()
    async throws
  {
    let folder = try TemporaryFolder()
    let master = try Self.package("ffmpeg", try await PeerSource.shared.value, into: folder)
    let (broken, left) = try await Self.findings(master)
    #expect(
      broken
        == Self.ofFFmpeg.union([
          "rfc-4.4.6.2-codec-form", "rfc-6.2.4-codecs", "rfc-6.2.4-codecs-extra", "apple-9.14",
          "rung-channels-declared",
        ]))
    #expect(left == Self.beyondFFmpegsPlaylists)
  }

  @Test(.enabled(if: Peer.ffmpeg.path != nil))
  func `FFmpeg 8.1: no CODECS of HEVC, and bandwidths without the group of sound as well`()
    async throws
  {
    let folder = try TemporaryFolder()
    let master = try Self.package(
      try #require(Peer.ffmpeg.path), try await PeerSource.shared.value, into: folder)
    let (broken, left) = try await Self.findings(master)
    #expect(
      broken
        == Self.ofFFmpeg.union([
          "apple-9.1", "rfc-4.4.6.2-codecs", "rfc-4.1-bandwidth", "apple-1.26", "apple-1.27",
        ]))
    #expect(left == Self.beyondFFmpegsPlaylists)
  }

  // MARK: - Shaka Packager

  /// What Shaka Packager is given, and what is wrong of what it makes.
  struct ShakaCase: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var inputs: [(file: String, stream: String)]
    var broken: Set<String>
    /// What repairing leaves, where that is not everything.
    var left: Set<String>
  }

  /// One key picture a fragment in its I-frame playlist, where the source has two.
  private static let keyPictures: Set<String> = ["rung-all-key-pictures"]

  static let shakaCases = [
    ShakaCase(
      testDescription: "pictures and sound: fine but for key pictures that are left out",
      inputs: [("in.mp4", "video"), ("in.mp4", "audio")], broken: keyPictures, left: keyPictures),
    ShakaCase(
      testDescription: "a short clip: averages above the peaks, whose windows lack the tail",
      inputs: [("short.mp4", "video"), ("short.mp4", "audio")],
      broken: keyPictures.union(["rfc-4.4.6.2-average", "rfc-4.1-bandwidth", "apple-1.27"]),
      left: keyPictures),
    ShakaCase(
      testDescription: "AC-3 and AAC: one group of both",
      inputs: [("in.mp4", "video"), ("in.mp4", "audio"), ("ac3.mp4", "audio")],
      broken: keyPictures.union(["rung-audio-group-format"]),
      left: keyPictures.union(["rung-audio-group-format"])),
    ShakaCase(
      testDescription: "WebVTT: no timestamp map, and segments beyond the end of the pictures",
      inputs: [("in.mp4", "video"), ("in.mp4", "audio"), ("in.vtt", "text")],
      broken: keyPictures.union(["apple-5.3", "apple-8.7"]),
      left: keyPictures.union(["apple-5.3", "apple-8.7"])),
  ]

  @Test(.enabled(if: Peer.shakaPackager.path != nil), arguments: shakaCases)
  func `Shaka Packager 3.8`(_ c: ShakaCase) async throws {
    let source = try await PeerSource.shared.value
    let folder = try TemporaryFolder()
    var arguments: [String] = []
    for (index, (file, stream)) in c.inputs.enumerated() {
      let path = { (name: String) in folder.url.appending(path: "\(index)/\(name)").path }
      let suffix = stream == "text" ? "vtt" : "m4s"
      var parts = [
        "in=\(source.path(file))", "stream=\(stream)", "playlist_name=\(index)/p.m3u8",
        "segment_template=\(path("$Number$.\(suffix)"))", "language=en",
      ]
      if stream != "text" { parts.append("init_segment=\(path("init.mp4"))") }
      if stream == "video" { parts.append("iframe_playlist_name=\(index)/i.m3u8") }
      if stream == "text" { parts.append("hls_group_id=text") }
      arguments.append(parts.joined(separator: ","))
    }
    let master = folder.url.appending(path: "master.m3u8").path
    try run(
      try #require(Peer.shakaPackager.path),
      arguments + ["--segment_duration", "4", "--hls_master_playlist_output", master])
    let (broken, left) = try await Self.findings(master)
    #expect(broken == c.broken)
    #expect(left == c.left)
  }
}

/// Ten and a half seconds of HDR10 with reordered pictures and an IDR every 2.002 s, sound in AAC
/// with its priming, the same in AC-3, and two cues.
struct PeerSource: Sendable {
  static let shared = Task { try PeerSource() }

  private let folder: TemporaryFolder

  /// The path of one of its files.
  func path(_ name: String) -> String { folder.url.appending(path: name).path }

  private init() throws {
    folder = try TemporaryFolder()
    let sound = ["-f", "lavfi", "-i", "sine=sample_rate=48000:duration=10.5"]
    let start = ["-nostdin", "-v", "error"]
    try run(
      "ffmpeg",
      start + ["-f", "lavfi", "-i", "testsrc2=s=320x180:r=24000/1001:d=10.5"] + sound + [
        "-pix_fmt", "yuv420p10le", "-c:v", "libx265", "-preset", "ultrafast", "-tag:v", "hvc1",
        "-color_primaries", "bt2020", "-colorspace", "bt2020nc", "-color_trc", "smpte2084",
        "-x265-params",
        "log-level=none:keyint=48:min-keyint=48:scenecut=0:open-gop=0:bframes=2:b-adapt=0:hdr10=1"
          + ":max-cll=1000,400"
          + ":master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50)",
        "-c:a", "aac", "-ac", "2", "-metadata:s:a:0", "language=eng", path("in.mp4"),
      ])
    try run(
      "ffmpeg", start + ["-i", path("in.mp4"), "-t", "5", "-c", "copy", path("short.mp4")])
    try run("ffmpeg", start + sound + ["-c:a", "ac3", "-ac", "2", path("ac3.mp4")])
    let cues = "WEBVTT\n\n00:01.000 --> 00:03.000\nOne\n\n00:09.000 --> 00:12.000\nTwo\n"
    try Data(cues.utf8).write(to: folder.url.appending(path: "in.vtt"))
  }
}

/// Runs a program that has to succeed.
private func run(_ program: String, _ arguments: [String]) throws {
  let made = try Program(program, arguments)
  try #require(made.status == 0, "\(made.errors)")
}

private func run(_ program: String, _ arguments: String...) throws {
  try run(program, arguments)
}
