// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Why a download, or something done with a package, failed.
public struct OfflineError: Error, Sendable {
  /// What kind of error it is.
  public let code: Code

  /// The resource or file, without what must not be shown of its URI.
  public let location: String

  /// What was expected and what was found.
  public let reason: String

  /// What to do about it, where that is known.
  public let remedy: String?

  /// Creates an error about a file, or about a resource that ``ResourceURI/redacted(_:)`` names.
  public init(_ code: Code, _ location: String, _ reason: String, remedy: String? = nil) {
    self.code = code
    self.location = location
    self.reason = reason
    self.remedy = remedy
  }
}

extension OfflineError {
  /// The kinds of error.
  public struct Code: Hashable, Sendable {
    private enum Kind {
      case live, refused, status, unreachable, truncated, sourceChanged, choiceChanged, tooLarge
      case diskFull, disk, occupied, notAPackage, unreadable, library
    }

    private let kind: Kind

    /// The stream has not ended.
    public static let live = Code(kind: .live)
    /// A URI that may not be fetched: another scheme, a private address, a malformed one.
    public static let refused = Code(kind: .refused)
    /// The origin answered with an error.
    public static let status = Code(kind: .status)
    /// The origin could not be reached, or said nothing for too long.
    public static let unreachable = Code(kind: .unreachable)
    /// A body ended before its length, again and again.
    public static let truncated = Code(kind: .truncated)
    /// The source is not what it was when the download began.
    public static let sourceChanged = Code(kind: .sourceChanged)
    /// The package holds, or has begun, another choice.
    public static let choiceChanged = Code(kind: .choiceChanged)
    /// A resource or the package exceeds a limit.
    public static let tooLarge = Code(kind: .tooLarge)
    /// There is no room left.
    public static let diskFull = Code(kind: .diskFull)
    /// A file cannot be read or written.
    public static let disk = Code(kind: .disk)
    /// Another process works on the package.
    public static let occupied = Code(kind: .occupied)
    /// The folder is no package.
    public static let notAPackage = Code(kind: .notAPackage)
    /// A file of a package is not what it should be.
    public static let unreadable = Code(kind: .unreadable)
    /// The index of downloads cannot be used.
    public static let library = Code(kind: .library)
  }
}

extension OfflineError: Hashable, CustomStringConvertible {
  /// Whether codes and locations are the same.
  public static func == (a: OfflineError, b: OfflineError) -> Bool {
    a.code == b.code && a.location == b.location
  }

  /// Hashes code and location.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(location)
  }

  /// `location: reason`.
  public var description: String { "\(location): \(reason)" }
}
