// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A sub-range of a resource (`EXT-X-BYTERANGE` and the `BYTERANGE` attributes).
///
/// The offset is always known here: a range that a playlist writes without one continues the
/// previous range of the same resource, and reading resolves it.
/// [RFC 8216bis 4.4.4.2](https://datatracker.ietf.org/doc/html/draft-pantos-hls-rfc8216bis#section-4.4.4.2)
public struct ByteRange: Hashable, Sendable, Codable {
  /// The number of bytes in the range.
  public var length: UInt64

  /// The position of the first byte.
  public var offset: UInt64

  /// Creates a byte range.
  public init(length: UInt64, offset: UInt64) {
    self.length = length
    self.offset = offset
  }

  /// The position after the last byte, or `nil` when it does not fit 64 bits.
  public var end: UInt64? {
    let (end, overflow) = offset.addingReportingOverflow(length)
    return overflow ? nil : end
  }
}

extension ByteRange: CustomStringConvertible {
  /// The range as a playlist writes it: `<length>@<offset>`.
  public var description: String { "\(length)@\(offset)" }
}
