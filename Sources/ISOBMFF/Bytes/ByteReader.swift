// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A place in bytes that are being read, big-endian, and the end that it must not pass.
///
/// A reader shares the array it reads, so a reader of a child box costs no copy.
public struct ByteReader: Sendable {
  /// What is read; positions count from its first byte.
  public let bytes: [UInt8]

  /// The position of the next byte.
  public internal(set) var position: Int

  /// The position after the last byte.
  public let end: Int

  /// The box whose content is read, for messages.
  let box: FourCC?

  /// How many boxes stand around this one.
  let depth: Int

  /// Creates a reader of all bytes, or of a part of them. A range beyond the bytes is cut.
  public init(_ bytes: [UInt8], in range: Range<Int>? = nil) {
    let range = (range ?? 0..<bytes.count).clamped(to: 0..<bytes.count)
    self.init(bytes: bytes, position: range.lowerBound, end: range.upperBound, box: nil, depth: 0)
  }

  init(bytes: [UInt8], position: Int, end: Int, box: FourCC?, depth: Int) {
    self.bytes = bytes
    self.position = position
    self.end = end
    self.box = box
    self.depth = depth
  }

  /// The number of bytes left.
  public var remaining: Int { end - position }

  /// Whether nothing is left.
  public var isAtEnd: Bool { position >= end }

  /// An error at this place.
  func error(_ code: ISOBMFFError.Code, _ reason: String) -> ISOBMFFError {
    ISOBMFFError(code, at: position, (box.map { "box '\($0)': " } ?? "") + reason)
  }
}

// MARK: - Numbers and texts

extension ByteReader {
  /// Reads an integer of any width.
  public mutating func integer<Value: FixedWidthInteger>(
    _ type: Value.Type = Value.self
  ) throws(ISOBMFFError) -> Value {
    let width = Value.bitWidth / 8
    try require(width)
    var value: Value = 0
    for index in position..<position + width {
      value = value << 8 | Value(truncatingIfNeeded: bytes[index])
    }
    position += width
    return value
  }

  /// Reads one byte.
  public mutating func uint8() throws(ISOBMFFError) -> UInt8 { try integer() }

  /// Reads two bytes.
  public mutating func uint16() throws(ISOBMFFError) -> UInt16 { try integer() }

  /// Reads three bytes.
  public mutating func uint24() throws(ISOBMFFError) -> UInt32 {
    try require(3)
    return try UInt32(uint8()) << 16 | UInt32(uint16())
  }

  /// Reads four bytes.
  public mutating func uint32() throws(ISOBMFFError) -> UInt32 { try integer() }

  /// Reads eight bytes.
  public mutating func uint64() throws(ISOBMFFError) -> UInt64 { try integer() }

  /// Reads a four-character code.
  public mutating func fourCC() throws(ISOBMFFError) -> FourCC { try FourCC(rawValue: uint32()) }

  /// Reads a number of bytes.
  public mutating func bytes(_ count: Int) throws(ISOBMFFError) -> [UInt8] {
    try require(count)
    defer { position += count }
    return Array(bytes[position..<position + count])
  }

  /// Reads what is left.
  public mutating func rest() -> [UInt8] {
    defer { position = end }
    return Array(bytes[position..<end])
  }

  /// Passes over a number of bytes.
  public mutating func skip(_ count: Int) throws(ISOBMFFError) {
    try require(count)
    position += count
  }

  /// Reads a text that a zero byte or the end of the box ends; bytes that are no UTF-8 are
  /// replaced.
  public mutating func terminatedString() -> String {
    let stop = bytes[position..<end].firstIndex(of: 0) ?? end
    defer { position = min(stop + 1, end) }
    return String(decoding: bytes[position..<stop], as: UTF8.self)
  }

  /// Throws unless a number of bytes is left.
  func require(_ count: Int) throws(ISOBMFFError) {
    guard count >= 0, count <= remaining else {
      throw error(.truncated, "expected \(count) bytes more, found \(remaining)")
    }
  }
}

// MARK: - Parts

extension ByteReader {
  /// A reader of the next bytes, which this reader passes over.
  mutating func part(_ count: Int) throws(ISOBMFFError) -> ByteReader {
    try require(count)
    defer { position += count }
    return ByteReader(
      bytes: bytes, position: position, end: position + count, box: box, depth: depth)
  }

  /// Reads the version and the flags with which a full box begins.
  mutating func versionAndFlags() throws(ISOBMFFError) -> (version: UInt8, flags: UInt32) {
    try (uint8(), uint24())
  }
}
