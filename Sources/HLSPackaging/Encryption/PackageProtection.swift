// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import HLSPlaylist
internal import ISOBMFF
internal import LibCrypto

/// How a package is encrypted, and how players get its keys.
public struct PackageProtection: Sendable {
  /// How the media are encrypted.
  public let scheme: EncryptionScheme
  /// Which segments share a key.
  public let plan: KeyPlan
  /// The keys.
  public let keys: KeyRing
  /// How players get the keys.
  public let systems: [KeySystem]
  /// Whether fragments of sound have `senc` too, which says nothing but is asked for by televisions
  /// with AirPlay.
  public var describesSound = false
  /// The key file that takes keys which were made; `nil` where none are.
  public var newKeysPath: String?
  /// Whether keys are taken that anybody could guess.
  public var allowsWeakKeys = false

  /// Creates a protection.
  ///
  /// - Parameters:
  ///   - scheme: How the media are encrypted.
  ///   - plan: Which segments share a key.
  ///   - keys: The keys.
  ///   - systems: How players get the keys; none for files of the package.
  /// - Throws: ``PackagingError`` when a system does not go with the scheme.
  public init(
    _ scheme: EncryptionScheme, _ plan: KeyPlan = KeyPlan(), keys: KeyRing,
    systems: [KeySystem] = []
  ) throws {
    self.scheme = scheme
    self.plan = plan
    self.keys = keys
    self.systems = systems.isEmpty ? [KeySystem(.identity)] : systems
    if scheme == .wholeSegments, let other = systems.first(where: { $0.kind != .identity }) {
      throw PackagingError(
        .protection, other.kind.rawValue, "expected the scheme cbcs, found aes-128")
    }
  }

  /// The key of a segment, counted from 0; `nil` for one in the clear.
  ///
  /// - Throws: ``PackagingError`` when there is none, or a weak one.
  func key(of segment: Int, _ keyClass: KeyClass) throws -> TrackKey? {
    guard let slot = plan.slot(of: segment, keyClass) else { return nil }
    let key = try keys.key(for: slot)
    guard !allowsWeakKeys else { return key }
    let weakness =
      key.key.isUniform
      ? "is one byte again and again"
      : key.key.equals(key.vector)
        ? "is also the IV" : key.key.equals(key.id) ? "is also the key id" : nil
    if let weakness {
      throw PackagingError(
        .protection, keys.name, "expected a key that is hard to guess, found one that \(weakness)",
        hint: "'--force' takes it all the same")
    }
    return key
  }

  /// The tags for a key in the media playlists.
  func tags(for key: TrackKey) -> [EncryptionKey] {
    systems.map { $0.tag(for: key, scheme, from: "../") }
  }

  /// Tells players in a master playlist what the renditions are encrypted with.
  func sign(_ master: inout MultivariantPlaylist) {
    for key in keys.usedKeys {
      for system in systems {
        let tag = system.tag(for: key, scheme, from: "")
        if !master.sessionKeys.contains(tag) { master.sessionKeys.append(tag) }
      }
    }
    guard systems.contains(where: { $0.kind == .fairPlay }) else { return }
    for index in master.variants.indices {
      guard let rows = master.variants[index].resolution?.height, rows >= 720 else { continue }
      master.variants[index].hdcpLevel = rows > 1080 ? .type1 : .type0
    }
  }

  /// Whether the package holds its own keys.
  public var publishesKeys: Bool { systems.contains(where: \.hasKeyFiles) }

  /// The folders that the package has beside those of its renditions.
  var folders: [String] { publishesKeys ? [KeySystem.keysFolder] : [] }

  /// Writes the files from which players take identity keys; readable by their owner alone.
  fileprivate func writeKeyFiles(to output: OutputDirectory) throws {
    guard publishesKeys else { return }
    let folder = try output.folder(KeySystem.keysFolder)
    for key in keys.usedKeys {
      let secret = try SecretBytes()
      try secret.append(key.key, asHexadecimal: false)
      try SecretFile.write(
        secret, to: folder.url.appending(path: KeySystem.fileName(of: key)).path)
    }
  }
}

extension OutputDirectory {
  /// Writes the master playlist, and the keys that it leads to.
  func writeMaster(_ master: MultivariantPlaylist, _ protection: PackageProtection?) throws {
    var master = master
    if let protection {
      // Nothing is published before its keys are safe.
      if let path = protection.newKeysPath { try protection.keys.write(to: path) }
      try protection.writeKeyFiles(to: self)
      protection.sign(&master)
    }
    try root.write(master, to: Self.masterName)
  }
}
