// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import ISOBMFF

extension MovieIndex {
  /// Ends every track's last edit where a movie of a length ends, for samples that reach beyond:
  /// pictures that later ones are decoded from cannot be left out.
  mutating func trim(to seconds: Double) throws {
    for box in try Box.list(in: movie) {
      var timescale = 0.0
      for child in try box.children() {
        switch child.type {
        case "mvhd":
          var reader = child.content
          let isLong = try reader.uint8() == 1
          try reader.skip(isLong ? 19 : 11)
          timescale = Double(try reader.uint32())
          try shorten(&reader, isLong, to: seconds * timescale)
        case "trak": try trim(track: child, to: seconds * timescale)
        default: break
        }
      }
    }
  }

  private mutating func trim(track: Box, to end: Double) throws {
    if var reader = track.first("tkhd")?.content {
      let isLong = try reader.uint8() == 1
      try reader.skip(isLong ? 27 : 19)
      try shorten(&reader, isLong, to: end)
    }
    guard var reader = track.first("edts", "elst")?.content else { return }
    let isLong = try reader.uint8() == 1
    try reader.skip(3)
    var left = end
    for _ in try 0..<reader.uint32() {
      left -= try shorten(&reader, isLong, to: left)
      try reader.skip(isLong ? 12 : 8)
    }
  }

  /// Limits the duration that a reader stands before, and passes over it.
  ///
  /// - Returns: The duration as it is now.
  @discardableResult
  private mutating func shorten(
    _ reader: inout ByteReader, _ isLong: Bool, to limit: Double
  ) throws -> Double {
    let position = reader.position
    let duration = isLong ? try reader.uint64() : UInt64(try reader.uint32())
    let shorter = min(duration, UInt64(max(0, limit.rounded())))
    for index in 0..<(isLong ? 8 : 4) {
      let shift = UInt64(8 * ((isLong ? 7 : 3) - index))
      movie[position + index] = UInt8(truncatingIfNeeded: shorter >> shift)
    }
    return Double(shorter)
  }
}
