// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A reference to a variable, `{$name}` (RFC 8216bis 4.3).
struct VariableReference {
  /// Where the name stands.
  let name: Range<Int>

  /// The position after the closing brace.
  let end: Int

  /// Recognises a reference that begins at a position; `nil` where its grammar is not met.
  init?(at start: Int, in bytes: Span<UInt8>, _ end: Int) {
    guard end - start >= 4, bytes[start] == UInt8(ascii: "{"),
      bytes[start + 1] == UInt8(ascii: "$")
    else { return nil }
    var position = start + 2
    while position < end, Self.allows(bytes[position]) { position += 1 }
    guard position > start + 2, position < end, bytes[position] == UInt8(ascii: "}") else {
      return nil
    }
    name = start + 2..<position
    self.end = position + 1
  }

  /// Whether a byte may stand in a variable's name.
  static func allows(_ byte: UInt8) -> Bool {
    AttributeName.allows(byte) || byte &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: "_")
  }
}
