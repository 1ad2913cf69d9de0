// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A stretch of a file.
struct ByteExtent: Hashable, Sendable {
  /// The first byte, from the start of the file.
  var offset: UInt64
  /// The number of bytes.
  var size: UInt64

  /// The byte after the last; a stretch that was found in a file does not overflow.
  var end: UInt64 { offset &+ size }
}

extension [ByteExtent] {
  /// Appends a stretch, as part of the last one where it follows that.
  mutating func appendMerging(_ extent: ByteExtent) {
    guard extent.size > 0 else { return }
    if let last, last.end == extent.offset {
      self[count - 1].size += extent.size
    } else {
      append(extent)
    }
  }
}
