// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// What may stand in a place of a playlist: the guard against text that would read back as
/// something else, such as a line end inside a URI or a quotation mark inside a name.
enum WritableText {
  /// A place for text.
  enum Place {
    /// Between the quotation marks of an attribute.
    case quotedString
    /// Between the quotation marks of a variable's value, where references mean nothing.
    case literalString
    /// An attribute value without quotation marks.
    case unquotedValue
    /// A line of its own.
    case uriLine
    /// The rest of an `EXTINF` line.
    case title
  }

  /// Checks a text before it is written.
  static func check(
    _ text: String, in name: String, _ place: Place
  ) throws(PlaylistError) {
    guard let fault = fault(of: text.utf8.span, place) else { return }
    throw .unwritable("expected '\(name)' to be writable, found \(fault) in it")
  }

  /// Checks bytes before they are written as a line of their own or the rest of one.
  static func check(
    _ bytes: Span<UInt8>, in name: String, _ place: Place
  ) throws(PlaylistError) {
    guard let fault = fault(of: bytes, place) else { return }
    throw .unwritable("expected '\(name)' to be writable, found \(fault) in it")
  }

  private static func fault(of bytes: Span<UInt8>, _ place: Place) -> String? {
    for index in 0..<bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\t") where place == .quotedString: break
      case 0..<0x20, 0x7F: return "a control character"
      case UInt8(ascii: "\"") where place != .uriLine && place != .title:
        return "a quotation mark"
      case UInt8(ascii: ",") where place == .unquotedValue: return "a comma"
      case UInt8(ascii: " ") where place == .unquotedValue: return "a blank"
      case UInt8(ascii: "{") where place != .title && place != .literalString:
        if VariableReference(at: index, in: bytes, bytes.count) != nil {
          return "a variable reference"
        }
      default: break
      }
    }
    switch place {
    case .uriLine:
      guard bytes.count > 0 else { return "nothing" }
      if bytes[0] == UInt8(ascii: "#") { return "a leading '#'" }
      if bytes[0] == UInt8(ascii: " ") || bytes[bytes.count - 1] == UInt8(ascii: " ") {
        return "a blank at an end"
      }
    case .unquotedValue where bytes.count == 0: return "nothing"
    default: break
    }
    return nil
  }
}
