// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import ColorKernel
import HDRColor
import RungTestSupport

/// How far the kernel's codes are from those of the same mapping in floating point, on frames of
/// patches that are flat over 16 by 16 pixels.
struct ColorErrors {
  var converter: PictureConverter
  private let conversion = ColorConversion(from: .pq, to: .bt709)
  private let toBT2020 = ColorPrimaries.bt709.matrix(to: .bt2020)
  private let codes = Quantization(bitDepth: 10)
  private let targetCodes = Quantization(bitDepth: 8)
  private let source = YCbCrMatrix(red: 0.2627, blue: 0.0593)
  private let target = YCbCrMatrix(red: 0.2126, blue: 0.0722)

  init(converter: PictureConverter) { self.converter = converter }

  func run() throws {
    print("error to floating point, in codes of 8 bits, dither included:")
    print("                          mean    within 1  largest")
    try report("greys to 1,000 cd/m²") { random in
      SIMD3(repeating: PQ.eotf(.random(in: 0...0.7518, using: &random)))
    }
    try report("skin to 203 cd/m²") { random in
      let red = Double.random(in: 1...203, using: &random)
      let green = red * .random(in: 0.55...0.8, using: &random)
      return SIMD3(red, green, green * .random(in: 0.68...0.85, using: &random))
    }
    try report("BT.709 to 203 cd/m²") { random in
      let light = Double.random(in: 2...203, using: &random)
      let share = (0..<3).map { _ in Double.random(in: 0.1...1, using: &random) }
      return toBT2020 * (SIMD3(share[0], share[1], share[2]) * light)
    }
    try report("full gamut to 1,000 cd/m²") { random in
      SIMD3(
        PQ.eotf(.random(in: 0...0.7518, using: &random)),
        PQ.eotf(.random(in: 0...0.7518, using: &random)),
        PQ.eotf(.random(in: 0...0.7518, using: &random)))
    }
  }

  private func report(
    _ name: String, _ light: (inout SeededGenerator) -> SIMD3<Double>
  ) throws {
    var random = SeededGenerator(seed: 7)
    let (columns, rows) = (64, 64)
    let (width, height) = (columns * 16, rows * 16)
    var frame = Frame(
      width: width, height: height, luma: Array(repeating: 0, count: width * height),
      cb: Array(repeating: 0, count: width * height / 4),
      cr: Array(repeating: 0, count: width * height / 4))
    var expected: [SIMD3<Double>] = []
    for patch in 0..<columns * rows {
      let color = light(&random)
      let signal = SIMD3(
        PQ.inverseEOTF(color.x), PQ.inverseEOTF(color.y), PQ.inverseEOTF(color.z))
      let v = source.encode(signal)
      let sample = [codes.code(luma: v.x), codes.code(chroma: v.y), codes.code(chroma: v.z)]
        .map { UInt16(codes.rounded($0)) }
      expected.append(target(of: sample))
      let (x, y) = (patch % columns, patch / columns)
      for line in 0..<16 {
        for place in 0..<16 { frame.luma[(y * 16 + line) * width + x * 16 + place] = sample[0] }
      }
      for line in 0..<8 {
        for place in 0..<8 {
          let index = (y * 8 + line) * width / 2 + x * 8 + place
          frame.cb[index] = sample[1]
          frame.cr[index] = sample[2]
        }
      }
    }
    var result = Frame.Target(width: width, height: height)
    try frame.convert(by: converter, into: &result)
    var errors: [Int] = []
    for (patch, wanted) in expected.enumerated() {
      let (x, y) = (patch % columns, patch / columns)
      // Inside of a patch, at every place of the dither.
      for place in 0..<16 {
        let (dx, dy) = (place % 4, place / 4)
        let luma = (y * 16 + 4 + 2 * dy) * width + x * 16 + 4 + 2 * dx
        let chroma = (y * 8 + 2 + dy) * width / 2 + x * 8 + 2 + dx
        errors.append(abs(Int(result.luma[luma]) - Int(wanted.x.rounded())))
        errors.append(abs(Int(result.cb[chroma]) - Int(wanted.y.rounded())))
        errors.append(abs(Int(result.cr[chroma]) - Int(wanted.z.rounded())))
      }
    }
    let mean = Double(errors.reduce(0, +)) / Double(errors.count)
    let share = 100 * Double(errors.count { $0 <= 1 }) / Double(errors.count)
    let title = name.padding(to: 26)
    print(
      "\(title)\(ColorBenchmark.rounded(mean, 3))   \(ColorBenchmark.rounded(share, 1)) %"
        + "   \(errors.max() ?? 0)")
  }

  /// The codes, not rounded, that a sample should give.
  private func target(of sample: [UInt16]) -> SIMD3<Double> {
    let rgb = source.decode([
      codes.luma(code: Double(sample[0])), codes.chroma(code: Double(sample[1])),
      codes.chroma(code: Double(sample[2])),
    ])
    let v = target.encode(conversion(rgb))
    return [
      targetCodes.code(luma: v.x), targetCodes.code(chroma: v.y), targetCodes.code(chroma: v.z),
    ]
  }
}

extension String {
  /// The text with blanks behind it.
  fileprivate func padding(to count: Int) -> String {
    self + String(repeating: " ", count: max(count - self.count, 1))
  }
}
