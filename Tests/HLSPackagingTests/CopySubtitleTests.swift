// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HLSPackaging
import HLSPlaylist
import ISOBMFF
import RungTestSupport
import Testing

/// Subtitles beside and inside of copied files, as WebVTT over the whole timeline.
@Suite(.serialized) struct CopySubtitleTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var text: String
    /// The cue that is expected: times and text.
    var cue: String
    var testDescription: String { name }
  }

  /// A cue from 5 to 7 seconds, over the cut at 6, in each format.
  static let cases = [
    Case(
      name: "plain.srt",
      text: "1\n00:00:05,000 --> 00:00:07,000\n<i>Salt</i> & water\nin line 2\n",
      cue: "00:00:05.000 --> 00:00:07.000\n<i>Salt</i> &amp; water\nin line 2\n"),
    Case(
      name: "settings.vtt",
      text: """
        WEBVTT - a header
        X-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:900000

        STYLE
        ::cue { color: red }

        NOTE nothing

        id
        00:05.000 --> 00:07.000 align:start line:0
        <c.red>Salt</c> &amp; water

        """,
      cue: "00:00:05.000 --> 00:00:07.000 align:start line:0\n<c.red>Salt</c> &amp; water\n"),
    Case(
      name: "styled.ass",
      text: """
        [Script Info]
        ScriptType: v4.00+

        [V4+ Styles]
        Format: Name, Fontname, Fontsize, Bold, Italic
        Style: Default,Arial,20,0,0

        [Events]
        Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
        Dialogue: 0,0:00:05.00,0:00:07.00,Default,,0,0,0,,{\\an8\\i1}Salt{\\i0}, water\\Nline 2

        """,
      cue: "00:00:05.000 --> 00:00:07.000\n<i>Salt</i>, water\nline 2\n"),
    Case(
      name: "imsc.ttml",
      text: """
        <?xml version="1.0" encoding="UTF-8"?>
        <tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling"
          xmlns:ttp="http://www.w3.org/ns/ttml#parameter" ttp:frameRate="25" xml:lang="en">
          <head><styling><style xml:id="s" tts:fontStyle="italic"/></styling></head>
          <body begin="1s"><div>
            <p begin="00:00:04:00" dur="2s"><span style="s">Salt</span> &amp; water<br/>
              line 2</p>
          </div></body>
        </tt>
        """,
      cue: "00:00:05.000 --> 00:00:07.000\n<i>Salt</i> &amp; water\nline 2\n"),
  ]

  /// Twenty seconds of pictures with an IDR picture each second.
  private func film(_ folder: TemporaryFolder, _ more: [String] = [], _ name: String = "film.mp4")
    throws -> String
  {
    let path = folder.file(name)
    let run = try Program(
      "ffmpeg",
      ["-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=s=160x90:r=25:d=20"] + more
        + [
          "-c:v", "libx264", "-preset", "ultrafast", "-g", "25", "-sc_threshold", "0", "-pix_fmt",
          "yuv420p", path,
        ])
    #expect(run.errors == "")
    return path
  }

  @Test(arguments: cases)
  func `every format becomes the same cues, repeated across cuts`(_ c: Case) throws {
    let folder = try TemporaryFolder()
    let file = folder.file(c.name)
    try c.text.write(toFile: file, atomically: true, encoding: .utf8)
    let package = try CopiedPackage([
      CopyInput(try film(folder)), CopyInput(file, as: .subtitles, language: "fr"),
    ])
    let playlist = try package.playlist("subtitles-fr")
    #expect(
      Array(playlist.segments).map(\.duration) == [6, 6, 6, 2] as [ExactDecimal])
    let texts = try (1...4).map { try package.text("subtitles-fr/segment-0000\($0).vtt") }
    for text in texts {
      #expect(text.hasPrefix("WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0\n\n"))
    }
    #expect(texts[0].hasSuffix(c.cue))
    #expect(texts[1].hasSuffix(c.cue))
    #expect(texts[2...].allSatisfy { !$0.contains("-->") })
    let master = try package.master()
    let rendition = try #require(master.renditions.first)
    #expect(rendition.language == "fr" && rendition.name == "français")
    #expect(master.variants.map(\.subtitles) == ["subtitles"])
    #expect(master.variants.allSatisfy { !$0.codecs.contains("wvtt") })
  }

  @Test(arguments: ["film.mp4", "film.mkv"])
  func `text inside of a file is found, with its language`(_ name: String) throws {
    let folder = try TemporaryFolder()
    let file = folder.file("lines.srt")
    try Self.cases[0].text.write(toFile: file, atomically: true, encoding: .utf8)
    let path = try film(
      folder,
      [
        "-i", file, "-c:s", name.hasSuffix("mp4") ? "mov_text" : "subrip", "-metadata:s:s:0",
        "language=deu",
      ], name)
    let package = try CopiedPackage(path)
    #expect(
      try package.text("subtitles-de/segment-00002.vtt")
        .contains("00:00:05.000 --> 00:00:07.000\n<i>Salt</i> &amp; water\nin line 2\n"))
  }

  /// IMSC1 in fragmented MP4: codec string, brand and one document a segment, timed on the track
  /// (hls.md sections 3 and 7; W3C IMSC 1.0.1).
  @Test(arguments: Array(cases.prefix(3)))
  func `IMSC1 goes into fragments, a document a segment`(_ c: Case) throws {
    let folder = try TemporaryFolder()
    let file = folder.file(c.name)
    try c.text.write(toFile: file, atomically: true, encoding: .utf8)
    var options = CopyOptions()
    options.textFormat = .imsc1
    let package = try CopiedPackage(
      [CopyInput(try film(folder)), CopyInput(file, as: .subtitles, language: "fr")], options)
    let master = try package.master()
    #expect(master.variants.allSatisfy { $0.codecs.last == "stpp.ttml.im1t" })
    let header = try InitializationSegment(
      parsing: Array(
        Data(contentsOf: URL(filePath: package.file("subtitles-fr/init.mp4")))))
    #expect(header.movie.tracks.map(\.handler) == ["subt"])
    #expect(header.movie.tracks[0].sampleEntries.map(\.format) == ["stpp"])
    let playlist = try package.playlist("subtitles-fr")
    #expect(playlist.segments.map(\.uri).count == 4)
    var shown = 0
    for (index, segment) in playlist.segments.enumerated() {
      let bytes = Array(
        try Data(contentsOf: URL(filePath: package.file("subtitles-fr/\(segment.uri)"))))
      let fragment = try #require(try MediaSegment(parsing: bytes).fragments.first)
      let samples = try fragment.movieFragment.samples(
        of: header.movie.tracks[0], at: UInt64(fragment.range.lowerBound))
      let sample = try #require(samples.first)
      #expect(samples.count == 1)
      #expect(
        sample.decodeTime == Int64(index) * 6 * Int64(header.movie.tracks[0].timescale))
      let document = bytes[Int(sample.offset)..<Int(sample.offset) + Int(sample.size)]
      let text = String(decoding: document, as: UTF8.self)
      #expect(text.contains("http://www.w3.org/ns/ttml/profile/imsc1/text"))
      guard text.contains("<p ") else { continue }
      shown += 1
      #expect(text.contains("<p begin=\"00:00:05.000\" end=\"00:00:07.000\">"))
      #expect(text.contains("Salt"))
      if c.name == "plain.srt" {
        #expect(text.contains("tts:fontStyle=\"italic\""))
        #expect(text.contains("</span> &amp; water<br/>in line 2</p>"))
      }
    }
    // The cue goes on over the cut at 6 seconds.
    #expect(shown == 2)
  }

  /// What a reader of XML must not do for a stranger.
  @Test(arguments: [
    "<!DOCTYPE tt [<!ENTITY a \"aa\">]><tt xmlns=\"http://www.w3.org/ns/ttml\"><body/></tt>",
    "<!DOCTYPE tt SYSTEM \"file:///etc/passwd\"><tt xmlns=\"http://www.w3.org/ns/ttml\"/>",
    "<tt xmlns=\"http://www.w3.org/ns/ttml\">" + String(repeating: "<div>", count: 5000),
    "<tt xmlns=\"http://www.w3.org/ns/ttml\"><body>",
  ])
  func `TTML with a document type, or without end, is refused`(_ text: String) throws {
    let folder = try TemporaryFolder()
    let file = folder.file("lines.ttml")
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    #expect(throws: PackagingError(.source, file, "")) {
      try CopiedPackage([CopyInput(try film(folder)), CopyInput(file, as: .subtitles)])
    }
  }

  @Test func `forced subtitles and captions say what they are`() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("lines.srt")
    try Self.cases[0].text.write(toFile: file, atomically: true, encoding: .utf8)
    var forced = CopyInput(file, as: .subtitles, language: "en")
    forced.isForced = true
    var captions = CopyInput(file, as: .subtitles, language: "en")
    captions.characteristics = CopyInput.captionCharacteristics
    let package = try CopiedPackage([CopyInput(try film(folder)), forced, captions])
    let renditions = try package.master().renditions
    #expect(renditions.map(\.name) == ["English (forced)", "English (SDH)"])
    #expect(renditions.map(\.isForced) == [true, nil])
    #expect(renditions.allSatisfy { $0.isAutoselected == true })
    #expect(renditions[1].characteristics.count == 2)
  }
}
