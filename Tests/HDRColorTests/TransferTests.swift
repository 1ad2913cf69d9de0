// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HDRColor
import Testing

@Suite struct TransferTests {
  /// Luminance, PQ signal, and 10-bit code of the video range, computed from ST 2084.
  static let pq: [(luminance: Double, signal: Double, code: Int)] = [
    (0.1, 0.0623, 119), (1, 0.1499, 195), (10, 0.2997, 327), (26, 0.3800, 397),
    (50, 0.4403, 450), (100, 0.5081, 509), (203, 0.5807, 573), (400, 0.6526, 636),
    (600, 0.6963, 674), (1000, 0.7518, 723), (10_000, 1, 940),
  ]

  @Test(arguments: pq)
  func `PQ goes both ways`(_ row: (luminance: Double, signal: Double, code: Int)) {
    let signal = PQ.inverseEOTF(row.luminance)
    #expect(abs(signal - row.signal) < 0.000_05)
    #expect(abs(PQ.eotf(signal) / row.luminance - 1) < 1e-9)
    let quantization = Quantization(bitDepth: 10)
    #expect(quantization.rounded(quantization.code(luma: signal)) == row.code)
  }

  /// HLG signals and light of the 1,000 cd/m² display (BT.2408 table 1: grey card and white).
  @Test(arguments: [(0.38, 26.0, 0.5), (0.75, 203, 1), (1, 1000, 0.001), (0, 0, 0)])
  func `HLG shows the light of BT.2408`(_ signal: Double, _ light: Double, _ tolerance: Double) {
    let shown = HLG().ootf(SIMD3(repeating: HLG.inverseOETF(signal)))
    #expect(abs(shown.x - light) <= tolerance)
    #expect(shown.x == shown.y && shown.y == shown.z)
  }

  /// The joints and the ends of the BT.2100 OETF.
  @Test(arguments: [(0.0, 0.0), (1.0 / 48, 0.25), (1.0 / 12, 0.5), (0.2650, 0.7500), (1, 1.0)])
  func `HLG goes both ways`(_ light: Double, _ signal: Double) {
    #expect(abs(HLG.oetf(light) - signal) < 0.000_05)
    #expect(abs(HLG.inverseOETF(HLG.oetf(light)) - light) < 1e-8)
  }

  /// BT.2100 note 5f and BT.2390 section 6.2; 1.03 and 1.33 stand in BT.2408.
  @Test(arguments: [(1000.0, 1.2), (400, 1.0329), (600, 1.1068), (2000, 1.3264), (4000, 1.4812)])
  func `the system gamma follows the peak`(_ peak: Double, _ gamma: Double) {
    #expect(abs(HLG(peak: peak).systemGamma - gamma) < 0.000_05)
  }

  @Test func `the OOTF of HLG has an inverse`() {
    let display = HLG(peak: 1000)
    #expect(abs(display.ootf(SIMD3(repeating: 0.1)).x - 63.0957) < 0.000_05)
    let scene = SIMD3(0.7, 0.02, 0.3)
    let back = display.inverseOOTF(display.ootf(scene))
    #expect(abs((back - scene).max()) < 1e-12)
    #expect(display.inverseOOTF(.zero) == .zero)
  }

  /// Values that IEC 61966-2-1, BT.709 and BT.1886 give.
  @Test func `SDR curves give the standards' values`() {
    #expect(abs(SRGB.eotf(0.5) - 0.2140) < 0.000_05)
    #expect(abs(SRGB.inverseEOTF(0.2140) - 0.5) < 0.000_05)
    #expect(abs(SRGB.eotf(0.04) - 0.04 / 12.92) < 1e-12)
    #expect(abs(BT709.oetf(0.018) - 0.081) < 0.000_5)
    #expect(abs(BT709.oetf(0.18) - 0.4090) < 0.000_1)
    #expect(abs(BT709.inverseOETF(0.4090) - 0.18) < 0.000_1)
    #expect(abs(BT1886().inverseEOTF(0.116_991_857) - 0.409_007_7) < 1e-6)
    #expect(abs(BT1886().eotf(0.5) - 0.1895) < 0.000_05)
    #expect(abs(BT1886(white: 100, black: 0.1).eotf(0) - 0.1) < 1e-9)
    #expect(abs(BT1886(white: 100, black: 0.1).eotf(1) - 100) < 1e-9)
  }
}
