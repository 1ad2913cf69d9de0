// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HDRColor
import Testing

@Suite struct PrimariesTests {
  /// BT.2087 (BT.709 to BT.2020) and what SMPTE RP 177 gives for the others.
  static let conversions: [(ColorPrimaries, ColorPrimaries, Matrix3)] = [
    (
      .bt709, .bt2020,
      Matrix3([0.6274, 0.3293, 0.0433], [0.0691, 0.9195, 0.0114], [0.0164, 0.0880, 0.8956])
    ),
    (
      .bt2020, .bt709,
      Matrix3([1.6605, -0.5876, -0.0728], [-0.1246, 1.1329, -0.0083], [-0.0182, -0.1006, 1.1187])
    ),
    (
      .p3D65, .bt2020,
      Matrix3([0.7538, 0.1986, 0.0476], [0.0457, 0.9418, 0.0125], [-0.0012, 0.0176, 0.9836])
    ),
    (
      .p3D65, .bt709,
      Matrix3([1.2249, -0.2249, 0], [-0.0421, 1.0421, 0], [-0.0196, -0.0786, 1.0983])
    ),
  ]

  @Test(arguments: conversions)
  func `matrices are those of the standards`(
    _ source: ColorPrimaries, _ target: ColorPrimaries, _ expected: Matrix3
  ) {
    expectEqual(source.matrix(to: target), expected, 0.000_06)
    expectEqual(source.matrix(to: target) * target.matrix(to: source), .identity, 1e-12)
  }

  @Test(arguments: [UInt8(1), 4, 5, 6, 9, 11, 12])
  func `white stays white`(_ code: UInt8) {
    let white = ColorPrimaries(rawValue: code).matrix(to: .bt2020) * [1, 1, 1]
    #expect(abs((white - 1).max()) < 1e-9 && abs((white - 1).min()) < 1e-9)
  }

  /// The luma rows are the weights of BT.709, BT.601 and BT.2020.
  @Test func `luma weights are the luminance of the primaries`() {
    #expect(abs(ColorPrimaries.bt709.chromaticities.toXYZ.y.x - 0.2126) < 0.000_05)
    #expect(abs(ColorPrimaries.bt2020.chromaticities.toXYZ.y.x - 0.2627) < 0.000_05)
    #expect(abs(ColorPrimaries.bt2020.chromaticities.toXYZ.y.z - 0.0593) < 0.000_05)
  }

  /// 8-bit codes of full red, green and blue (75 % and 100 % bars: SMPTE RP 219, EBU 3325).
  @Test(
    arguments: [
      (MatrixCoefficients.bt709, SIMD3(1.0, 0, 0), [63, 102, 240]),
      (.bt709, [0, 1, 0], [173, 42, 26]), (.bt709, [0, 0, 1], [32, 240, 118]),
      (.bt709, [0.75, 0.75, 0], [168, 44, 136]),
      (.bt601NTSC, [1, 0, 0], [81, 90, 240]), (.bt601NTSC, [0, 1, 0], [145, 54, 34]),
      (.bt2020NonConstant, [1, 0, 0], [74, 97, 240]),
      (.bt2020NonConstant, [1, 1, 1], [235, 128, 128]),
    ] as [(MatrixCoefficients, SIMD3<Double>, [Int])])
  func `bars have their codes`(
    _ matrix: MatrixCoefficients, _ rgb: SIMD3<Double>, _ codes: [Int]
  ) throws {
    let yCbCr = try #require(matrix.yCbCr)
    let v = yCbCr.encode(rgb)
    let q = Quantization(bitDepth: 8)
    #expect(
      [q.code(luma: v.x), q.code(chroma: v.y), q.code(chroma: v.z)].map(q.rounded) == codes)
    #expect(abs((yCbCr.decode(v) - rgb).max()) < 1e-12)
  }

  @Test(arguments: [MatrixCoefficients.identity, .bt2020Constant, .ictcp])
  func `what is no matrix on signals has none`(_ matrix: MatrixCoefficients) {
    #expect(matrix.yCbCr == nil)
  }

  /// BT.2100 table 9.
  @Test(arguments: [
    (8, false, 16.0, 235.0, 128.0, 224.0), (10, false, 64, 940, 512, 896),
    (12, false, 256, 3760, 2048, 3584), (8, true, 0, 255, 128, 255),
    (10, true, 0, 1023, 512, 1023), (12, true, 0, 4095, 2048, 4095),
  ])
  func `codes span what the standard says`(
    _ depth: Int, _ isFull: Bool, _ black: Double, _ white: Double, _ neutral: Double,
    _ span: Double
  ) {
    let q = Quantization(bitDepth: depth, isFullRange: isFull)
    #expect(
      [q.black, q.white, q.neutral, q.chromaSpan, q.luma(code: q.code(luma: 0.25))]
        == [black, white, neutral, span, 0.25])
    #expect(q.chroma(code: q.code(chroma: -0.5)) == -0.5)
  }

  /// A value that the documentation of the Python package colour publishes.
  @Test func `ICtCp goes both ways`() {
    let light = SIMD3(0.456_205_19, 0.030_810_71, 0.040_919_52)
    let color = ICtCp(light: light)
    #expect(abs(color.intensity - 0.073_513_64) < 1e-7)
    #expect(abs(color.tritan - 0.004_752_53) < 1e-7)
    #expect(abs(color.protan - 0.093_515_96) < 1e-7)
    #expect(abs((color.light - light).max()) < 1e-9)
    let grey = ICtCp(light: [100, 100, 100])
    #expect(abs(grey.intensity - 0.5081) < 0.000_05)
    #expect(abs(grey.tritan) < 1e-12 && abs(grey.protan) < 1e-12)
    #expect(grey.difference(to: grey) == 0)
  }

  private func expectEqual(_ a: Matrix3, _ b: Matrix3, _ tolerance: Double) {
    for (p, q) in zip([a.x, a.y, a.z], [b.x, b.y, b.z]) {
      #expect(abs((p - q).max()) < tolerance && abs((p - q).min()) < tolerance, "\(a)")
    }
  }
}
