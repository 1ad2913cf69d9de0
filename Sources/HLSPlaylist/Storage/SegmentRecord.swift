// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A segment as the list stores it: 56 bytes without references, so that reading a segment
/// allocates and counts nothing.
struct SegmentRecord: Hashable, Sendable, BitwiseCopyable {
  var uri: TextRange
  var title = TextRange.none
  var byteRangeOffset: UInt64 = 0
  var byteRangeLength: UInt64 = 0
  var duration: ExactDecimal
  var flags: Flags = []
  /// The index of what is in force at the segment: keys, map, bit rate.
  var context: Int32 = 0
  /// The index of what few segments have, or -1.
  var details: Int32 = -1

  struct Flags: OptionSet, Hashable, Sendable {
    var rawValue: UInt8
    static let hasByteRange = Flags(rawValue: 1)
    static let isGap = Flags(rawValue: 2)
  }

  var byteRange: ByteRange? {
    get {
      flags.contains(.hasByteRange)
        ? ByteRange(length: byteRangeLength, offset: byteRangeOffset) : nil
    }
    set {
      if let newValue {
        flags.insert(.hasByteRange)
        (byteRangeOffset, byteRangeLength) = (newValue.offset, newValue.length)
      } else {
        flags.remove(.hasByteRange)
        (byteRangeOffset, byteRangeLength) = (0, 0)
      }
    }
  }
}

/// What is in force over a run of segments.
struct SegmentContext: Hashable, Sendable {
  var keys: [EncryptionKey] = []
  var initialization: MediaInitialization?
  var bitRate: UInt64?
}

/// What few segments have.
struct SegmentDetails: Hashable, Sendable {
  var discontinuityCount = 0
  var programDateTime: DateTime?
  var tiles: ImageTiles?
  /// The indices of its parts.
  var parts: Range<Int>

  init(firstPart: Int = 0) { parts = firstPart..<firstPart }
}

/// A part as the list stores it.
struct PartRecord: Hashable, Sendable, BitwiseCopyable {
  var uri: TextRange
  var byteRangeOffset: UInt64 = 0
  var byteRangeLength: UInt64 = 0
  var duration: ExactDecimal
  var flags: Flags = []
  /// The index of its unknown attributes, or -1.
  var otherAttributes: Int32 = -1

  struct Flags: OptionSet, Hashable, Sendable {
    var rawValue: UInt8
    static let hasByteRange = Flags(rawValue: 1)
    static let isGap = Flags(rawValue: 2)
    static let isIndependent = Flags(rawValue: 4)
  }
}
