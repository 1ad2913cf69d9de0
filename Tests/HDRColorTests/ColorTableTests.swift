// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HDRColor
import Testing

@Suite struct ColorTableTests {
  @Test func `points are the conversion's colours`() {
    let conversion = ColorConversion(from: .pq, to: .bt709)
    let table = ColorTable(conversion, size: 9)
    #expect(table.red.count == 729)
    for (r, g, b) in [(0, 0, 0), (4, 4, 4), (8, 0, 3), (1, 5, 2)] {
      let expected = conversion(SIMD3(Double(r), Double(g), Double(b)) / 8)
      #expect(table[red: r, green: g, blue: b] == SIMD3<Float>(expected))
    }
  }

  @Test(arguments: [(-5, 2), (1, 2), (2, 2), (3, 3)])
  func `a size outside the limits is taken as the nearest`(_ asked: Int, _ size: Int) {
    let conversion = ColorConversion(from: .bt709, to: .bt709)
    #expect(ColorTable(conversion, size: asked).size == size)
  }

  @Test func `points reach to the peak and no farther`() {
    let conversion = ColorConversion(from: .pq, to: .bt709, peak: PicturePeak(measured: 1000))
    #expect(abs(conversion.signalLimit - 0.7518) < 0.000_05)
    #expect(conversion([1, 0.3, 0.9]) == conversion([conversion.signalLimit, 0.3, 0.9]))
    let table = ColorTable(conversion, size: 3, limit: conversion.signalLimit)
    #expect(table[red: 2, green: 2, blue: 2] == [1, 1, 1])
    let signal = conversion(SIMD3(repeating: conversion.signalLimit / 2))
    #expect(table[red: 1, green: 1, blue: 1] == SIMD3<Float>(signal))
    #expect(table.cube(title: "").contains("\nDOMAIN_MAX 0.7518"))
    #expect(ColorConversion(from: .hlg, to: .bt709).signalLimit == 1)
    #expect(ColorConversion(from: .bt709, to: .pq).signalLimit == 1)
  }

  /// The format as the specification gives it: red runs fastest.
  @Test func `a cube file lists the points, red fastest`() {
    let table = ColorTable(ColorConversion(from: .bt709, to: .bt709), size: 2)
    #expect(
      table.cube(title: "same \"as\"\nbefore") == """
        TITLE "same asbefore"
        LUT_3D_SIZE 2
        0.000000 0.000000 0.000000
        1.000000 0.000000 0.000000
        0.000000 1.000000 0.000000
        1.000000 1.000000 0.000000
        0.000000 0.000000 1.000000
        1.000000 0.000000 1.000000
        0.000000 1.000000 1.000000
        1.000000 1.000000 1.000000

        """)
  }
}
