// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A value of a column or a parameter.
public enum SQLiteValue: Hashable, Sendable {
  /// Nothing.
  case null
  /// A whole number.
  case integer(Int64)
  /// A text.
  case text(String)
  /// Bytes.
  case blob([UInt8])

  /// The number; `nil` for any other value.
  public var integer: Int64? { if case .integer(let value) = self { value } else { nil } }

  /// The text; `nil` for any other value.
  public var text: String? { if case .text(let value) = self { value } else { nil } }

  /// The bytes; `nil` for any other value.
  public var blob: [UInt8]? { if case .blob(let value) = self { value } else { nil } }
}

extension SQLiteValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByNilLiteral
{
  /// A text.
  public init(stringLiteral value: String) { self = .text(value) }
  /// A whole number.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// Nothing.
  public init(nilLiteral: ()) { self = .null }
}
