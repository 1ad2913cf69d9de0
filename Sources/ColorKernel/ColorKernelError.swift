// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// What a converter cannot do.
public struct ColorKernelError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public struct Code: Hashable, Sendable {
    private enum Value {
      case unsupportedMatrix, unsupportedDepth, invalidLayout, invalidRows
    }
    private let value: Value

    /// Components that are not luma and colour differences of R'G'B'.
    public static let unsupportedMatrix = Code(value: .unsupportedMatrix)
    /// A depth that is neither 8 nor 10.
    public static let unsupportedDepth = Code(value: .unsupportedDepth)
    /// Planes that are too short for their layout, or samples that lie at odd addresses.
    public static let invalidLayout = Code(value: .invalidLayout)
    /// Rows that are not of the picture or start at an odd one.
    public static let invalidRows = Code(value: .invalidRows)
  }

  /// What is wrong.
  public let code: Code
  /// What was expected and what was found.
  public let reason: String

  /// The reason.
  public var description: String { reason }

  /// Whether two errors have the same code.
  public static func == (a: ColorKernelError, b: ColorKernelError) -> Bool { a.code == b.code }

  /// Hashes the code.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
