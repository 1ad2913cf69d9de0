// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The parameters of a URI's query, as `QUERYPARAM` definitions look them up.
struct QueryParameters {
  private var pairs: [(name: String, value: String)] = []

  /// Splits the query of a URI at `&` and `=`.
  init(of uri: String) {
    guard let mark = uri.utf8.firstIndex(of: UInt8(ascii: "?")) else { return }
    let query = uri[uri.utf8.index(after: mark)...].utf8.prefix { $0 != UInt8(ascii: "#") }
    for pair in query.split(separator: UInt8(ascii: "&")) {
      guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { continue }
      pairs.append(
        (
          Self.decoded(pair[..<equals]), Self.decoded(pair[pair.index(after: equals)...])
        ))
    }
  }

  /// The value of the first parameter of a name, percent-decoded, unless it is empty.
  func value(of name: String) -> String? {
    pairs.first { $0.name == name && !$0.value.isEmpty }?.value
  }

  private static func decoded(_ text: Substring.UTF8View) -> String {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2,
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
