// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// What is known of a key before any object is read: enough to check, lint and explain a
/// predicate without a model.
public struct KeyDescription: Sendable {
  /// What a key holds where the model declares nothing.
  public enum Absence: Hashable, Sendable {
    /// There is always a value.
    case never
    /// Nil.
    case null
    /// A negative number, as `averageBitRate` of a variant that declares none.
    case negative
    /// Zero.
    case zero
    /// A constant that stands in, as SDR does for an undeclared video range.
    case constant(String)
  }

  /// The key, or a path of keys with full stops between them.
  public var path: String

  /// The type of its values.
  public var type: KeyType

  /// What people call it, such as `peak bit rate`; made from the key where none is given.
  public var label: String

  /// What its numbers count.
  public var unit: KeyUnit?

  /// What it holds where nothing is declared.
  public var absence: Absence

  /// The constants that it may hold, with the short name of each: `["AVVideoRangePQ": "PQ"]`.
  /// Empty where every value is possible.
  public var constants: [String: String]

  /// Creates a description.
  public init(
    _ path: String, _ type: KeyType, label: String? = nil, unit: KeyUnit? = nil,
    absence: Absence = .null, constants: [String: String] = [:]
  ) {
    self.path = path
    self.type = type
    self.label = label ?? Self.label(from: path)
    self.unit = unit
    self.absence = absence
    self.constants = constants
  }

  /// The words of a key's last part: `videoAttributes.videoRange` is `video range`.
  static func label(from path: String) -> String {
    var words = ""
    var previousIsUpper = true
    for character in path.split(separator: ".").last ?? "" {
      if character.isUppercase, !previousIsUpper { words += " " }
      previousIsUpper = character.isUppercase
      words.append(character)
    }
    // Words are lower case but for abbreviations: `formatIDs` is `format IDs`.
    return words.split(separator: " ").map { word in
      word.dropFirst().contains(where: \.isUppercase) ? String(word) : word.lowercased()
    }.joined(separator: " ")
  }
}
