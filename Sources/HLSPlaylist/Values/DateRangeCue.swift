// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// When an action of a date range happens, besides its dates (`CUE` of `EXT-X-DATERANGE`).
public struct DateRangeCue: EnumeratedString {
  /// The value as a playlist writes it.
  public let rawValue: String

  /// Creates a value, or `nil` when the text cannot stand as an enumerated-string.
  public init?(rawValue: String) {
    guard Self.isWellFormed(rawValue) else { return nil }
    self.rawValue = rawValue
  }

  init(unchecked rawValue: String) { self.rawValue = rawValue }

  /// Before the primary content starts.
  public static let pre = DateRangeCue(unchecked: "PRE")
  /// After the primary content ends.
  public static let post = DateRangeCue(unchecked: "POST")
  /// Once, not at every pass.
  public static let once = DateRangeCue(unchecked: "ONCE")

  static let known: Set<DateRangeCue> = [.pre, .post, .once]

  /// The value as a playlist writes it.
  public var description: String { rawValue }
}
