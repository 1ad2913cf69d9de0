// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HLSEncoding
import LibAV
import Testing

@Suite struct FrameRateTests {
  /// What containers write for a rate, and the rate that is meant.
  @Test(arguments: [
    (Rational(90_000, 3001), Rational(30)), (Rational(2997, 100), Rational(30_000, 1001)),
    (Rational(2398, 100), Rational(24_000, 1001)), (Rational(24), Rational(24)),
    (Rational(5994, 100), Rational(60_000, 1001)), (Rational(25), Rational(25)),
    (Rational(15), Rational(15)), (Rational(0), Rational(25)),
    // Nothing near: kept as it is.
    (Rational(17), Rational(17)),
  ])
  func `a rate is taken for the nominal one`(_ declared: Rational, _ meant: Rational) {
    #expect(FrameRate.snapped(declared) == meant)
  }

  @Test(arguments: [
    (Rational(120), Rational(60)), (Rational(120_000, 1001), Rational(60_000, 1001)),
    (Rational(100), Rational(50)), (Rational(240), Rational(60)), (Rational(60), Rational(60)),
    (Rational(30), Rational(30)),
  ])
  func `rates above 60 are halved until they are not`(_ source: Rational, _ ladder: Rational) {
    #expect(FrameRate.limitedTo60(source) == ladder)
  }
}

@Suite struct SegmentGridTests {
  /// Authoring rules 1.13 (IDR every 2 s) and 7.6 (segments of 6 s, 6.006 s at NTSC rates).
  @Test(arguments: [
    (Rational(30_000, 1001), 1, 60, Rational(1001, 500), Rational(3003, 500)),
    (Rational(24_000, 1001), 1, 48, Rational(1001, 500), Rational(3003, 500)),
    (Rational(25), 1, 50, Rational(2), Rational(6)),
    (Rational(60_000, 1001), 2, 120, Rational(1001, 500), Rational(3003, 500)),
    (Rational(50), 2, 100, Rational(2), Rational(6)),
  ])
  func `groups last about two seconds`(
    _ rate: Rational, _ divisor: Int, _ frames: Int, _ group: Rational, _ segment: Rational
  ) {
    let grid = SegmentGrid(frameRate: rate, divisor: divisor, segmentDuration: 6)
    #expect(grid.framesPerGroup == frames)
    #expect(grid.groupDuration == group)
    #expect(grid.segmentDuration == segment)
  }

  /// 2.002 s at 44.1 kHz is 88,288.2 samples: the first frame at or after it starts group 1.
  @Test(arguments: [
    (Int64(0), Int64(0)), (88_288, 0), (88_289, 1), (176_576, 1), (176_577, 2), (-1, -1),
  ])
  func `a time falls into a group exactly`(_ samples: Int64, _ group: Int64) {
    let grid = SegmentGrid(
      frameRate: Rational(30_000, 1001), divisor: 1, segmentDuration: 6)
    #expect(grid.group(at: samples, timescale: 44_100) == group)
  }
}
