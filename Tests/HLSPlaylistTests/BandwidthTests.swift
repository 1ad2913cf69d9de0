// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HLSPlaylist
import RungTestSupport
import Testing

@Suite struct BandwidthTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var sizes: [UInt64?]
    var durations: [ExactDecimal]
    var target: UInt64 = 6
    var peak: UInt64
    var average: UInt64
    var window: Range<Int>?
  }

  static let cases = [
    Case(
      testDescription: "one segment of the target's length", sizes: [750_000], durations: [6],
      peak: 1_000_000, average: 1_000_000, window: 0..<1),
    Case(
      testDescription: "the greatest single segment",
      sizes: [750_000, 1_500_000, 750_000], durations: [6, 6, 6],
      peak: 2_000_000, average: 1_333_334, window: 1..<2),
    Case(
      testDescription: "a short tail below half the target joins a run",
      sizes: [600_000, 400_000], durations: [6, 2],
      peak: 1_000_000, average: 1_000_000, window: 0..<2),
    Case(
      testDescription: "a run may last 1.5 times the target and half a second",
      sizes: [500_000, 800_000], durations: [7, 2.5],
      peak: 1_094_737, average: 1_094_737, window: 0..<2),
    Case(
      testDescription: "a longer run may not", sizes: [500_000, 800_000],
      durations: [7, 2.501], peak: 571_429, average: 1_094_622, window: 0..<1),
    Case(
      testDescription: "no run qualifies", sizes: [100_000], durations: [1],
      peak: 800_000, average: 800_000, window: nil),
    Case(
      testDescription: "a gap breaks the run", sizes: [600_000, nil, 400_000],
      durations: [6, 6, 2], peak: 800_000, average: 1_000_000, window: 0..<1),
    Case(
      testDescription: "zero durations add their bytes", sizes: [600_000, 150_000],
      durations: [6, 0], peak: 1_000_000, average: 1_000_000, window: 0..<2),
  ]

  /// Expected by hand from hls.md's definitions: 8 * bytes / seconds, rounded up.
  @Test(arguments: cases)
  func `measures peak and average`(_ c: Case) throws {
    let bandwidth = try #require(
      Bandwidth(sizes: c.sizes, durations: c.durations, targetDuration: c.target))
    #expect(bandwidth.peak.roundedUp == c.peak)
    #expect(bandwidth.average.roundedUp == c.average)
    #expect(bandwidth.peakWindow == c.window)
  }

  @Test func `has nothing to say of no segments`() {
    #expect(Bandwidth(sizes: [], durations: [], targetDuration: 6) == nil)
    #expect(Bandwidth(sizes: [nil], durations: [6], targetDuration: 6) == nil)
    #expect(Bandwidth(sizes: [10], durations: [0], targetDuration: 6) == nil)
    #expect(Bandwidth(sizes: [.max, .max], durations: [3, 3], targetDuration: .max) == nil)
  }

  @Test func `adds exact rates before it rounds`() throws {
    // 8/3 + 8/3 + 8/3 bits a second are 8; rounded one by one they would be 9.
    let third = try #require(BitRate(bytes: 1, over: 3))
    #expect(third.roundedUp == 3)
    #expect((third + third + third).roundedUp == 8)
  }

  @Test func `takes the greatest member of each group`() throws {
    func rate(_ bytes: UInt64) throws -> BitRate { try #require(BitRate(bytes: bytes, over: 8)) }
    let main = Bandwidth(peak: try rate(1000), average: try rate(900))
    let audio = [
      Bandwidth(peak: try rate(100), average: try rate(50)),
      Bandwidth(peak: try rate(90), average: try rate(80)),
    ]
    let variant = Bandwidth.ofVariant(main, groups: [audio, []])
    #expect(variant.peak.roundedUp == 1100)
    #expect(variant.average.roundedUp == 980)
  }

  /// The definition, word for word: every contiguous run, in the order of their ends.
  private static func definition(
    _ sizes: [UInt64?], _ durations: [ExactDecimal], _ target: UInt64
  ) -> BitRate? {
    var peak: BitRate?
    for first in sizes.indices {
      var (bytes, time) = (UInt64(0), ExactDecimal.zero)
      for last in first..<sizes.count {
        guard let size = sizes[last] else { break }
        bytes += size
        time += durations[last]
        let doubled = time * 2
        guard doubled >= ExactDecimal(Int64(target)),
          doubled <= ExactDecimal(Int64(target * 3 + 1)),
          let rate = BitRate(bytes: bytes, over: time)
        else { continue }
        peak = max(peak ?? rate, rate)
      }
    }
    return peak
  }

  @Test func `is what the definition says, whatever the segments`() {
    var generator = SeededGenerator(seed: 0x8216)
    for _ in 0..<300 {
      let count = Int.random(in: 1...40, using: &generator)
      let target = UInt64.random(in: 1...20, using: &generator)
      var sizes: [UInt64?] = []
      var durations: [ExactDecimal] = []
      for _ in 0..<count {
        let isGap = Int.random(in: 0..<15, using: &generator) == 0
        sizes.append(isGap ? nil : UInt64.random(in: 0...1_000, using: &generator))
        let units = Int64.random(in: 0...9_000, using: &generator)
        durations.append(ExactDecimal(units, over: 1000, decimals: 3) ?? 0)
      }
      let bandwidth = Bandwidth(sizes: sizes, durations: durations, targetDuration: target)
      let expected = Self.definition(sizes, durations, target)
      guard let expected else { continue }
      #expect(bandwidth?.peak == expected, "\(generator)")
    }
  }

  @Test(.timeLimit(.minutes(15))) func `takes short segments beside a long target in its stride`() {
    let sizes = [UInt64?](repeating: 1000, count: 100_000)
    let durations = [ExactDecimal](repeating: 0.001, count: 100_000)
    let bandwidth = Bandwidth(sizes: sizes, durations: durations, targetDuration: 60)
    #expect(bandwidth?.peak.roundedUp == 8_000_000)
  }
}
