// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import ColorKernel
import HDRColor

/// What the converter should do, pixel by pixel in floating point and as the standards say it.
struct Reference {
  var conversion: ColorConversion
  var source: PlaneFormat
  var targetDepth: Int

  /// The codes of each plane, not rounded.
  func convert(_ picture: Picture) -> [[Double]] {
    let codes = Quantization(
      bitDepth: source.bitDepth, isFullRange: conversion.source.isFullRange)
    let target = Quantization(
      bitDepth: targetDepth, isFullRange: conversion.target.isFullRange)
    guard let decoder = conversion.source.matrix.yCbCr,
      let encoder = conversion.target.matrix.yCbCr
    else { return [] }
    let (w, h) = (picture.width, picture.height)
    var planes = [[Double]](repeating: [], count: 3)
    for y in 0..<h {
      for x in 0..<w {
        let rgb = decoder.decode([
          codes.luma(code: Double(picture.planes[0][y * w + x])),
          codes.chroma(code: chroma(picture, 1, x, y)),
          codes.chroma(code: chroma(picture, 2, x, y)),
        ])
        let inside = rgb.clamped(lowerBound: .zero, upperBound: .one)
        let out = encoder.encode(conversion(inside))
        planes[0].append(target.code(luma: out.x))
        planes[1].append(target.code(chroma: out.y))
        planes[2].append(target.code(chroma: out.z))
      }
    }
    return [planes[0], shrunk(planes[1], picture), shrunk(planes[2], picture)]
  }

  /// Chroma at a pixel, interpolated from its location.
  private func chroma(_ p: Picture, _ plane: Int, _ x: Int, _ y: Int) -> Double {
    // Rows of chroma lie at 2j + 1/2 or at 2j, columns at 2i or at 2i + 1/2.
    let row = (Double(y) - (source.chromaLocation == .topLeft ? 0 : 0.5)) / 2
    let column = (Double(x) - (source.chromaLocation == .center ? 0.5 : 0)) / 2
    func at(_ i: Int, _ j: Int) -> Double {
      let i = min(max(i, 0), p.chromaWidth - 1)
      let j = min(max(j, 0), p.chromaHeight - 1)
      return Double(p.planes[plane][j * p.chromaWidth + i])
    }
    let (i, j) = (Int(column.rounded(.down)), Int(row.rounded(.down)))
    let (fx, fy) = (column - Double(i), row - Double(j))
    return (at(i, j) * (1 - fx) + at(i + 1, j) * fx) * (1 - fy)
      + (at(i, j + 1) * (1 - fx) + at(i + 1, j + 1) * fx) * fy
  }

  /// Chroma of pixels filtered to every other one, between rows.
  private func shrunk(_ plane: [Double], _ p: Picture) -> [Double] {
    var out: [Double] = []
    for j in 0..<p.chromaHeight {
      for i in 0..<p.chromaWidth {
        var sum = 0.0
        for (dx, weight) in [(-1, 0.25), (0, 0.5), (1, 0.25)] {
          for y in [2 * j, min(2 * j + 1, p.height - 1)] {
            let x = min(max(2 * i + dx, 0), p.width - 1)
            sum += plane[y * p.width + x] * weight / 2
          }
        }
        out.append(sum)
      }
    }
    return out
  }
}

/// How far codes are from what they should be.
struct CodeErrors {
  /// The differences to the nearest integer of each expected code.
  var differences: [Int] = []

  mutating func add(_ picture: Picture, _ expected: [[Double]]) {
    for (codes, wanted) in zip(picture.planes, expected) {
      for (code, value) in zip(codes, wanted) {
        differences.append(abs(Int(code) - Int(value.rounded())))
      }
    }
  }

  var largest: Int { differences.max() ?? 0 }
  var mean: Double { Double(differences.reduce(0, +)) / Double(max(differences.count, 1)) }
  func share(within limit: Int) -> Double {
    Double(differences.count { $0 <= limit }) / Double(max(differences.count, 1))
  }
}
