// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// How strings are compared under some options.
///
/// Without options equality is by code point and everything else by character, composed and
/// decomposed ones alike; `[n]` is by code point throughout. No string contains, begins or ends
/// with the empty one: Foundation's searches find nothing there.
struct TextRules: Sendable {
  let options: StringOptions
  let environment: any PredicateEnvironment

  /// A string without what the options ignore.
  func folded(_ string: String) throws(PredicateFormatError) -> String {
    guard folds else { return string }
    return try environment.folding(string, options)
  }

  private var folds: Bool {
    !options.isDisjoint(with: [.caseInsensitive, .diacriticInsensitive]) && !isLiteral
  }

  private var isLiteral: Bool { options.contains(.normalized) }

  /// Whether two texts are compared by code points.
  private func isLiteral(_ whole: String, _ part: String) -> Bool {
    isLiteral || whole.isCostly || part.isCostly
  }

  private var isLocalized: Bool { options.contains(.locale) && !isLiteral }

  func isEqual(_ a: String, _ b: String) throws(PredicateFormatError) -> Bool {
    if isLocalized { return try environment.localizedOrder(a, b, options) == 0 }
    return folds ? try folded(a).order(to: folded(b)) == .equal : a.isLiterallyEqual(to: b)
  }

  func order(_ a: String, _ b: String) throws(PredicateFormatError) -> Order {
    if isLocalized {
      let order = try environment.localizedOrder(a, b, options)
      return order < 0 ? .before : order == 0 ? .equal : .after
    }
    let a = try folded(a)
    let b = try folded(b)
    return isLiteral ? a.literalOrder(to: b) : a.order(to: b)
  }

  func contains(_ whole: String, _ part: String) throws(PredicateFormatError) -> Bool {
    let whole = try folded(whole)
    let part = try folded(part)
    if isLiteral(whole, part) || whole.isASCII && part.isASCII {
      return PartSearch(for: Array(part.utf8)).isFound(in: whole.utf8)
    }
    return PartSearch(for: Array(part)).isFound(in: whole)
  }

  func hasPrefix(_ whole: String, _ part: String) throws(PredicateFormatError) -> Bool {
    let whole = try folded(whole)
    let part = try folded(part)
    guard !part.isEmpty else { return false }
    return isLiteral(whole, part)
      ? whole.utf8.starts(with: part.utf8) : whole.hasPrefix(part)
  }

  func hasSuffix(_ whole: String, _ part: String) throws(PredicateFormatError) -> Bool {
    let whole = try folded(whole)
    let part = try folded(part)
    guard !part.isEmpty else { return false }
    return isLiteral(whole, part)
      ? whole.utf8.reversed().starts(with: part.utf8.reversed()) : whole.hasSuffix(part)
  }
}

extension String {
  var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}

/// Knuth, Morris and Pratt's search: no text makes it slower than the lengths of both together.
struct PartSearch<Element: Equatable> {
  private let part: [Element]
  /// For each length that has matched, the longest shorter start of the part that matches too.
  private let fallback: [Int]

  init(for part: [Element]) {
    var fallback = [Int](repeating: 0, count: part.count)
    var length = 0
    for index in part.indices.dropFirst() {
      while length > 0, part[index] != part[length] { length = fallback[length - 1] }
      if part[index] == part[length] { length += 1 }
      fallback[index] = length
    }
    self.part = part
    self.fallback = fallback
  }

  func isFound(in whole: some Sequence<Element>) -> Bool {
    guard !part.isEmpty else { return false }
    var length = 0
    for element in whole {
      while length > 0, element != part[length] { length = fallback[length - 1] }
      if element == part[length] { length += 1 }
      if length == part.count { return true }
    }
    return false
  }
}
