// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// What is wrong with bytes that were read as boxes, NAL units or codec configurations.
public struct ISOBMFFError: Error, Hashable, Sendable {
  /// What kind of fault it is.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Value: String {
      case truncated, malformed, missing, unsupported, limitExceeded
    }

    private var value: Value

    /// The data end before a field does.
    public static let truncated = Code(value: .truncated)
    /// A field has a value that it cannot have.
    public static let malformed = Code(value: .malformed)
    /// Something that must be there is not.
    public static let missing = Code(value: .missing)
    /// A version or form that this library does not read.
    public static let unsupported = Code(value: .unsupported)
    /// A count, depth or size beyond what a sound file has.
    public static let limitExceeded = Code(value: .limitExceeded)

    /// The name of the code.
    public var description: String { value.rawValue }
  }

  /// The kind of fault.
  public var code: Code

  /// Where the fault was found: bytes from the start of what was read.
  public var offset: Int

  /// What was expected and what was found, for people.
  public var reason: String

  /// Creates an error.
  public init(_ code: Code, at offset: Int, _ reason: String) {
    self.code = code
    self.offset = offset
    self.reason = reason
  }

  static func changingParameterSet(_ name: String) -> ISOBMFFError {
    ISOBMFFError(
      .unsupported, at: 0, "\(name) changes within the stream: one sample entry cannot hold it")
  }

  /// Whether two errors are of one kind at one place; the prose does not count.
  public static func == (a: ISOBMFFError, b: ISOBMFFError) -> Bool {
    a.code == b.code && a.offset == b.offset
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(offset)
  }
}

extension ISOBMFFError: CustomStringConvertible {
  /// The reason with its place: `byte 40: box 'tkhd' ends early: expected 8 bytes, found 2`.
  public var description: String { "byte \(offset): \(reason)" }
}
