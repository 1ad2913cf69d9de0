// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// How NAL units are told apart in a stream of bytes.
public enum NALUnitFraming: Hashable, Sendable {
  /// Start codes, 00 00 01, as in transport streams and elementary streams (H.264 annex B).
  case startCodes
  /// A length of 1, 2 or 4 bytes before each unit, as in MP4 (ISO/IEC 14496-15).
  case lengths(Int)

  /// Lengths of four bytes, which is what this library writes.
  public static let fourByteLengths = NALUnitFraming.lengths(4)
}

/// Finds the NAL units of a sample one after the other.
///
/// It holds a position alone, so that it walks bytes without owning or copying them.
public struct NALUnitScanner: Sendable {
  private let framing: NALUnitFraming
  private var position = 0

  /// Creates a scanner that stands at the start.
  public init(_ framing: NALUnitFraming) { self.framing = framing }

  /// The place of the next NAL unit, or `nil` at the end. Empty units are passed over.
  ///
  /// - Throws: ``ISOBMFFError`` when a length goes beyond the end.
  public mutating func next(in bytes: Span<UInt8>) throws(ISOBMFFError) -> Range<Int>? {
    switch framing {
    case .startCodes: nextAfterStartCode(in: bytes)
    case .lengths(let size): try nextAfterLength(of: size, in: bytes)
    }
  }

  private mutating func nextAfterLength(
    of size: Int, in bytes: Span<UInt8>
  ) throws(ISOBMFFError) -> Range<Int>? {
    while position < bytes.count {
      guard (1...4).contains(size), bytes.count - position >= size else {
        throw ISOBMFFError(
          .truncated, at: position,
          "expected the \(size) bytes of a NAL unit's length, found \(bytes.count - position)")
      }
      var length = 0
      for index in position..<position + size { length = length << 8 | Int(bytes[index]) }
      let start = position + size
      guard length <= bytes.count - start else {
        throw ISOBMFFError(
          .truncated, at: position,
          "expected a NAL unit of \(length) bytes, found \(bytes.count - start)")
      }
      position = start + length
      if length > 0 { return start..<position }
    }
    return nil
  }

  private mutating func nextAfterStartCode(in bytes: Span<UInt8>) -> Range<Int>? {
    while let start = Self.startCode(in: bytes, from: position)?.upperBound {
      let next = Self.startCode(in: bytes, from: start)
      position = next?.lowerBound ?? bytes.count
      var end = position
      // Zero bytes before a start code belong to no unit: a unit ends in a stop bit.
      while end > start, bytes[end - 1] == 0 { end -= 1 }
      if end > start { return start..<end }
    }
    return nil
  }

  /// The first 00 00 01 at or after a position.
  private static func startCode(in bytes: Span<UInt8>, from position: Int) -> Range<Int>? {
    // The third byte alone tells how far to go: above 1 no code can cover it.
    var index = position + 2
    while index < bytes.count {
      let byte = bytes[index]
      if byte > 1 {
        index += 3
      } else if byte == 1, bytes[index - 1] == 0, bytes[index - 2] == 0 {
        return index - 2..<index + 1
      } else {
        index += 1
      }
    }
    return nil
  }
}

extension NALUnitFraming {
  /// The NAL units of a sample.
  ///
  /// - Throws: ``ISOBMFFError`` when a length goes beyond the end.
  public func units(in bytes: Span<UInt8>) throws(ISOBMFFError) -> [Range<Int>] {
    var scanner = NALUnitScanner(self)
    var units: [Range<Int>] = []
    while let unit = try scanner.next(in: bytes) { units.append(unit) }
    return units
  }
}
