// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HDRColor
import Testing

@Suite struct ToneMapTests {
  /// A row of the table of tone-mapping vectors: light of a grey and what each curve makes of it.
  struct Row: Sendable, CustomTestStringConvertible {
    /// In cd/m².
    var light: Double
    /// BT.2390 from 1,000 to 100 cd/m², in cd/m².
    var to100: Double
    /// BT.2390 from 1,000 to 203 cd/m², in percent of white.
    var to203: Double
    /// BT.2446 method A, in percent of white.
    var methodA: Double
    /// BT.2446 method C, in percent of white.
    var methodC: Double
    var testDescription: String { "\(light) cd/m²" }

    init(_ light: Double, _ to100: Double, _ to203: Double, _ a: Double, _ c: Double) {
      (self.light, self.to100, self.to203, methodA, methodC) = (light, to100, to203, a, c)
    }
  }

  static let rows = [
    Row(0.1, 0.10, 0.05, 0.04, 0.08), Row(1, 1.00, 0.49, 0.38, 0.84),
    Row(10, 10.00, 4.93, 3.13, 8.38), Row(26, 26.00, 12.81, 7.22, 21.79),
    Row(50, 46.14, 24.63, 12.65, 41.90), Row(100, 69.45, 48.95, 22.66, 73.40),
    Row(203, 88.24, 78.35, 40.60, 90.66), Row(400, 97.60, 95.37, 64.46, 103.26),
    Row(600, 99.58, 99.17, 80.36, 110.11), Row(1000, 100.0, 100.0, 100.0, 118.39),
  ]

  @Test(arguments: rows)
  func `curves give their vectors`(_ row: Row) {
    let to100 = BT2390(sourcePeak: 1000, targetPeak: 100).luminance(row.light)
    #expect(abs(to100 - row.to100) < 0.006)
    #expect(abs(BT2446A().light(row.light) * 100 - row.methodA) < 0.006)
    #expect(abs(BT2446C.light(row.light) - row.methodC) < 0.006)
  }

  @Test(arguments: rows)
  func `conversions put greys where the curves do`(_ row: Row) {
    let expected: [ToneMap: Double] = [
      .bt2390: row.to203, .bt2446a: row.methodA, .bt2446c: min(row.methodC, 100),
      .clip: min(row.light / 2.03, 100),
    ]
    for (toneMap, light) in expected {
      let conversion = ColorConversion(from: .pq, to: .bt709, toneMap: toneMap)
      let signal = conversion(SIMD3(repeating: PQ.inverseEOTF(row.light)))
      #expect(signal.x == signal.y && signal.y == signal.z)
      #expect(abs(BT1886().eotf(signal.x) * 100 - light) < 0.006, "\(toneMap)")
    }
  }

  @Test func `a display that shows all leaves the picture as it is`() {
    let curve = BT2390(sourcePeak: 600, targetPeak: 1000)
    for light in [0.0, 0.5, 100, 599] {
      #expect(abs(curve.luminance(light) - light) < 1e-6)
    }
  }

  @Test func `the black of a display lifts shadows and not highlights`() {
    let curve = BT2390(sourcePeak: 1000, targetPeak: 203, targetBlack: 0.1)
    #expect(abs(curve.luminance(0) - 0.1) < 1e-6)
    #expect(abs(curve.luminance(1000) - 203) < 0.5)
  }

  /// A measured peak, MaxCLL, the mastering display's peak, and what comes of them.
  @Test(
    arguments: [
      (nil, nil, nil, 1000, PicturePeak.Origin.assumed),
      (nil, 0, 0, 1000, .assumed), (nil, 0, 0.1, 1000, .assumed),
      (nil, 99, 99, 1000, .assumed), (nil, 100, 4000, 100, .contentLightLevel),
      (nil, 0, 4000, 4000, .masteringDisplay), (nil, 10_001, 10_000, 10_000, .masteringDisplay),
      (nil, 10_001, 10_001, 1000, .assumed), (nil, nil, 1000.5, 1000.5, .masteringDisplay),
      (637, 1000, 4000, 637, .measured), (0, 800, 4000, 800, .contentLightLevel),
      (50, 800, 4000, 50, .measured),
    ] as [(Double?, UInt16?, Double?, Double, PicturePeak.Origin)])
  func `the best evidence gives the peak`(
    _ measured: Double?, _ maxCLL: UInt16?, _ mastering: Double?, _ peak: Double,
    _ origin: PicturePeak.Origin
  ) {
    let grey = MasteringDisplay.Chromaticity(x: 15_635, y: 16_450)
    let result = PicturePeak(
      measured: measured,
      contentLightLevel: maxCLL.map {
        ContentLightLevel(maximumContentLightLevel: $0, maximumFrameAverageLightLevel: 0)
      },
      masteringDisplay: mastering.map {
        MasteringDisplay(
          green: grey, blue: grey, red: grey, whitePoint: grey,
          maximumLuminance: UInt32($0 * 10_000), minimumLuminance: 1)
      })
    #expect(result.luminance == peak)
    #expect(result.origin == origin)
  }
}
