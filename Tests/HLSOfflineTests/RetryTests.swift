// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Testing

@testable import HLSOffline

@Suite struct RetryTests {
  @Test func `doubles its pauses up to the longest, with jitter of a half`() throws {
    var policy = RetryPolicy()
    policy.attempts = 20
    for (failures, full) in [
      (1, 0.25), (2, 0.5), (3, 1.0), (4, 2.0), (7, 16.0), (8, 20.0), (19, 20.0),
    ] {
      let delay = try #require(policy.delay(after: failures, uri: "a")) / .seconds(1)
      #expect(delay >= full / 2 && delay <= full, "\(failures): \(delay)")
    }
    #expect(policy.delay(after: 20, uri: "a") == nil)
  }

  @Test func `gives the same pauses for a seed, others for another or for another resource`() {
    var policy = RetryPolicy()
    #expect(policy.delay(after: 1, uri: "a") == policy.delay(after: 1, uri: "a"))
    #expect(policy.delay(after: 1, uri: "a") != policy.delay(after: 1, uri: "b"))
    let before = policy.delay(after: 1, uri: "a")
    policy.seed = 1
    #expect(policy.delay(after: 1, uri: "a") != before)
  }

  @Test func `waits as long as the origin asks, and no longer than it may`() {
    let policy = RetryPolicy()
    #expect(policy.delay(after: 1, retryAfter: .seconds(60), uri: "a") == .seconds(60))
    #expect(policy.delay(after: 1, retryAfter: .seconds(3600), uri: "a") == nil)
  }

  // The date is the example of RFC 9110 section 5.6.7; seconds by `date -d … +%s`.
  @Test(arguments: [
    ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
    ("Thu, 29 Feb 2024 23:59:59 GMT", 1_709_251_199),
    ("Mon, 30 Nov 2026 18:16:31 GMT", 1_796_062_591),
  ])
  func `reads dates`(_ text: String, _ seconds: Int64) {
    #expect(HTTPDate(text)?.seconds == seconds)
  }

  @Test(arguments: [
    "", "tomorrow", "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 32 Nov 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 25:49:37 GMT", "Sun, 06 Nov 99999999999999999999 08:49:37 GMT",
  ])
  func `takes no other text for a date`(_ text: String) { #expect(HTTPDate(text) == nil) }

  @Test func `reads Retry-After as seconds or against the origin's clock`() {
    #expect(RetryPolicy.retryAfter(["retry-after": "120"]) == .seconds(120))
    #expect(
      RetryPolicy.retryAfter([
        "retry-after": "Sun, 06 Nov 1994 08:49:47 GMT", "date": "Sun, 06 Nov 1994 08:49:37 GMT",
      ]) == .seconds(10))
    #expect(RetryPolicy.retryAfter(["retry-after": "-1"]) == nil)
    #expect(RetryPolicy.retryAfter([:]) == nil)
  }

  @Test(arguments: [
    ("bytes 0-99/1000", 0, 99, 1000 as UInt64?), ("bytes 5-5/*", 5, 5, nil),
    ("Bytes 0-0/1", 0, 0, 1),
  ])
  func `reads Content-Range`(_ text: String, _ first: UInt64, _ last: UInt64, _ total: UInt64?) {
    let range = ContentRange(text)
    #expect(range?.first == first && range?.last == last && range?.total == total)
  }

  @Test(arguments: [
    "", "bytes", "bytes 1-0/10", "bytes 0-10/10", "bytes */10", "bytes 0-1/x", "bytes -1/10",
    "bytes 0-18446744073709551615/*", "bytes 0-99999999999999999999/*", "items 0-1/2",
  ])
  func `takes no other range`(_ text: String) { #expect(ContentRange(text) == nil) }
}
