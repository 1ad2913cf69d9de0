// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Why a package cannot be written.
public struct PackagingError: Error, Sendable {
  /// The kind of failure.
  public struct Code: Hashable, Sendable {
    private enum Value { case output, space, occupied, rendition, source, alignment, protection }
    private let value: Value

    /// A file or folder cannot be written.
    public static let output = Code(value: .output)
    /// There is not enough room.
    public static let space = Code(value: .space)
    /// The folder holds another package.
    public static let occupied = Code(value: .occupied)
    /// An encoder gave what no track can hold.
    public static let rendition = Code(value: .rendition)
    /// A file cannot be read, or holds nothing that can be packaged as it is.
    public static let source = Code(value: .source)
    /// There is no common place to cut.
    public static let alignment = Code(value: .alignment)
    /// A key is missing, weak or cannot be used.
    public static let protection = Code(value: .protection)
  }

  /// The kind of failure.
  public var code: Code

  /// Where: a path or a rendition.
  public var location: String

  /// What is wrong, expected and found.
  public var reason: String

  /// What to do about it.
  public var hint: String?

  /// Creates an error.
  public init(_ code: Code, _ location: String, _ reason: String, hint: String? = nil) {
    self.code = code
    self.location = location
    self.reason = reason
    self.hint = hint
  }
}

extension PackagingError: Equatable {
  /// Errors are equal when code and location are; the words are for people.
  public static func == (a: PackagingError, b: PackagingError) -> Bool {
    a.code == b.code && a.location == b.location
  }
}

extension PackagingError: CustomStringConvertible {
  /// `out: holds another package`.
  public var description: String { "\(location): \(reason)" }
}
