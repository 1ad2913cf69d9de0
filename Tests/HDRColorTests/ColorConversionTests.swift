// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HDRColor
import Testing

@Suite struct ColorConversionTests {
  static let ranges: [ColorDescription] = [.bt709, .hlg, .pq]
  static let codes = Quantization(bitDepth: 8)

  @Test(arguments: ranges, ranges)
  func `greys stay grey and grow with the signal`(
    _ source: ColorDescription, _ target: ColorDescription
  ) {
    for toneMap in ToneMap.allCases {
      let conversion = ColorConversion(from: source, to: target, toneMap: toneMap)
      var last = -1.0
      for step in 0...1000 {
        let signal = conversion(SIMD3(repeating: Double(step) / 1000))
        // A hundred-thousandth of a code at 10 bits, which is what rounding in a matrix leaves.
        #expect(signal.max() - signal.min() < 1e-8)
        #expect(signal.x >= last && signal.x <= 1)
        last = signal.x
      }
    }
  }

  @Test func `the default has no plateau below the peak`() {
    let conversion = ColorConversion(from: .pq, to: .bt709)
    var last = -1.0
    for code in 64...723 {
      let signal = conversion(SIMD3(repeating: Double(code - 64) / 876)).x
      #expect(signal > last)
      last = signal
    }
    #expect(last > 0.9999)
    #expect(Self.codes.code(luma: conversion(.zero).x) < 16.5)
    #expect(Self.codes.rounded(Self.codes.code(luma: conversion(.one).x)) == 235)
  }

  @Test(arguments: ToneMap.allCases)
  func `reference white is one code, from HLG at 75 % and from PQ at 58 %`(_ toneMap: ToneMap) {
    let hlg = ColorConversion(from: .hlg, to: .bt709, toneMap: toneMap)(SIMD3(repeating: 0.75)).x
    let pq = ColorConversion(from: .pq, to: .bt709, toneMap: toneMap)(SIMD3(repeating: 0.5807)).x
    let code = Self.codes.code(luma: hlg)
    #expect(abs(code - Self.codes.code(luma: pq)) < 0.2)
    if toneMap == .bt2390 { #expect(abs(BT1886().eotf(hlg) - 0.7835) < 0.001) }
  }

  /// BT.2408: SDR white is 58 % of PQ and 75 % of HLG, where it comes from and where it goes to.
  @Test func `SDR white stands at 203 cd/m² in HDR`() {
    let pq = ColorConversion(from: .bt709, to: .pq)
    #expect(abs(pq(.one).x - 0.5807) < 0.000_05)
    #expect(abs(ColorConversion(from: .bt709, to: .hlg)(.one).x - 0.75) < 0.000_5)
    #expect(!pq.isIdentity)
  }

  @Test func `HLG and PQ show the same light`() {
    let toPQ = ColorConversion(from: .hlg, to: .pq)
    let toHLG = ColorConversion(from: .pq, to: .hlg)
    for signal in [SIMD3(0.75, 0.75, 0.75), [0.2, 0.5, 0.7], [0.9, 0.85, 0.8], [0, 0.4, 0.1]] {
      let back = toHLG(toPQ(signal))
      #expect(abs((back - signal).max()) < 0.000_1 && abs((back - signal).min()) < 0.000_1)
    }
    #expect(abs(toPQ(.one).x - 0.7518) < 0.000_05)
  }

  @Test func `conversions that fit are taken apart and others are not`() throws {
    let pairs = [(ColorDescription.bt709, ColorDescription.pq), (.bt709, .hlg), (.hlg, .pq)]
    for (source, target) in pairs {
      let conversion = ColorConversion(from: source, to: target)
      let parts = try #require(conversion.separated)
      let signal = SIMD3(0.2, 0.5, 0.7)
      let light =
        parts.matrix * [parts.light(signal.x), parts.light(signal.y), parts.light(signal.z)]
      let shown = light * parts.gain((light * parts.weights).sum())
      let result = SIMD3(parts.signal(shown.x), parts.signal(shown.y), parts.signal(shown.z))
      let difference = result - conversion(signal)
      #expect(difference.max() < 1e-9 && difference.min() > -1e-9)
    }
    #expect(ColorConversion(from: .pq, to: .bt709).separated == nil)
    #expect(ColorConversion(from: .hlg, to: .bt709).separated == nil)
    let dim = PicturePeak(measured: 900)
    #expect(ColorConversion(from: .pq, to: .hlg, peak: dim).separated != nil)
  }

  @Test func `the same range is not touched`() {
    #expect(ColorConversion(from: .bt709, to: .bt709).isIdentity)
    #expect(ColorConversion(from: .hlg, to: .hlg).isIdentity)
    #expect(ColorConversion(from: .pq, to: .pq).isIdentity)
    var limited = ColorDescription.bt709
    limited.transfer = .bt601
    limited.matrix = .bt601NTSC
    #expect(ColorConversion(from: limited, to: .bt709).isIdentity)
    limited.primaries = .bt601NTSC
    #expect(!ColorConversion(from: limited, to: .bt709).isIdentity)
  }

  @Test(arguments: [ToneMap.bt2390, .clip])
  func `saturated colours keep their hue`(_ toneMap: ToneMap) {
    let conversion = ColorConversion(from: .pq, to: .bt709, toneMap: toneMap)
    let directions: [SIMD3<Double>] = [
      [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0], [0, 1, 1], [1, 0, 1], [1, 0.5, 0], [0.2, 0.5, 1],
    ]
    for direction in directions {
      for light in [10.0, 203, 1000] {
        let source = ICtCp(light: direction * light)
        let signal = conversion((direction * light).signal)
        let shown = ColorPrimaries.bt709.matrix(to: .bt2020) * signal.shown
        let target = ICtCp(light: shown)
        #expect(source.degrees(to: target) < 5, "\(direction) at \(light): \(target)")
        #expect(target.chroma > 0.04, "\(direction) at \(light) is washed out: \(target)")
      }
    }
  }

  /// Saturated light that grows never gets darker: by half a code of 10 bits at most.
  @Test(arguments: ToneMap.allCases)
  func `saturated colours grow with the light`(_ toneMap: ToneMap) {
    let conversion = ColorConversion(from: .pq, to: .bt709, toneMap: toneMap)
    let directions: [SIMD3<Double>] = [
      [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0], [0, 1, 1], [1, 0, 1], [1, 0.5, 0.1],
    ]
    for direction in directions {
      var last = -1.0
      for step in 0...300 {
        let signal = conversion((direction * PQ.eotf(0.75 * Double(step) / 300)).signal)
        let light = ICtCp(light: ColorPrimaries.bt709.matrix(to: .bt2020) * signal.shown)
        #expect(light.intensity >= last - 0.0005, "\(direction) \(step)")
        last = max(last, light.intensity)
      }
    }
  }

  /// A step of 0.4 of a 10-bit code in, at hues of blue where the edge of BT.709 folds.
  @Test(arguments: [(6.3, 137.3), (13.4, 278.8), (18.8, 387.3), (38.3, 752.1)])
  func `blues have no contours`(_ red: Double, _ blue: Double) {
    let conversion = ColorConversion(from: .pq, to: .bt709)
    let matrix = YCbCrMatrix(red: 0.2126, blue: 0.0722)
    var last: SIMD3<Double>?
    for step in 0...600 {
      let green = Double(step) * 0.0005
      let signal = SIMD3(PQ.inverseEOTF(red), green, PQ.inverseEOTF(blue))
      let codes = matrix.encode(conversion(signal)) * SIMD3(219, 224, 224)
      let change = codes - (last ?? codes)
      #expect(max(change.max(), -change.min()) < 6, "at \(green)")
      last = codes
    }
  }

  /// Light skin of 26 cd/m² lies inside BT.709 and below the knee: nothing but the scale changes.
  @Test func `skin keeps its ratios`() {
    let skin = SIMD3(34.0, 24.5, 19.5)
    let signal = ColorConversion(from: .pq, to: .bt709)(skin.signal)
    let shown = ColorPrimaries.bt709.matrix(to: .bt2020) * signal.shown
    #expect(abs((shown / skin - 1).max()) < 0.001 && abs((shown / skin - 1).min()) < 0.001)
  }

  @Test(arguments: ranges, ranges)
  func `every signal gives a legal one`(_ source: ColorDescription, _ target: ColorDescription) {
    for toneMap in ToneMap.allCases {
      for peak in [nil, 4000, 10_000, 120] as [Double?] {
        let conversion = ColorConversion(
          from: source, to: target, peak: PicturePeak(measured: peak), toneMap: toneMap)
        for value in grid {
          let signal = conversion(value)
          #expect(signal.min() >= 0 && signal.max() <= 1, "\(value) \(toneMap)")
        }
      }
    }
  }

  private var grid: [SIMD3<Double>] {
    let axis = [-0.1, 0, 1e-9, 0.01, 0.35, 0.7, 1, 1.1]
    return axis.flatMap { b in axis.flatMap { g in axis.map { r in SIMD3(r, g, b) } } }
  }
}

extension SIMD3<Double> {
  /// The PQ signal of light in cd/m².
  var signal: Self { [PQ.inverseEOTF(x), PQ.inverseEOTF(y), PQ.inverseEOTF(z)] }

  /// The light of an SDR signal, in cd/m².
  var shown: Self {
    let display = BT1886(white: 203)
    return [display.eotf(x), display.eotf(y), display.eotf(z)]
  }
}

extension ICtCp {
  /// The angle between the hues of two colours, by the axes of BT.2124.
  func degrees(to other: ICtCp) -> Double {
    let difference = atan2(protan, tritan / 2) - atan2(other.protan, other.tritan / 2)
    return abs(remainder(difference, 2 * .pi)) * 180 / .pi
  }
}
