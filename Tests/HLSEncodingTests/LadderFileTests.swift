// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HDRColor
import HLSEncoding
import LibAV
import Testing

@Suite struct LadderFileTests {
  static let good = """
    { "rungs": [
      { "codec": "h264", "width": 640, "height": 360, "bitRate": 800000, "maximumFrameRate": 30 },
      { "codec": "hevc", "range": "pq", "width": 1280, "height": 720, "bitRate": 2000000,
        "maximumRate": 2500000, "bufferSize": 5000000 } ] }
    """

  @Test func `a ladder file takes the tables' place`() throws {
    var options = LadderOptions()
    options.ladder = try LadderFile(Data(Self.good.utf8), name: "ladder.json")
    let source = Source.of(Source.video(1920, 1080, Rational(50), .pq))
    let plan = try LadderPlan(for: source, options)
    #expect(plan.rungs.map(\.name) == ["video-h264-sdr-360p-800k", "video-hevc-pq-720p-2000k"])
    #expect(plan.rungs.map(\.frameRate) == [Rational(25), Rational(50)])
    #expect(plan.rungs.map(\.maximumRate) == [1_200_000, 2_500_000])
    #expect(plan.rungs.map(\.bufferSize) == [1_200_000, 5_000_000])
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var text: String
    var message: String
    var testDescription: String { message }
  }

  static let bad = [
    Case(text: "rungs", message: "l.json: expected JSON, found text that is not"),
    Case(text: "[]", message: "l.json: expected an object, found a list"),
    Case(text: "{}", message: "l.json: rungs: expected a value, found none"),
    Case(
      text: #"{"rungs": []}"#, message: "l.json: rungs: expected at least one rung, found none"),
    Case(text: #"{"rungs": 3}"#, message: "l.json: rungs: expected a list, found 3"),
    Case(
      text: #"{"rungs": [], "audios": 1}"#,
      message: "l.json: audios: expected one of 'rungs', found 'audios'"),
    Case(
      text: #"{"rungs": [{"codec": "av1"}]}"#,
      message: "l.json: rungs[0].codec: expected 'h264' or 'hevc', found 'av1'"),
    Case(
      text: #"{"rungs": [{"codec": "h264", "range": "pq", "width": 640, "height": 360}]}"#,
      message: "l.json: rungs[0].range: expected 'sdr' for codec 'h264', found 'pq'"),
    Case(
      text: #"{"rungs": [{"codec": "h264", "width": "640", "height": 360, "bitRate": 1}]}"#,
      message: "l.json: rungs[0].width: expected an integer from 16 to 8192, found '640'"),
    Case(
      text: #"{"rungs": [{"codec": "h264", "width": 640, "height": 360, "bitRate": 1e99}]}"#,
      message:
        "l.json: rungs[0].bitRate: expected an integer from 30000 to 500000000, found 1e+99"),
    Case(
      text: #"{"rungs": [{"codec": "h264", "width": true, "height": 360}]}"#,
      message: "l.json: rungs[0].width: expected an integer from 16 to 8192, found true"),
  ]

  @Test(arguments: bad)
  func `a bad ladder names the field`(_ c: Case) {
    let error = #expect(throws: EncodingError.self) {
      try LadderFile(Data(c.text.utf8), name: "l.json")
    }
    #expect(error?.description == c.message)
  }

  @Test func `a range that the source does not have is made from it`() throws {
    var options = LadderOptions()
    options.ladder = try LadderFile(Data(Self.good.utf8), name: "l.json")
    let plan = try LadderPlan(for: Source.of(Source.video(1920, 1080)), options)
    #expect(plan.rungs.map(\.range) == [.sdr, .pq])
  }
}
