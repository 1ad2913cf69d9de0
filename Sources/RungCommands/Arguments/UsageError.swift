// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A command line that cannot be understood. It ends with exit status 2.
public struct UsageError: Error, Equatable, CustomStringConvertible {
  /// What is wrong, expected and found, without a full stop.
  public var description: String

  /// Creates an error with its sentence.
  public init(_ description: String) { self.description = description }

  static func unknownOption(_ typed: String, among names: [String]) -> UsageError {
    UsageError("unknown option '\(typed)'" + Suggestion.text(for: typed, among: names))
  }

  static func invalidValue(_ text: String, of option: String, _ kind: String) -> UsageError {
    UsageError("'\(text)' is no value for '\(option)': expected \(kind)")
  }
}

/// The nearest known name to one that is not known.
enum Suggestion {
  /// ` (did you mean 'x'?)` when a name is close enough, else nothing.
  static func text(for typed: String, among names: [String]) -> String {
    let ranked = names.map { (name: $0, distance: editDistance(typed, $0)) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }),
      best.distance <= max(1, typed.count / 3)
    else { return "" }
    return " (did you mean '\(best.name)'?)"
  }

  /// Levenshtein's distance, over two rows.
  private static func editDistance(_ a: String, _ b: String) -> Int {
    let b = Array(b)
    var row = Array(0...b.count)
    for (i, x) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, y) in b.enumerated() {
        let cost = min(diagonal + (x == y ? 0 : 1), row[j] + 1, row[j + 1] + 1)
        diagonal = row[j + 1]
        row[j + 1] = cost
      }
    }
    return row[b.count]
  }
}
