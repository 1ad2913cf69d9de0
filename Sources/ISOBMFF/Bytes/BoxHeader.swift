// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The size and the type with which a box begins, when the box itself may be far larger than what
/// was read: the way to walk a file without loading its media data.
public struct BoxHeader: Hashable, Sendable {
  /// The type.
  public var type: FourCC

  /// The bytes of the box, header included, or `nil` when it goes on to the end of the file.
  public var size: UInt64?

  /// The bytes of the header: 8, 16 with a 64-bit size, 16 more with a UUID.
  public var headerSize: Int

  /// The most bytes that a header has.
  public static let maximumSize = 32

  /// Reads a header.
  public init(parsing reader: inout ByteReader) throws(ISOBMFFError) {
    let start = reader.position
    let small = try reader.uint32()
    type = try reader.fourCC()
    size = small == 0 ? nil : UInt64(small)
    if small == 1 { size = try reader.uint64() }
    if type == "uuid" { try reader.skip(16) }
    headerSize = reader.position - start
    if let size, size < UInt64(headerSize) {
      throw ISOBMFFError(
        .malformed, at: start,
        "expected a box '\(type)' of at least \(headerSize) bytes, found a size of \(size)")
    }
  }
}
