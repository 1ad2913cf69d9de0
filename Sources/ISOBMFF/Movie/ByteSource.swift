// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A file whose bytes are read as they are needed.
public protocol ByteSource: Sendable {
  /// Reads bytes.
  ///
  /// - Parameters:
  ///   - offset: The first byte, from the start of the file.
  ///   - count: How many bytes are wanted.
  /// - Returns: The bytes: fewer where the file ends, none where it cannot be read.
  func bytes(at offset: UInt64, count: Int) -> [UInt8]
}
