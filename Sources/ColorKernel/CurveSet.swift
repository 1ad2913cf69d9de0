// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import CColorKernel
internal import HDRColor

/// A conversion that was taken apart, in the kernel's numbers.
struct CurveSet: Sendable {
  /// The octaves of light that curves cover: from a millionth of the darkest code to 16,384 cd/m².
  private static let octaves = -24..<14

  let decode: [Float]
  let gain: [Float]
  let encode: [Float]
  private let matrix: Matrix3
  private let weights: SIMD3<Double>
  private let yCbCr: Matrix3
  private let black: Double

  init(_ parts: SeparatedConversion, _ output: SampleEncoder) {
    let last = Double(CCOLORKERNEL_DECODE_COUNT - 1)
    decode = (0..<Int(CCOLORKERNEL_DECODE_COUNT)).map { Float(parts.light(Double($0) / last)) }
    encode = Self.sample(parts.signal)
    gain = parts.hasGain ? Self.sample(parts.gain) : []
    matrix = parts.matrix
    weights = parts.weights
    (yCbCr, black) = output.curves
  }

  /// The values of a function in the middle of each step; the first step goes down to 0.
  private static func sample(_ function: (Double) -> Double) -> [Float] {
    let steps = Int(CCOLORKERNEL_OCTAVE)
    var values: [Float] = []
    values.reserveCapacity(steps * octaves.count)
    for octave in octaves {
      let start = Double(sign: .plus, exponent: octave, significand: 1)
      for step in 0..<steps {
        values.append(Float(function(start * (1 + (Double(step) + 0.5) / Double(steps)))))
      }
    }
    values[0] = Float(function(0))
    return values
  }

  /// Calls a function with the curves as C has them.
  func withValue(_ body: (CColorKernel_Curves) -> Void) {
    unsafe decode.withUnsafeBufferPointer { decode in
      unsafe gain.withUnsafeBufferPointer { gain in
        unsafe encode.withUnsafeBufferPointer { encode in
          guard let d = decode.baseAddress, let e = encode.baseAddress else { return }
          let m = (Self.floats(matrix.x), Self.floats(matrix.y), Self.floats(matrix.z))
          let c = (Self.floats(yCbCr.x), Self.floats(yCbCr.y), Self.floats(yCbCr.z))
          let w = Self.floats(weights)
          unsafe body(
            CColorKernel_Curves(
              decode: d, matrix: (m.0.x, m.0.y, m.0.z, m.1.x, m.1.y, m.1.z, m.2.x, m.2.y, m.2.z),
              weights: (w.x, w.y, w.z), gain: gain.isEmpty ? nil : gain.baseAddress, encode: e,
              firstOctave: Int32(Self.octaves.lowerBound), octaves: Int32(Self.octaves.count),
              yCbCr: (c.0.x, c.0.y, c.0.z, c.1.x, c.1.y, c.1.z, c.2.x, c.2.y, c.2.z),
              offset: (Float(black), 0, 0)))
        }
      }
    }
  }

  private static func floats(_ v: SIMD3<Double>) -> SIMD3<Float> { SIMD3<Float>(v) }
}
