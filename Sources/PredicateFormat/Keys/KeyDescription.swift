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

/// The type of a key's values.
public indirect enum KeyType: Hashable, Sendable {
  /// True or false; also 1 or 0.
  case boolean
  /// An integer.
  case integer
  /// A floating-point number.
  case number
  /// A string.
  case string
  /// A date.
  case date
  /// An ordered collection.
  case list(KeyType)
  /// An object with keys of its own.
  case object
  /// A value that can be compared with nil alone.
  case opaque
  /// Known only when it is read.
  case any

  /// Whether values of the type are numbers.
  public var isNumeric: Bool { self == .boolean || self == .integer || self == .number }

  /// The type in words.
  var words: String {
    switch self {
    case .boolean: "a Boolean"
    case .integer, .number: "a number"
    case .string: "a string"
    case .date: "a date"
    case .list: "a list"
    case .object: "an object"
    case .opaque: "an opaque value"
    case .any: "any value"
    }
  }
}

/// What the numbers of a key count, so that they can be told in words.
public enum KeyUnit: Hashable, Sendable {
  /// Bits a second: 5000000 is `5 Mbit/s`.
  case bitsPerSecond
  /// Bytes: 5000000 is `5 MB`.
  case bytes
  /// Hertz: 48000 is `48 kHz`.
  case hertz
  /// Seconds.
  case seconds
  /// A code of four characters: 1634492771 is `alac`.
  case fourCharacterCode
  /// Anything else, by the word that follows the number: `channels`.
  case counted(String)
}

/// The keys of a model without the model: what a linter and an explanation need.
public struct KeySchema: Sendable {
  private let byPath: [String: KeyDescription]

  /// Whether other keys than those described may exist.
  public let isOpen: Bool

  /// Creates a schema. Of two descriptions of a path the last one counts.
  public init(_ keys: [KeyDescription], isOpen: Bool = false) {
    byPath = Dictionary(keys.map { ($0.path, $0) }, uniquingKeysWith: { $1 })
    self.isOpen = isOpen
  }

  /// A schema that knows nothing and forbids nothing.
  public static let open = KeySchema([], isOpen: true)

  /// The description of a key path.
  public subscript(path: String) -> KeyDescription? { byPath[path] }

  /// Every key path, sorted.
  public var paths: [String] { byPath.keys.sorted() }
}
