// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import CColorKernel
internal import HDRColor

/// From samples to the coordinates of R'G'B', in the kernel's numbers.
struct SampleMatrix: Sendable {
  let black: Int16
  let luma: Int16
  let crToRed: Int16
  let cbToGreen: Int16
  let crToGreen: Int16
  let cbToBlue: Int16

  /// Creates the matrix for samples of 8 or 10 bits and a signal for the end of the coordinates,
  /// which is at least 0.58: no signal of less is tone-mapped.
  init(matrix: YCbCrMatrix, depth: Int, isFullRange: Bool, limit: Double) {
    let codes = Quantization(bitDepth: depth, isFullRange: isFullRange)
    // Eighths of a 10-bit code in a code, and weights with 10 bits of fraction: all stay
    // within 16 bits, since 1.8814 * 65536 * 1024 / (7168 * 0.58) is the largest.
    let eighths = depth == 8 ? 32.0 : 8
    let decoder = matrix.decoder
    let scale = 65536.0 * 1024 / limit
    let chroma = scale / (codes.chromaSpan * eighths)
    black = Int16(codes.black * eighths)
    luma = Int16((scale / ((codes.white - codes.black) * eighths)).rounded())
    crToRed = Int16((decoder.x.z * chroma).rounded())
    cbToGreen = Int16((decoder.y.y * chroma).rounded())
    crToGreen = Int16((decoder.y.z * chroma).rounded())
    cbToBlue = Int16((decoder.z.y * chroma).rounded())
  }

  /// The matrix as C has it.
  var value: CColorKernel_Matrix {
    CColorKernel_Matrix(
      black: black, luma: luma, crToRed: crToRed, cbToGreen: cbToGreen, crToGreen: crToGreen,
      cbToBlue: cbToBlue)
  }
}

/// From R'G'B' to samples, in the kernel's numbers.
struct SampleEncoder {
  static let tableSize = Int(CCOLORKERNEL_POINTS)

  private let encoder: Matrix3
  private let codes: Quantization
  private let codesOf10Bits: Double

  init(matrix: YCbCrMatrix, depth: Int, isFullRange: Bool) {
    encoder = matrix.encoder
    codes = Quantization(bitDepth: depth, isFullRange: isFullRange)
    codesOf10Bits = depth == 8 ? 4 : 1
  }

  /// The points of a table as Y', Cb and Cr around neutral and 0, with 5 bits below a 10-bit code.
  func points(of table: ColorTable) -> [Int16] {
    let scale = 32 * codesOf10Bits
    let (m, offset) = scaled(by: scale)
    let limit = codes.maximum * scale
    let neutral = codes.neutral * scale
    var points: [Int16] = []
    let stored = 4 * Int(CCOLORKERNEL_STORED_POINTS)
    points.reserveCapacity(stored)
    for index in table.red.indices {
      let r = Double(table.red[index])
      let g = Double(table.green[index])
      let b = Double(table.blue[index])
      let y = m.x.x * r + m.x.y * g + m.x.z * b + offset
      let cb = m.y.x * r + m.y.y * g + m.y.z * b
      let cr = m.z.x * r + m.z.y * g + m.z.z * b
      points.append(Int16(min(max(y, 0), limit).rounded()))
      points.append(Int16(min(max(cb, -neutral), limit - neutral).rounded()))
      points.append(Int16(min(max(cr, -neutral), limit - neutral).rounded()))
      points.append(0)
    }
    points.append(contentsOf: repeatElement(0, count: stored - points.count))
    return points
  }

  /// The matrix to samples with a scale, and what it takes to black.
  func scaled(by scale: Double) -> (Matrix3, black: Double) {
    let luma = (codes.white - codes.black) * scale
    let chroma = codes.chromaSpan * scale
    return (
      Matrix3(encoder.x * luma, encoder.y * chroma, encoder.z * chroma), codes.black * scale
    )
  }

  /// The matrix and the black with 15 bits below a 10-bit code.
  var curves: (Matrix3, black: Double) { scaled(by: 32768 * codesOf10Bits) }
}
