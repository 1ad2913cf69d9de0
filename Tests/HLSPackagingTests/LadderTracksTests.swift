// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HLSEncoding
import HLSPackaging
import HLSPlaylist
import LibAV
import RungTestSupport
import Testing

/// Sound of other files, and subtitles, beside an encoded ladder.
@Suite(.serialized) struct LadderTracksTests {
  /// Six seconds with sound in English and two lines of text, and French sound beside them.
  private struct Media {
    let folder: TemporaryFolder
    var film: String { folder.file("film.mp4") }
    var french: String { folder.file("french.flac") }
    var lines: String { folder.file("lines.vtt") }

    init() throws {
      folder = try TemporaryFolder()
      let text =
        "1\n00:00:00,500 --> 00:00:02,500\nHello <i>there</i>\n\n"
        + "2\n00:00:03,000 --> 00:00:05,500\nSecond\n"
      try text.write(toFile: folder.file("lines.srt"), atomically: true, encoding: .utf8)
      try "WEBVTT\n\n00:01.000 --> 00:04.000\nBonjour\n"
        .write(toFile: lines, atomically: true, encoding: .utf8)
      _ = try Program(
        "ffmpeg",
        ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=6"]
          + ["-f", "lavfi", "-i", "sine=440:r=48000:d=6", "-i", folder.file("lines.srt")]
          + ["-map", "0", "-map", "1", "-map", "2", "-c:v", "libx264", "-preset", "ultrafast"]
          + ["-c:a", "aac", "-ac", "2", "-c:s", "mov_text"]
          + ["-metadata:s:a:0", "language=eng", "-metadata:s:s:0", "language=eng", film])
      _ = try Program(
        "ffmpeg",
        ["-v", "error", "-f", "lavfi", "-i", "sine=880:r=44100:d=6", "-ac", "2", french])
    }
  }

  private func package(
    _ media: Media, isDefault: Bool = false, range: SourceRange = SourceRange()
  ) throws -> (folder: TemporaryFolder, report: PackageReport) {
    LibraryLog.silence()
    let folder = try TemporaryFolder()
    let options = LadderOptions(segmentDuration: 2, speed: "ultrafast", range: range)
    let source = try MediaSource.open(media.film)
    var plan = try LadderPlan(for: source.description, options)
    var labels = SoundLabels()
    labels.language = "fr"
    labels.isDefault = isDefault
    try plan.add(soundOf: MediaSource.open(media.french).description, labels, options)
    let output = try OutputDirectory(folder.file("out"), replaces: false)
    let report = try LadderPackager(
      plan, to: output, version: "test",
      subtitles: [CopyInput(media.lines, as: .subtitles, language: "fr")]
    ).run(reading: source)
    return (folder, report)
  }

  private func text(_ folder: TemporaryFolder, _ name: String) throws -> String {
    try String(contentsOfFile: folder.file("out/\(name)"), encoding: .utf8)
  }

  @Test func `sound of a file is a member of every group, text a group of its own`() throws {
    let media = try Media()
    let (folder, report) = try package(media, isDefault: true)
    let master = try MultivariantPlaylist(
      parsing: text(folder, "master.m3u8"), options: .strict)
    let sound = master.renditions.filter { $0.type == .audio }
    let groups = Set(sound.map(\.groupID))
    for group in groups {
      let members = sound.filter { $0.groupID == group }
      #expect(members.map(\.language) == ["en", "fr"])
      #expect(members.map(\.isDefault) == [false, true])
      #expect(members.map(\.name) == ["English", "français"])
    }
    let texts = master.renditions.filter { $0.type == .subtitles }
    #expect(texts.map(\.language) == ["en", "fr"])
    #expect(texts.map(\.uri) == ["subtitles-en/playlist.m3u8", "subtitles-fr/playlist.m3u8"])
    #expect(master.variants.allSatisfy { $0.subtitles == "subtitles" })
    // No `wvtt` for text in files of its own (hls.md: RFC 8216bis has no codec for it).
    #expect(master.variants.allSatisfy { !$0.codecs.contains("wvtt") })
    let english = try #require(report.renditions.first { $0.directory == "subtitles-en" })
    #expect(english.samples == 2)
    // A line that goes on over a boundary stands in both segments, with its full times.
    for name in ["segment-00001.vtt", "segment-00002.vtt"] {
      #expect(
        try text(folder, "subtitles-en/\(name)")
          .contains("00:00:00.500 --> 00:00:02.500\nHello <i>there</i>\n"))
    }
  }

  @Test func `each sound is heard in its own rendition`() throws {
    let media = try Media()
    let (folder, report) = try package(media)
    for rendition in report.renditions where rendition.directory.hasPrefix("audio-") {
      let tone = rendition.language == "fr" ? 880 : 440
      let run = try Program(
        "ffmpeg",
        ["-hide_banner", "-i", folder.file("out/\(rendition.directory)/playlist.m3u8")]
          + ["-af", "bandpass=f=\(tone):width_type=h:w=40,volumedetect", "-f", "null", "-"])
      let other = try Program(
        "ffmpeg",
        ["-hide_banner", "-i", folder.file("out/\(rendition.directory)/playlist.m3u8")]
          + ["-af", "bandpass=f=\(1320 - tone):width_type=h:w=40,volumedetect", "-f", "null", "-"])
      #expect(meanVolume(run.errors) > meanVolume(other.errors) + 20)
    }
  }

  private func meanVolume(_ log: String) -> Double {
    let match = log.firstMatch(of: /mean_volume: (-?[0-9.]+) dB/)
    return match.flatMap { Double($0.1) } ?? .nan
  }

  @Test func `text is moved with the part that is taken`() throws {
    let media = try Media()
    let (folder, _) = try package(media, range: SourceRange(start: 1, duration: 4))
    #expect(
      try text(folder, "subtitles-en/segment-00001.vtt")
        .contains("00:00:00.000 --> 00:00:01.500\nHello"))
    #expect(
      try text(folder, "subtitles-fr/segment-00001.vtt")
        .contains("00:00:00.000 --> 00:00:03.000\nBonjour"))
  }

  @Test func `a file without sound is an error before anything is encoded`() throws {
    let media = try Media()
    let source = try MediaSource.open(media.film)
    var plan = try LadderPlan(for: source.description)
    var labels = SoundLabels()
    labels.tracks = [3]
    #expect(throws: EncodingError.self) {
      try plan.add(soundOf: source.description, labels, LadderOptions())
    }
    #expect(plan.beside.isEmpty)
  }
}
