// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Why a source cannot be read or a ladder cannot be made.
public struct EncodingError: Error, Sendable {
  /// The kind of failure.
  public struct Code: Hashable, Sendable {
    private enum Value {
      case source, ladder, settings, encoder, store, interrupted, order, sample
    }
    private let value: Value

    /// The source cannot be opened or read, or holds nothing to encode.
    public static let source = Code(value: .source)
    /// A ladder file or the ladder that options ask for makes no sense.
    public static let ladder = Code(value: .ladder)
    /// An option is out of reach for this source.
    public static let settings = Code(value: .settings)
    /// An encoder failed.
    public static let encoder = Code(value: .encoder)
    /// What was encoded cannot be kept.
    public static let store = Code(value: .store)
    /// A call that comes before or after what it is for.
    public static let order = Code(value: .order)
    /// A sample that does not fit where it is appended.
    public static let sample = Code(value: .sample)
    /// The work was cancelled.
    public static let interrupted = Code(value: .interrupted)
  }

  /// The kind of failure.
  public var code: Code

  /// Where: a file's name, a field of a ladder file.
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

extension EncodingError: Equatable {
  /// Errors are equal when code and location are; the words are for people.
  public static func == (a: EncodingError, b: EncodingError) -> Bool {
    a.code == b.code && a.location == b.location
  }
}

extension EncodingError: CustomStringConvertible {
  /// `film.mov: expected a video or audio track, found none`.
  public var description: String { location.isEmpty ? reason : "\(location): \(reason)" }
}
