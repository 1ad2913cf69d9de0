// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HLSConformance
import RungTestSupport
import Testing

/// What other packagers write, against the defects that are known of their versions.
@Suite struct PeerTests {
  /// Whether Shaka Packager is on this machine: `RUNG_SHAKA_PACKAGER` names its binary.
  private static let shaka = ProcessInfo.processInfo.environment["RUNG_SHAKA_PACKAGER"]

  /// Six seconds of HDR10 with sound, an IDR every second.
  private static func source(in folder: TemporaryFolder) throws -> String {
    let path = folder.url.appending(path: "in.mp4").path
    let made = try Program(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x180:r=24000/1001:d=6",
        "-f", "lavfi", "-i", "sine=sample_rate=48000:duration=6", "-pix_fmt", "yuv420p10le",
        "-c:v", "libx265", "-preset", "ultrafast", "-tag:v", "hvc1", "-color_primaries", "bt2020",
        "-colorspace", "bt2020nc", "-color_trc", "smpte2084", "-x265-params",
        "log-level=none:keyint=24:min-keyint=24:scenecut=0:open-gop=0:hdr10=1:max-cll=1000,400"
          + ":master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50)",
        "-c:a", "aac", "-metadata:s:a:0", "language=eng", path,
      ])
    try #require(made.status == 0, "\(made.errors)")
    return path
  }

  private static func report(_ path: String) async throws -> (Presentation, Set<String>) {
    let presentation = try await Presentation.load(path, from: FileSource())
      .readingMedia(from: FileSource())
    let findings = ConformanceReport(of: presentation).findings
    return (presentation, Set(findings.filter { $0.requirement == .must }.map(\.rule)))
  }

  /// What one variant cannot have, whoever packages it.
  private static let ofOneRung: Set<String> = [
    "apple-1.24", "apple-6.1", "apple-6.16", "apple-9.9", "apple-9.21",
  ]

  @Test func `FFmpeg: no range, rate, average and I-frames, a wrong codec, empty edits`()
    async throws
  {
    let folder = try TemporaryFolder()
    let path = { (name: String) in folder.url.appending(path: name).path }
    let made = try Program(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-i", try Self.source(in: folder), "-c", "copy", "-map", "0:v",
        "-map", "0:a", "-f", "hls", "-hls_segment_type", "fmp4", "-hls_time", "2",
        "-hls_playlist_type", "vod", "-master_pl_name", "master.m3u8", "-var_stream_map",
        "v:0,agroup:a a:0,agroup:a", "-hls_segment_filename", path("s%v-%d.m4s"), path("p%v.m3u8"),
      ])
    try #require(made.status == 0, "\(made.errors)")
    let (presentation, rules) = try await Self.report(path("master.m3u8"))
    let defects: Set<String> = [
      "apple-9.14", "apple-9.15", "apple-9.16", "rfc-4.4.6.2-range-media", "apple-9.12",
      "rfc-4.4.6.2-codec-form", "rfc-6.2.4-codecs", "apple-8.10", "cmaf-7.5.13",
    ]
    #expect(rules.subtracting(Self.ofOneRung) == defects)

    let repair = Repair(of: presentation)
    let left = ConformanceReport(of: repair.presentation).findings
      .filter { $0.requirement == .must }.map(\.rule)
    // A language that the playlist does not know, and what is in the media.
    #expect(Set(left).subtracting(Self.ofOneRung) == ["apple-8.10", "cmaf-7.5.13"])
    #expect(Repair(of: repair.presentation).changes == [])
  }

  @Test(.enabled(if: PeerTests.shaka != nil))
  func `Shaka Packager: fine but for what one rung lacks`() async throws {
    let folder = try TemporaryFolder()
    let input = try Self.source(in: folder)
    let path = { (name: String) in folder.url.appending(path: name).path }
    let made = try Program(
      try #require(Self.shaka),
      [
        "in=\(input),stream=video,init_segment=\(path("v/init.mp4")),"
          + "segment_template=\(path("v/$Number$.m4s")),playlist_name=v/p.m3u8,"
          + "iframe_playlist_name=v/i.m3u8",
        "in=\(input),stream=audio,init_segment=\(path("a/init.mp4")),"
          + "segment_template=\(path("a/$Number$.m4s")),playlist_name=a/p.m3u8,"
          + "hls_group_id=audio,hls_name=English",
        "--segment_duration", "2", "--hls_master_playlist_output", path("master.m3u8"),
      ])
    try #require(made.status == 0, "\(made.errors)")
    let (_, rules) = try await Self.report(path("master.m3u8"))
    #expect(rules.subtracting(Self.ofOneRung) == [])
  }
}
