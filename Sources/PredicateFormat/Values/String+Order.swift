// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension String {
  /// Whether both have the same code points. Swift's `==` also takes composed and decomposed
  /// characters for equal, which `isEqual:` does not.
  func isLiterallyEqual(to other: String) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }

  /// Which of both comes first, composed and decomposed characters being the same.
  func order(to other: String) -> Order {
    if isCostly || other.isCostly { return literalOrder(to: other) }
    return self == other ? .equal : self < other ? .before : .after
  }

  /// Which of both comes first by code points.
  func literalOrder(to other: String) -> Order {
    if isLiterallyEqual(to: other) { return .equal }
    return unicodeScalars.lexicographicallyPrecedes(other.unicodeScalars) ? .before : .after
  }

  /// Whether the text puts more accents on one letter than any language does.
  ///
  /// Swift brings accents into order before it compares, in a time that grows with the square of
  /// their number: two hundred thousand take a minute. Such texts are compared by code points.
  var isCostly: Bool {
    guard utf8.count > 2 * Self.usualAccents else { return false }
    var accents = 0
    for scalar in unicodeScalars {
      let isAccent =
        scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass != .notReordered
      accents = isAccent ? accents + 1 : 0
      if accents > Self.usualAccents { return true }
    }
    return false
  }

  private static let usualAccents = 64

  /// The characters, or the code points of a text that is costly.
  var comparableCharacters: [Character] {
    isCostly ? unicodeScalars.map(Character.init) : Array(self)
  }
}
