// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Synchronization

/// What a playlist may make a download fetch.
///
/// A playlist is somebody else's text: one from the web may not read files, and one from the public
/// internet may not make this machine ask its own network.
public final class AccessPolicy: Sendable {
  /// Whether the master playlist is a file, whose playlists may name files.
  public let allowsFiles: Bool

  private let allowsPrivate: Atomic<Bool>
  private let isDecided: Atomic<Bool>

  /// Creates the policy for a master playlist.
  ///
  /// - Parameters:
  ///   - master: The resolved URI of the master playlist.
  ///   - allowsPrivate: Whether private addresses may be asked whatever the master's is.
  public init(master: String, allowsPrivate: Bool = false) {
    let uri = ResourceURI(master)
    allowsFiles = uri.scheme == "file"
    self.allowsPrivate = Atomic(true)
    // A file is this machine's own.
    isDecided = Atomic(allowsPrivate || allowsFiles)
  }

  /// Decides by the address that the master came from, or by its host's name where a proxy stood
  /// between: a public one closes private addresses to all that follow.
  func decide(address: String, host: @autoclosure () -> String, isProxied: Bool) {
    guard !isDecided.exchange(true, ordering: .acquiringAndReleasing) else { return }
    let isPrivate =
      isProxied ? Self.isPrivate(host()) : NetworkAddress(parsing: address)?.isPrivate ?? false
    allowsPrivate.store(isPrivate, ordering: .releasing)
  }

  /// Whether a host at an address may be asked.
  func allows(_ address: [UInt8]) -> Bool {
    if allowsPrivate.load(ordering: .acquiring) { return true }
    return NetworkAddress(address).map { !$0.isPrivate } ?? false
  }

  /// Refuses a URI that may not be fetched.
  ///
  /// - Parameters:
  ///   - uri: The resolved URI.
  ///   - redirector: The URI that redirects there.
  /// - Throws: ``OfflineError/Code/refused``.
  func check(_ uri: String, redirectedFrom redirector: String? = nil) throws(OfflineError) {
    let parts = ResourceURI(uri)
    func refuse(_ reason: String, remedy: String? = nil) -> OfflineError {
      OfflineError(.refused, parts.redacted, reason, remedy: remedy)
    }
    guard uri.utf8.count <= 16 << 10 else {
      return try Self.refuseLong(uri)
    }
    guard uri.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
      throw refuse("expected a URI, found one with blanks or control characters")
    }
    if let redirector {
      let from = ResourceURI(redirector).scheme
      guard parts.scheme == from || from == "http" && parts.scheme == "https" else {
        throw refuse("expected a redirect to \(from), found one to '\(parts.scheme)'")
      }
    }
    if parts.scheme == "file" {
      guard allowsFiles else {
        throw refuse("a playlist of the web names a file of this machine")
      }
      guard parts.filePath != nil else {
        throw refuse("expected a path of this machine, found a host, an escaped slash or NUL")
      }
      return
    }
    guard parts.isWeb, !parts.host.isEmpty else {
      throw refuse("expected http, https or a file, found scheme '\(parts.scheme)'")
    }
    if !allowsPrivate.load(ordering: .acquiring), Self.isPrivate(parts.host) {
      throw refuse(
        "a playlist of the public web names a private address",
        remedy: "'--allow-private' allows private addresses")
    }
  }

  private static func refuseLong(_ uri: String) throws(OfflineError) {
    throw OfflineError(
      .refused, String(ResourceURI.redacted(uri).prefix(80)) + "…",
      "expected a URI of at most 16384 bytes, found \(uri.utf8.count)")
  }

  /// Whether a host's name alone says that it is private.
  private static func isPrivate(_ host: String) -> Bool {
    host == "localhost" || host.hasSuffix(".localhost")
      || NetworkAddress(parsing: host)?.isPrivate ?? false
  }
}
