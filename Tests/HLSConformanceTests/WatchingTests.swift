// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HLSConformance
import RungTestSupport
import Synchronization
import Testing

/// Live playlists of a server in this process, watched by a clock that only moves when it is waited
/// for.
@Suite(.timeLimit(.minutes(15))) struct WatchingTests {
  /// What a server does at a time, and what is found.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var found: Set<String>
    /// The playlist at a number of seconds, or `nil` for none.
    var text: @Sendable (Int) -> String?
  }

  /// A live playlist of six segments of six seconds, which goes on by one every six seconds.
  private static func live(_ seconds: Int, until end: Int = .max) -> String {
    let first = min(seconds, end) / 6
    let date = Date(timeIntervalSince1970: 1_767_225_600 + Double(first * 6))
    return "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:6\n#EXT-X-MEDIA-SEQUENCE:\(first)\n"
      + "#EXT-X-PROGRAM-DATE-TIME:\(date.formatted(.iso8601))\n"
      + (first..<first + 6).map { "#EXTINF:6.0,\n\($0).ts\n" }.joined()
  }

  static let cases = [
    Case(testDescription: "a stream that goes on breaks nothing", found: []) { live($0) },
    Case(testDescription: "one that ends breaks nothing", found: []) {
      live($0, until: 18) + ($0 >= 18 ? "#EXT-X-ENDLIST\n" : "")
    },
    Case(testDescription: "one that stands still", found: ["rfc-6.2.1-fresh"]) {
      live($0, until: 12)
    },
    Case(testDescription: "one that goes back", found: ["rfc-6.2.1-continues"]) {
      live($0 == 18 ? 0 : $0)
    },
    Case(
      testDescription: "another target duration and another version",
      found: ["rfc-6.2.1-continues", "rfc-6.2.1-version"]
    ) {
      $0 < 12
        ? live($0)
        : live($0).replacing("VERSION:3", with: "VERSION:4")
          .replacing("DURATION:6", with: "DURATION:7")
    },
    Case(testDescription: "a file of another name under a number", found: ["rfc-6.2.1-continues"]) {
      $0 < 12 ? live($0) : live($0).replacing("4.ts", with: "four.ts")
    },
    Case(testDescription: "too much removed", found: ["rfc-6.2.2-removal"]) { seconds in
      let first = seconds / 6
      return seconds < 12
        ? live(seconds)
        : live(seconds).replacing("SEQUENCE:\(first)", with: "SEQUENCE:\(first + 4)")
          .replacing(
            (first..<first + 4).map { "#EXTINF:6.0,\n\($0).ts\n" }.joined(), with: "")
    },
    Case(testDescription: "nothing there for a while", found: ["rung-reload-readable"]) {
      $0 == 12 ? nil : live($0)
    },
  ]

  @Test(arguments: cases)
  func `finds how a live playlist breaks the rules of reloads`(_ c: Case) async throws {
    let clock = StillClock()
    let server = try LoopbackServer { _ in
      guard let text = c.text(clock.seconds) else { return .init(status: 404) }
      return .init(Data(text.utf8))
    }
    defer { server.stop() }
    let source = WebSource()
    let loaded = try await Presentation.load(
      server.address + "/live.m3u8", from: source, measuring: false)
    let watched = try await loaded.watching(for: 60, from: source, clock: clock)
    let rules = ConformanceReport(of: watched).findings.map(\.rule)
    #expect(Set(rules).filter { Self.reloadRules.contains($0) } == c.found)
  }

  private static let reloadRules = Set(
    ConformanceRule.all.filter { $0.need == .reloads }.map(\.id))

  @Test func `loads after a target duration, and after half where nothing was new`() async throws {
    let clock = StillClock()
    let times = Mutex<[Int]>([])
    let server = try LoopbackServer { _ in
      times.withLock { $0.append(clock.seconds) }
      return .init(Data(Self.live(clock.seconds, until: 12).utf8))
    }
    defer { server.stop() }
    let source = WebSource()
    _ = try await Presentation.load(server.address + "/a.m3u8", from: source, measuring: false)
      .watching(for: 24, from: source, clock: clock)
    #expect(times.withLock { $0 } == [0, 6, 12, 18, 21, 24])
  }

  @Test func `what has ended is not loaded again`() async throws {
    let source = MemorySource(["p.m3u8": Array((Self.live(0) + "#EXT-X-ENDLIST\n").utf8)])
    let watched = try await Presentation.load("p.m3u8", from: source)
      .watching(for: 60, from: source, clock: StillClock())
    #expect(
      watched.notes.map(\.description) == ["p.m3u8: no playlist is live: none was loaded again"])
  }
}

/// A clock that moves when it is waited for, and by as much.
final class StillClock: Clock {
  struct Instant: InstantProtocol {
    var offset = Duration.zero
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
  }

  private let time = Mutex(Instant())

  var now: Instant { time.withLock { $0 } }
  var minimumResolution: Duration { .nanoseconds(1) }
  /// Whole seconds since the start.
  var seconds: Int { Int(now.offset / .seconds(1)) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    time.withLock { $0 = max($0, deadline) }
  }
}
