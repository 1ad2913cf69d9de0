// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HLSConformance
import Testing

/// What `StreamComparison` says of two streams that differ in one thing.
@Suite struct ComparisonTests {
  struct Case: Sendable, CustomTestStringConvertible {
    /// What stands before a text of the ladder in the other stream alone.
    var line: String
    var subject: String
    var first = "-"
    var second = "yes"
    var file = "v1/p.m3u8"
    var before = "#EXTINF:6.00000,\n1.m4s"
    var testDescription: String { line }
  }

  private static let video = "variant 1280x720 SDR avc1"
  private static func variant(_ attribute: String, _ value: String) -> Case {
    Case(
      line: "\(attribute)=\(value),", subject: "\(video) \(attribute)",
      second: value.replacing("\"", with: ""), file: "master.m3u8",
      before: "BANDWIDTH=2000134,AVERAGE-BANDWIDTH=2000134,CODECS=\"avc1")
  }
  private static func rendition(_ attribute: String, _ value: String) -> Case {
    Case(
      line: "\(attribute)=\(value),", subject: "AUDIO 'a' 'English' \(attribute)",
      second: value.replacing("\"", with: ""), file: "master.m3u8",
      before: "GROUP-ID=\"a\",NAME=\"English\"")
  }
  private static func head(_ line: String, _ subject: String, _ second: String) -> Case {
    Case(
      line: line + "\n", subject: subject, second: second, file: "master.m3u8",
      before: "#EXT-X-INDEPENDENT-SEGMENTS")
  }

  static let cases: [Case] = [
    Case(
      line: "#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n", subject: "\(video) segment 0 EXT-X-KEY",
      second: "METHOD=AES-128,URI=k"),
    Case(
      line: "#EXT-X-MEDIA-SEQUENCE:5\n", subject: "\(video) EXT-X-MEDIA-SEQUENCE", first: "0",
      second: "5"),
    Case(
      line: "#EXT-X-DISCONTINUITY-SEQUENCE:5\n", subject: "\(video) EXT-X-DISCONTINUITY-SEQUENCE",
      second: "5"),
    Case(line: "#EXT-X-GAP\n", subject: "\(video) segment 0 EXT-X-GAP"),
    Case(
      line: "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z\n",
      subject: "\(video) segment 0 EXT-X-PROGRAM-DATE-TIME", second: "2026-01-01T00:00:00.000Z"),
    Case(
      line: "#EXT-X-DATERANGE:ID=\"x\",START-DATE=\"2026-01-01T00:00:00.000Z\"\n",
      subject: "\(video) EXT-X-DATERANGE 'x'", second: "ID=x,START-DATE=2026-01-01T00:00:00.000Z"),
    Case(
      line: "#EXT-X-START:TIME-OFFSET=3\n", subject: "\(video) EXT-X-START",
      second: "TIME-OFFSET=3"),
    Case(line: "#EXT-X-BITRATE:900\n", subject: "\(video) segment 0 EXT-X-BITRATE", second: "900"),
    Case(line: "#EXT-X-DISCONTINUITY\n", subject: "\(video) segment 0 EXT-X-DISCONTINUITY"),
    Case(line: "#EXT-X-INDEPENDENT-SEGMENTS\n", subject: "\(video) EXT-X-INDEPENDENT-SEGMENTS"),
    Case(
      line: "#EXT-X-DEFINE:NAME=\"n\",VALUE=\"v\"\n", subject: "\(video) EXT-X-DEFINE 'n'",
      second: "NAME=n,VALUE=v"),
    variant("SCORE", "2"), variant("HDCP-LEVEL", "TYPE-1"), variant("PATHWAY-ID", "\"x\""),
    variant("STABLE-VARIANT-ID", "\"x\""), variant("ALLOWED-CPC", "\"a:b\""),
    variant("SUPPLEMENTAL-CODECS", "\"dvh1.08.07/db4h\""), variant("X-COM-EXAMPLE", "1"),
    rendition("CHARACTERISTICS", "\"public.easy-to-read\""), rendition("ASSOC-LANGUAGE", "\"fr\""),
    rendition("BIT-DEPTH", "16"), rendition("SAMPLE-RATE", "48000"),
    head(
      "#EXT-X-SESSION-DATA:DATA-ID=\"d\",VALUE=\"v\"", "EXT-X-SESSION-DATA 'd'", "DATA-ID=d,VALUE=v"
    ),
    head("#EXT-X-CONTENT-STEERING:SERVER-URI=\"s\"", "EXT-X-CONTENT-STEERING", "SERVER-URI=s"),
    head("#EXT-X-START:TIME-OFFSET=3", "EXT-X-START", "TIME-OFFSET=3"),
    head(
      "#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"k\"", "EXT-X-SESSION-KEY", "METHOD=AES-128,URI=k"),
  ]

  @Test(arguments: cases)
  func `says in what streams differ, and nothing else`(_ c: Case) async throws {
    let other = Stream.ladder.replacing(c.before, with: c.line + c.before, in: c.file)
    let (a, b) = (try await Stream.ladder.load(), try await other.load())
    let differences = StreamComparison(a, b).differences
    #expect(differences.map(\.subject) == [c.subject])
    #expect(differences.map(\.first) == [c.first])
    #expect(differences.map(\.second) == [c.second])
    #expect(StreamComparison(b, a).differences.map(\.first) == [c.second])
  }

  @Test func `closed captions and the segments that follow count`() async throws {
    let other = Stream.ladder.replacing("CLOSED-CAPTIONS=NONE", with: "PATHWAY-ID=\".\"")
      .replacing("#EXTINF", with: "#EXT-X-GAP\n#EXTINF", in: "a/p.m3u8")
    let differences = StreamComparison(try await Stream.ladder.load(), try await other.load())
      .differences.map(\.subject)
    #expect(differences.contains("\(Self.video) CLOSED-CAPTIONS"))
    #expect(differences.contains("AUDIO 'a' 'English' segment 0 and 2 more EXT-X-GAP"))
  }

  @Test func `where media is, and how playlists are spelt, is no difference`() async throws {
    let other = Stream.ladder
      .replacing("CODECS=\"avc1.64001F,mp4a.40.2\"", with: "CODECS=\"mp4a.40.2,avc1.64001F\"")
      .replacing(
        "EXTINF:6.00000,\n1.m4s", with: "EXTINF:6,\n#EXT-X-BYTERANGE:750000@9\nall.mp4",
        in: "v2/p.m3u8"
      )
      .replacing("URI=\"init.mp4\"", with: "URI=\"all.mp4\",BYTERANGE=\"9@0\"", in: "v2/p.m3u8")
    #expect(
      StreamComparison(try await Stream.ladder.load(), try await other.load()).differences == [])
  }

  @Test func `variants that are alike are told apart by their order`() async throws {
    let line = #"#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="avc1.64001F",RESOLUTION=2x2"# + "\np\n"
    let text = "#EXTM3U\n\(line)\(line.replacing("=1,", with: "=2,"))"
    let (a, b) = (
      Stream(texts: ["m": text]), Stream(texts: ["m": text.replacing("=2,", with: "=3,")])
    )
    #expect(
      StreamComparison(try await a.load("m"), try await b.load("m")).differences.map(\.subject)
        == ["variant 2x2 SDR avc1 (2) BANDWIDTH"])
  }
}
