// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import LibAV

/// How a plane of a picture is laid over that of another.
struct PlaneBlend {
  private let isWide: Bool
  private let strides: (source: Int, target: Int)
  /// Where the source's first column and row lie in the target.
  private let origin: (x: Int, y: Int)
  /// The columns and rows of the source that are seen.
  private let columns: Range<Int>
  private let rows: Range<Int>
  private let shifts: (x: Int, y: Int)
  private let mask: AlphaPlane?
  /// In 256ths.
  private let opacity: Int

  init(
    _ layer: PictureLayer, onto target: Frame, plane: Int, _ shifts: (x: Int, y: Int),
    isWide: Bool
  ) {
    self.isWide = isWide
    self.shifts = shifts
    strides = (layer.picture.stride(of: plane), target.stride(of: plane))
    origin = (layer.origin.x >> shifts.x, layer.origin.y >> shifts.y)
    func seen(_ length: Int, _ origin: Int, _ limit: Int) -> Range<Int> {
      let first = max(0, -origin)
      return first..<max(first, min(length, limit - origin))
    }
    columns = seen(layer.picture.width >> shifts.x, origin.x, target.width >> shifts.x)
    rows = seen(layer.picture.height >> shifts.y, origin.y, target.height >> shifts.y)
    mask = layer.mask
    opacity = Int((max(0, min(1, layer.opacity)) * 256).rounded())
  }

  /// Lays the source over the target.
  func blend(_ source: RawSpan, onto target: inout MutableRawSpan) {
    for row in rows {
      let from = row * strides.source
      let to = (row + origin.y) * strides.target
      for column in columns {
        let new = source.sample(from, column, isWide: isWide)
        guard mask != nil || opacity < 256 else {
          target.set(new, to, column + origin.x, isWide: isWide)
          continue
        }
        let old = target.bytes.sample(to, column + origin.x, isWide: isWide)
        // Of subsampled chroma the pixel at its upper left decides.
        let share = mask.map { Int($0.shares[(row << shifts.y) * $0.width + (column << shifts.x)]) }
        let weight = (share ?? 255) * opacity
        let mixed = old * (255 * 256 - weight) + new * weight
        target.set((mixed + 255 * 128) / (255 * 256), to, column + origin.x, isWide: isWide)
      }
    }
  }
}

extension RawSpan {
  /// A sample in a row of samples of one or two bytes.
  fileprivate func sample(_ row: Int, _ column: Int, isWide: Bool) -> Int {
    sample(isWide ? row + 2 * column : row + column, isWide: isWide)
  }

  /// The sample at an offset.
  func sample(_ offset: Int, isWide: Bool) -> Int {
    isWide
      ? Int(unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt16.self))
      : Int(unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt8.self))
  }
}

extension MutableRawSpan {
  fileprivate mutating func set(_ value: Int, _ row: Int, _ column: Int, isWide: Bool) {
    if isWide {
      storeBytes(
        of: UInt16(truncatingIfNeeded: value), toByteOffset: row + 2 * column, as: UInt16.self)
    } else {
      storeBytes(of: UInt8(truncatingIfNeeded: value), toByteOffset: row + column, as: UInt8.self)
    }
  }

  /// Makes every sample the same.
  mutating func fill(with value: Int, isWide: Bool) {
    for index in 0..<(isWide ? byteCount / 2 : byteCount) {
      set(value, 0, index, isWide: isWide)
    }
  }
}
