// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// How strings are compared: the letters in brackets after an operator.
public struct StringOptions: OptionSet, Hashable, Sendable {
  /// The options as bits.
  public let rawValue: Int

  /// Creates options from bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// `c`: upper and lower case are the same.
  public static let caseInsensitive = StringOptions(rawValue: 1)
  /// `d`: letters are compared without their accents.
  public static let diacriticInsensitive = StringOptions(rawValue: 2)
  /// `n`: the strings are normalised already and are compared as they are; overrules the others.
  public static let normalized = StringOptions(rawValue: 4)
  /// `l`: the locale's order and case.
  public static let locale = StringOptions(rawValue: 8)

  /// Every option with its letter, in the order in which they are printed.
  static let letters: [(letter: Character, option: StringOptions)] = [
    ("c", .caseInsensitive), ("d", .diacriticInsensitive), ("n", .normalized), ("l", .locale),
  ]
}
