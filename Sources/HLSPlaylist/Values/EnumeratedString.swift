// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A value from a list that may grow: a name that is checked once, with the known ones as
/// constants. Values that this version does not know are kept, compared and written like the rest.
protocol EnumeratedString: RawRepresentable<String>, Hashable, Sendable, Codable,
  CustomStringConvertible
{
  /// The values that the draft defines, whose meaning a reader knows.
  static var known: Set<Self> { get }

  /// Creates a value whose spelling is known to be right.
  init(unchecked rawValue: String)
}

extension EnumeratedString {
  /// Whether a text may stand as an enumerated-string: not empty, without quotation marks,
  /// commas, blanks and control characters (RFC 8216bis 4.2).
  static func isWellFormed(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy {
        $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: ",")
      }
  }
}
