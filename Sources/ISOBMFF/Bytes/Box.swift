// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A box as it stands in bytes: its type, where it is, and a reader of its content
/// (ISO/IEC 14496-12 section 4.2). The content is looked at when it is asked for.
public struct Box: Sendable {
  /// The type.
  public let type: FourCC

  /// The bytes of the box, header included.
  public let range: Range<Int>

  /// A reader that stands at the start of the content.
  public let content: ByteReader

  /// How deep boxes may stand in each other.
  public static let maximumDepth = 24

  /// How many boxes may stand beside each other in a list.
  public static let maximumCount = 1 << 17
}

extension Box {
  /// The boxes that stand one after the other in bytes.
  public static func list(
    in bytes: [UInt8], range: Range<Int>? = nil
  ) throws(ISOBMFFError) -> [Box] {
    var reader = ByteReader(bytes, in: range)
    return try reader.boxes()
  }

  /// The boxes inside, after `skipping` bytes of fields.
  public func children(after skipping: Int = 0) throws(ISOBMFFError) -> [Box] {
    var reader = content
    try reader.skip(skipping)
    return try reader.boxes()
  }

  /// All bytes of the box.
  public var bytes: [UInt8] { Array(content.bytes[range]) }
}

extension ByteReader {
  /// Reads the box that begins here, or `nil` at the end.
  ///
  /// Up to 7 bytes that are left over are passed: QuickTime ends some lists with a 32-bit zero.
  public mutating func nextBox() throws(ISOBMFFError) -> Box? {
    guard remaining >= 8 else {
      position = end
      return nil
    }
    let start = position
    let header = try BoxHeader(parsing: &self)
    // A size of 0 means "to the end", which only the last box of a file may say.
    let size = header.size.map { Int(clamping: $0) } ?? (end - start)
    guard size <= end - start else {
      throw ISOBMFFError(
        .truncated, at: start,
        "box '\(header.type)' claims \(size) bytes, of which \(end - start) are there")
    }
    guard depth < Box.maximumDepth else {
      throw ISOBMFFError(
        .limitExceeded, at: start, "boxes stand more than \(Box.maximumDepth) deep")
    }
    let content = ByteReader(
      bytes: bytes, position: position, end: start + size, box: header.type, depth: depth + 1)
    position = start + size
    return Box(type: header.type, range: start..<start + size, content: content)
  }

  /// Reads all boxes that are left, at most ``Box/maximumCount``.
  public mutating func boxes() throws(ISOBMFFError) -> [Box] {
    var boxes: [Box] = []
    while let box = try nextBox() {
      guard boxes.count < Box.maximumCount else {
        throw ISOBMFFError(
          .limitExceeded, at: box.range.lowerBound,
          "more than \(Box.maximumCount) boxes stand beside each other")
      }
      boxes.append(box)
    }
    return boxes
  }
}
