// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// An attribute that has no property of its own: unknown to this version, or the client's.
public struct Attribute: Hashable, Sendable, Codable {
  /// The name before the equals sign.
  public var name: AttributeName

  /// The value after it.
  public var value: Value

  /// Creates an attribute.
  public init(name: AttributeName, value: Value) {
    self.name = name
    self.value = value
  }

  /// The value of an attribute, by how it is written.
  public enum Value: Hashable, Sendable, Codable {
    /// Text between quotation marks.
    case quoted(String)
    /// A number, a name, a size or a hexadecimal sequence: text without quotation marks.
    case unquoted(String)

    /// The text without quotation marks.
    public var text: String {
      switch self {
      case .quoted(let text), .unquoted(let text): text
      }
    }
  }
}

extension [Attribute] {
  /// The value of the attribute of a name, or `nil` where there is none.
  public subscript(name: String) -> Attribute.Value? {
    first { $0.name.rawValue == name }?.value
  }
}
