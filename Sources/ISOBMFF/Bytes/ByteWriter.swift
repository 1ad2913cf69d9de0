// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Bytes being written, big-endian, with boxes whose sizes are filled in when they end.
public struct ByteWriter: Sendable {
  /// What has been written.
  public private(set) var bytes: [UInt8] = []

  /// Creates a writer, with room for a number of bytes.
  public init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  /// The number of bytes written.
  public var count: Int { bytes.count }
}

// MARK: - Numbers and texts

extension ByteWriter {
  /// Appends an integer of any width, most significant byte first.
  public mutating func integer<Value: FixedWidthInteger>(_ value: Value) {
    var shift = Value.bitWidth
    while shift > 0 {
      shift -= 8
      bytes.append(UInt8(truncatingIfNeeded: value >> Value(shift)))
    }
  }

  /// Appends one byte.
  public mutating func uint8(_ value: UInt8) { bytes.append(value) }

  /// Appends two bytes.
  public mutating func uint16(_ value: UInt16) { integer(value) }

  /// Appends the low three bytes of a number.
  public mutating func uint24(_ value: UInt32) {
    uint8(UInt8(truncatingIfNeeded: value >> 16))
    uint16(UInt16(truncatingIfNeeded: value))
  }

  /// Appends four bytes.
  public mutating func uint32(_ value: UInt32) {
    uint16(UInt16(truncatingIfNeeded: value >> 16))
    uint16(UInt16(truncatingIfNeeded: value))
  }

  /// Appends eight bytes.
  public mutating func uint64(_ value: UInt64) { integer(value) }

  /// Appends a four-character code.
  public mutating func fourCC(_ value: FourCC) { uint32(value.rawValue) }

  /// Appends bytes as they are.
  public mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

  /// Appends a number of zero bytes.
  public mutating func zeros(_ count: Int) {
    bytes.append(contentsOf: repeatElement(0, count: count))
  }

  /// Appends a text in UTF-8 and the zero byte that ends it.
  public mutating func terminatedString(_ text: String) {
    append(text.utf8)
    uint8(0)
  }
}

// MARK: - Boxes

extension ByteWriter {
  /// Appends a box around what `content` writes (ISO/IEC 14496-12 section 4.2).
  ///
  /// A box written here stays below 4 GiB: media data are not copied through a writer.
  public mutating func box(_ type: FourCC, _ content: (inout ByteWriter) -> Void) {
    let start = count
    uint32(0)
    fourCC(type)
    content(&self)
    let size = UInt32(clamping: count - start)
    for index in 0..<4 {
      bytes[start + index] = UInt8(truncatingIfNeeded: size >> UInt32(24 - 8 * index))
    }
  }

  /// Appends a box with a version and 24 flags.
  public mutating func fullBox(
    _ type: FourCC, version: UInt8 = 0, flags: UInt32 = 0,
    _ content: (inout ByteWriter) -> Void = { _ in }
  ) {
    box(type) { writer in
      writer.uint8(version)
      writer.uint24(flags)
      content(&writer)
    }
  }
}
