// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HDRColor
import Testing

/// The bars of BT.709 colours in the test patterns of ITU-R BT.2111, as 10-bit R'G'B' of the video
/// range.
@Suite struct ColorBarTests {
  struct Bar: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var color: SIMD3<Double>
    var hlg: [Int]
    var pq: [Int]
  }

  static let bars = [
    Bar(
      testDescription: "yellow", color: [1, 1, 0], hlg: [713, 719, 316], pq: [568, 571, 381]),
    Bar(testDescription: "cyan", color: [0, 1, 1], hlg: [538, 709, 718], pq: [484, 566, 571]),
    Bar(testDescription: "green", color: [0, 1, 0], hlg: [512, 706, 296], pq: [474, 564, 368]),
    Bar(
      testDescription: "magenta", color: [1, 0, 1], hlg: [651, 286, 705], pq: [536, 361, 564]),
    Bar(testDescription: "red", color: [1, 0, 0], hlg: [639, 269, 164], pq: [530, 350, 256]),
    Bar(testDescription: "blue", color: [0, 0, 1], hlg: [227, 147, 702], pq: [317, 236, 562]),
  ]

  private let codes = Quantization(bitDepth: 10)
  private let toBT2020 = ColorPrimaries.bt709.matrix(to: .bt2020)

  /// The standard rounds its matrix to four digits, which moves codes by a hundredth.
  private func expectCodes(
    _ light: SIMD3<Double>, _ expected: [Int], _ curve: (Double) -> Double
  ) {
    for (light, code) in zip([light.x, light.y, light.z], expected) {
      let found = codes.code(luma: curve(light))
      #expect(abs(found - Double(code)) < 0.52, "\(found), expected \(code)")
    }
  }

  /// HLG at 75 % is scene light: no OOTF.
  @Test(arguments: bars)
  func `bars of 75 % HLG have their codes`(_ bar: Bar) {
    let light = toBT2020 * bar.color * HLG.inverseOETF(0.75)
    expectCodes(light, bar.hlg, HLG.oetf)
  }

  @Test(arguments: bars)
  func `bars of 58 % PQ have their codes`(_ bar: Bar) {
    let light = toBT2020 * bar.color * PQ.eotf(0.58)
    expectCodes(light, bar.pq, PQ.inverseEOTF)
  }

  /// White stands at 203 cd/m², which is a code more than 58 %.
  @Test(arguments: bars)
  func `SDR colours become the bars of PQ`(_ bar: Bar) {
    let signal = ColorConversion(from: .bt709, to: .pq)(bar.color)
    for (signal, expected) in zip([signal.x, signal.y, signal.z], bar.pq) {
      let code = codes.code(luma: signal)
      #expect(code > Double(expected) - 0.5 && code < Double(expected) + 1.5)
    }
  }
}
