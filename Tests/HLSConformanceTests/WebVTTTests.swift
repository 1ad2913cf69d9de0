// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Testing

@testable import HLSConformance

/// What is read of segments of WebVTT (W3C WebVTT 1, section 4; RFC 8216bis 3.1.4).
@Suite struct WebVTTTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var text: String
    var hasHeader = true
    var hasTimestampMap = false
    var cueCount = 0
    var brokenLine: Int?
  }

  static let cases = [
    Case(testDescription: "a header alone", text: "WEBVTT\n"),
    Case(testDescription: "nothing", text: "", hasHeader: false),
    Case(testDescription: "a mark of byte order", text: "\u{FEFF}WEBVTT\n\n"),
    Case(
      testDescription: "a map and a cue with settings",
      text: "WEBVTT\r\nX-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00.000\r\n\r\n"
        + "00:01.000 --> 00:02.500 align:start\r\nHi --> there\r\n",
      hasTimestampMap: true, cueCount: 2, brokenLine: 5),
    Case(
      testDescription: "a map after the head is none",
      text: "WEBVTT\n\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0\n"),
    Case(
      testDescription: "hours of any number",
      text: "WEBVTT\n\n99:59:59.999 --> 100:00:00.000\nHi\n",
      cueCount: 1),
    Case(
      testDescription: "an end before the start",
      text: "WEBVTT\n\n00:02.000 --> 00:01.000\nHi\n", cueCount: 1, brokenLine: 3),
    Case(
      testDescription: "an end at the start",
      text: "WEBVTT\n\n1\n00:02.000 --> 00:02.000\nHi\n", cueCount: 1, brokenLine: 4),
    Case(
      testDescription: "a comma as in SubRip",
      text: "WEBVTT\n\n00:01,000 --> 00:02,000\nHi\n", cueCount: 1, brokenLine: 3),
    Case(
      testDescription: "sixty seconds",
      text: "WEBVTT\n\n00:60.000 --> 02:00.000\nHi\n", cueCount: 1, brokenLine: 3),
  ]

  @Test(arguments: cases)
  func `reads the head and the times of cues`(_ c: Case) {
    let head = WebVTTHead(Array(c.text.utf8))
    #expect(head.hasHeader == c.hasHeader)
    #expect(head.hasTimestampMap == c.hasTimestampMap)
    #expect(head.cueCount == c.cueCount)
    #expect(head.brokenLine == c.brokenLine)
  }
}
