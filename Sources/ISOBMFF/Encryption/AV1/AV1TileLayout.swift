// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// How a frame of AV1 is cut into tiles: `tile_info()` (AV1 specification section 5.9.15).
struct AV1TileLayout: Hashable, Sendable {
  /// The number of tiles.
  private(set) var count = 1
  /// The bits of a tile's number.
  private(set) var numberBits = 0
  /// The bytes of the size before each tile but the last.
  private(set) var sizeBytes = 0

  /// The layout of a frame that has none.
  init() {}

  init(
    parsing reader: inout BitReader, width: Int, height: Int, hasLargeBlocks: Bool
  ) throws(ISOBMFFError) {
    let shift = hasLargeBlocks ? 5 : 4
    func blocks(_ size: Int) -> Int { (2 * ((size + 7) >> 3) + 1 << shift - 1) >> shift }
    let (columns, rows) = (blocks(width), blocks(height))
    let widest = 4096 >> (shift + 2)
    let largest = (4096 * 2304) >> (2 * (shift + 2))
    let leastColumns = Self.logarithm(widest, columns)
    let least = max(leastColumns, Self.logarithm(largest, columns * rows))
    var (columnBits, rowBits): (Int, Int)
    if try reader.flag() {  // uniform_tile_spacing_flag
      columnBits = try Self.increment(
        leastColumns, upTo: Self.logarithm(1, min(columns, 64)), &reader)
      rowBits = try Self.increment(
        max(least - columnBits, 0), upTo: Self.logarithm(1, min(rows, 64)), &reader)
      count = Self.uniform(columns, columnBits) * Self.uniform(rows, rowBits)
    } else {
      let across = try Self.tiles(columns, atMost: widest, &reader)
      let area = least > 0 ? (columns * rows) >> (least + 1) : columns * rows
      let down = try Self.tiles(rows, atMost: max(area / max(1, across.largest), 1), &reader)
      columnBits = Self.logarithm(1, across.count)
      rowBits = Self.logarithm(1, down.count)
      count = across.count * down.count
    }
    numberBits = columnBits + rowBits
    guard numberBits > 0 else { return }
    try reader.skip(numberBits)  // context_update_tile_id
    sizeBytes = try Int(reader.bits(2)) + 1
  }

  /// `tile_log2()`: how often a block is doubled until it covers a target.
  private static func logarithm(_ block: Int, _ target: Int) -> Int {
    var count = 0
    while max(1, block) << count < target { count += 1 }
    return count
  }

  private static func increment(
    _ start: Int, upTo end: Int, _ reader: inout BitReader
  ) throws(ISOBMFFError) -> Int {
    var value = start
    while value < end, try reader.flag() { value += 1 }
    return value
  }

  /// The tiles that so many blocks make when each is as large as all but the last.
  private static func uniform(_ blocks: Int, _ bits: Int) -> Int {
    let size = max(1, (blocks + 1 << bits - 1) >> bits)
    return (blocks + size - 1) / size
  }

  private static func tiles(
    _ blocks: Int, atMost limit: Int, _ reader: inout BitReader
  ) throws(ISOBMFFError) -> (count: Int, largest: Int) {
    var (count, largest, start) = (0, 0, 0)
    while start < blocks {
      let size = try reader.number(below: min(blocks - start, limit)) + 1
      largest = max(largest, size)
      start += size
      count += 1
    }
    return (count, largest)
  }
}
