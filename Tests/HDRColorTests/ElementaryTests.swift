// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HDRColor
import RungTestSupport
import Testing

@Suite struct ElementaryTests {
  @Test func `known values are exact`() {
    #expect(Elementary.log2(8) == 3)
    #expect(Elementary.log2(0.125) == -3)
    #expect(Elementary.log2(1) == 0)
    #expect(Elementary.exp2(10) == 1024)
    #expect(Elementary.exp2(0) == 1)
    #expect(Elementary.exp2(-1022) == .leastNormalMagnitude)
    #expect(Elementary.log2(0x1p-1074) == -1074)
  }

  @Test func `the ends of the domain give what the doc comment says`() {
    #expect(Elementary.log2(0) == -.infinity)
    #expect(Elementary.log2(.infinity) == .infinity)
    #expect(Elementary.log2(-1).isNaN)
    #expect(Elementary.log2(.nan).isNaN)
    #expect(Elementary.exp2(-1023) == 0)
    #expect(Elementary.exp2(-.infinity) == 0)
    #expect(Elementary.exp2(1024) == .infinity)
    #expect(Elementary.exp2(.nan).isNaN)
    #expect(Elementary.power(0, 2.4) == 0)
    #expect(Elementary.power(1, 78.84375) == 1)
  }

  /// The bounds of the doc comment, against the C library over random arguments.
  @Test func `errors stay within their bounds`() {
    var random = SeededGenerator()
    for _ in 0..<20_000 {
      let x = Double.random(in: -40...40, using: &random)
      #expect(relative(Elementary.exp2(x), Foundation.exp2(x)) < 0x1p-50, "\(random)")
      let y = Foundation.exp2(x)
      #expect(relative(Elementary.log2(y), Foundation.log2(y)) < 0x1p-50, "\(random)")
      let exponent = Double.random(in: -1...1, using: &random) * 32 / x
      #expect(relative(Elementary.power(y, exponent), pow(y, exponent)) < 0x1p-45, "\(random)")
    }
  }

  private func relative(_ value: Double, _ expected: Double) -> Double {
    value == expected ? 0 : abs(value / expected - 1)
  }
}
