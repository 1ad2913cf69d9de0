// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation

/// How long a download is kept when room is needed.
public enum StoragePriority: String, Codable, Comparable, Sendable, CaseIterable {
  /// Goes first; what Apple's policy has where nothing was set.
  case `default`
  /// Goes last.
  case important

  /// Whether a priority goes before another.
  public static func < (a: StoragePriority, b: StoragePriority) -> Bool {
    a == .default && b == .important
  }
}

/// What a package says of itself beyond what `.movpkg` is known to say: `Data/Rung.json`, Rung's own.
///
/// The index of downloads can be made anew from it.
public struct PackageDescription: Codable, Hashable, Sendable {
  static let fileName = "Rung.json"

  /// The title.
  public var title: String

  /// The master playlist, without what must not be stored of its URI.
  public var source: String

  /// The name of the artwork in `Data`; `nil` for none.
  public var artwork: String?

  /// How long the content lasts, in seconds.
  public var duration: Double

  /// Bytes of all media; 0 until they are there.
  public var bytes: UInt64 = 0

  /// How long the download is kept.
  public var priority: StoragePriority = .default

  /// When the download may go, in seconds since 1970; `nil` for never.
  public var expires: Int64?

  /// What was chosen, as a checksum.
  var choice: String

  /// What the playlists said, as a checksum.
  var playlists: String

  func text() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(self)) + [UInt8(ascii: "\n")]
  }

  init(
    title: String, source: String, artwork: String?, duration: Double, priority: StoragePriority,
    expires: Int64?, choice: String, playlists: String
  ) {
    self.title = title
    self.source = source
    self.artwork = artwork
    self.duration = duration
    self.priority = priority
    self.expires = expires
    self.choice = choice
    self.playlists = playlists
  }

  init(parsing text: [UInt8], at place: String) throws(OfflineError) {
    do {
      self = try JSONDecoder().decode(PackageDescription.self, from: Data(text))
    } catch {
      throw OfflineError(.unreadable, place, "expected what the package is, in JSON")
    }
  }
}
