// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HDRColor
import Testing

@testable import HLSEncoding

/// Which rungs are encoded side by side within a memory.
@Suite struct MemoryLimitTests {
  private static func plan() throws -> LadderPlan {
    try LadderPlan(for: Source.of(Source.video(3840, 2160)), LadderOptions(codecs: [.h264, .hevc]))
  }

  private static func passes(
    _ gibibytes: Double, isKept: Bool = true, isEvent: Bool = false
  ) throws -> [[VideoRung]] {
    try MemoryLimit(bytes: Int(gibibytes * Double(1 << 30)), allowsPasses: !isEvent)
      .passes(of: plan(), isKept: isKept)
  }

  @Test func `everything goes side by side where it fits`() throws {
    #expect(try Self.passes(64).count == 1)
    #expect(Set(try Self.passes(64)[0].map(\.name)) == Set(try Self.plan().rungs.map(\.name)))
  }

  @Test func `what does not fit goes in passes, every rung in one of them`() throws {
    let passes = try Self.passes(4)
    #expect(passes.count > 1)
    #expect(
      passes.joined().map(\.name).sorted() == (try Self.plan().rungs.map(\.name).sorted()))
    for rungs in passes {
      let lanes = EncoderLanes(try Self.plan().with(rungs), workers: 8, limit: 4 << 30)
      #expect(lanes.bytes <= 4 << 30)
      // A picture of 4:2:0 in 10 bits takes three bytes a pixel.
      let waiting = rungs.reduce(0) { sum, rung in
        sum + (lanes.count(rung) > 1 ? lanes.queueCapacity(rung) * rung.pixels * 3 : 0)
      }
      #expect(waiting <= 4 << 30)
    }
    // Those of other passes go through the last one, too: a large rung beside small ones.
    let small = try Self.plan().rungs.filter { $0.pixels < 640 * 480 }
    let lanes = EncoderLanes(try Self.plan().with(small), workers: 2, limit: 4 << 30)
    for rung in try Self.plan().rungs where !small.contains(rung) {
      #expect(lanes.count(rung) == 1)
      #expect(lanes.queueCapacity(rung) >= 2)
    }
  }

  @Test(arguments: [
    (1.0, true, false, "the largest rung"), (4.0, false, false, "all rungs"),
    (4.0, true, true, "all rungs"),
  ])
  func `what cannot fit is refused with what it would need`(
    gibibytes: Double, isKept: Bool, isEvent: Bool, what: String
  ) throws {
    let error = #expect(throws: EncodingError.self) {
      try Self.passes(gibibytes, isKept: isKept, isEvent: isEvent)
    }
    let reason = try #require(error?.reason)
    #expect(reason.contains("G for \(what), found \(gibibytes)G"))
    let needed = try #require(reason.firstMatch(of: /at least ([\d.]+)G/).flatMap { Double($0.1) })
    #expect(try !Self.passes(needed, isKept: isKept, isEvent: isEvent).isEmpty)
  }
}
