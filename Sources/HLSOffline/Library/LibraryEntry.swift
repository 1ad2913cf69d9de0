// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A download as the library lists it.
public struct LibraryEntry: Hashable, Sendable, Codable {
  /// How far a download has come.
  public enum State: String, Sendable, Codable {
    /// It has not ended.
    case incomplete
    /// Everything is there.
    case complete
    /// The package is not where it was.
    case missing
  }

  /// The package's absolute path.
  public var path: String

  /// The title.
  public var title: String

  /// The master playlist, without what must not be stored of its URI.
  public var source: String

  /// Bytes of all media; 0 until they are there.
  public var bytes: UInt64

  /// How long the content lasts, in seconds.
  public var duration: Double

  /// When the package was written, in seconds since 1970.
  public var date: Int64

  /// When it may go, in seconds since 1970; `nil` for never.
  public var expires: Int64?

  /// How long it is kept.
  public var priority: StoragePriority

  /// How far it has come.
  public var state: State

  /// The path of its artwork; `nil` for none.
  public var artwork: String?

  /// Describes a package by what it says of itself.
  public init(_ package: OfflinePackage) {
    let description = package.description
    path = package.path
    title = description.title
    source = description.source
    bytes = description.bytes
    duration = description.duration
    date = package.date
    expires = description.expires
    priority = description.priority
    state = package.isComplete ? .complete : .incomplete
    artwork = description.artwork.flatMap { SafePath($0) }.map {
      "\(package.path)/\(OfflinePackage.dataFolder)/\($0.text)"
    }
  }
}
