// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HLSPlaylist
import Testing

@Suite struct DateTimeTests {
  /// The seconds are those that `date -u -d TEXT +%s` prints.
  @Test(
    arguments: [
      ("2010-02-19T14:54:23.031+08:00", 1_266_562_463, 31_000_000, 480 as Int16?),
      ("2010-02-19T14:54:23.031+0800", 1_266_562_463, 31_000_000, 480),
      ("2010-02-19T06:54:23Z", 1_266_562_463, 0, 0), ("2010-02-19T06:54:23", 1_266_562_463, 0, nil),
      ("1969-12-31T23:59:59.5Z", -1, 500_000_000, 0), ("2000-02-29T00:00:00Z", 951_782_400, 0, 0),
      ("0000-01-01T00:00:00Z", -62_167_219_200, 0, 0),
      ("9999-12-31T23:59:59Z", 253_402_300_799, 0, 0),
      ("2020-01-01T00:00:00.123456789012-02:30", 1_577_845_800, 123_456_789, -150),
    ] as [(String, Int64, Int32, Int16?)])
  func `reads ISO 8601`(
    _ text: String, _ seconds: Int64, _ nanoseconds: Int32, _ zone: Int16?
  ) throws {
    let date = try #require(DateTime(text))
    #expect(date.secondsSinceEpoch == seconds)
    #expect(date.nanoseconds == nanoseconds)
    #expect(date.offsetMinutes == zone)
  }

  @Test(arguments: [
    "", "foo", "2010-02-19", "2010-02-30T00:00:00Z", "1900-02-29T00:00:00Z",
    "2010-13-01T00:00:00Z", "2010-02-19T24:00:00Z", "2010-02-19T06:54:23.Z",
    "2010-02-19T06:54:23+", "2010-02-19T06:54:23Zulu", "2010-02-19 06:54:23Z",
  ])
  func `refuses other text`(_ text: String) { #expect(DateTime(text) == nil) }

  @Test(arguments: [
    ("2010-02-19T14:54:23.031+0800", "2010-02-19T14:54:23.031+08:00"),
    ("2010-02-19T06:54:23Z", "2010-02-19T06:54:23.000Z"),
    ("2010-02-19T06:54:23.123450", "2010-02-19T06:54:23.12345"),
    ("0000-03-01T00:00:00-01:05", "0000-03-01T00:00:00.000-01:05"),
  ])
  func `prints milliseconds or what it needs, and the zone`(_ text: String, _ printed: String) {
    #expect(DateTime(text)?.description == printed)
    #expect(DateTime(printed) == DateTime(text))
  }

  @Test func `moves by exact seconds`() throws {
    let date = try #require(DateTime("1970-01-01T00:00:00.250Z"))
    #expect(date.advanced(by: -0.5)?.description == "1969-12-31T23:59:59.750Z")
    #expect(date.advanced(by: 6.006)?.description == "1970-01-01T00:00:06.256Z")
    #expect(date.advanced(by: ExactDecimal(.max)) == nil)
  }
}
