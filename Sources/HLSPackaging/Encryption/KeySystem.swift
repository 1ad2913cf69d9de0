// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import HLSPlaylist
internal import ISOBMFF

/// A way by which players get keys, several of which can stand side by side.
public struct KeySystem: Hashable, Sendable {
  /// The kinds of systems.
  public enum Kind: String, Sendable, CaseIterable {
    /// The sixteen bytes of the key at a URL.
    case identity
    /// FairPlay Streaming.
    case fairPlay = "fairplay"
    /// Widevine.
    case widevine
    /// PlayReady.
    case playReady = "playready"
  }

  /// The kind.
  public var kind: Kind
  /// Where the key or the licence is; `{id}` stands for the identifier of the key. A relative one
  /// counts from the folder of the package. Widevine has none.
  public var url: String?

  /// Creates a system.
  ///
  /// - Parameters:
  ///   - kind: The kind.
  ///   - url: Where the key or the licence is; `nil` for the usual place: files of the package for
  ///     identity keys, `skd://` and the key's identifier for FairPlay.
  public init(_ kind: Kind, url: String? = nil) {
    self.kind = kind
    self.url = url
  }

  /// The folder of the package that has the keys of identity systems without a URL.
  static let keysFolder = "keys"

  /// Whether the package itself has the keys.
  var hasKeyFiles: Bool { kind == .identity && url == nil }

  /// Whether a folder holds keys of a package and nothing else.
  static func isKeysFolder(_ url: URL) -> Bool {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: url.path) else {
      return false
    }
    return names.allSatisfy { name in
      name.hasSuffix(".key") && [UInt8](hexadecimal: String(name.dropLast(4)))?.count == 16
    }
  }

  /// The name of a key's file in ``keysFolder``.
  static func fileName(of key: TrackKey) -> String { "\(key.name).key" }
}

// MARK: - In playlists

extension KeySystem {
  /// The tag for a key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - scheme: How the media are encrypted.
  ///   - folder: What leads from the playlist's folder to that of the package, such as `../`.
  /// - Returns: EXT-X-KEY, or EXT-X-SESSION-KEY.
  func tag(for key: TrackKey, _ scheme: EncryptionScheme, from folder: String) -> EncryptionKey {
    var tag = EncryptionKey(method: scheme.method, uri: uri(of: key, from: folder))
    // The IV of whole segments is the number of each; FairPlay's comes with the licence.
    if scheme == .samples, kind != .fairPlay {
      tag.initializationVector = HexadecimalSequence(bytes: key.vector)
    }
    guard let format = kind.keyFormat else { return tag }
    tag.keyFormat = format
    tag.keyFormatVersions = ["1"]
    return tag
  }

  private func uri(of key: TrackKey, from folder: String) -> String {
    switch kind {
    case .identity:
      let url = located(key) ?? "\(Self.keysFolder)/\(Self.fileName(of: key))"
      return url.contains("://") || url.hasPrefix("/") ? url : folder + url
    case .fairPlay: return located(key) ?? "skd://\(key.name)"
    case .widevine:
      return
        "data:text/plain;base64,\(Data(WidevineHeader(key.id).box.fullBytes).base64EncodedString())"
    case .playReady:
      let object = PlayReadyHeader(key.id, licenceURL: located(key)).object
      return "data:text/plain;charset=UTF-16;base64,\(Data(object).base64EncodedString())"
    }
  }

  private func located(_ key: TrackKey) -> String? {
    url?.replacingOccurrences(of: "{id}", with: key.name)
  }

  /// The box for a key in the media; `nil` for systems that have none.
  func box(for key: TrackKey) -> OpaqueBox? {
    switch kind {
    case .identity, .fairPlay: nil
    case .widevine: WidevineHeader(key.id).box
    case .playReady: PlayReadyHeader(key.id, licenceURL: located(key)).box
    }
  }
}

extension KeySystem.Kind {
  /// KEYFORMAT; `nil` for the default.
  fileprivate var keyFormat: String? {
    switch self {
    case .identity: nil
    case .fairPlay: "com.apple.streamingkeydelivery"
    case .widevine: "urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed"
    case .playReady: "com.microsoft.playready"
    }
  }
}

extension OpaqueBox {
  /// The bytes of the box, header included.
  fileprivate var fullBytes: [UInt8] {
    var writer = ByteWriter()
    write(to: &writer)
    return writer.bytes
  }
}

extension EncryptionKey {
  /// The tag for a part of a segment, which counts from another number in another playlist: whole
  /// segments are encrypted with their own (RFC 8216bis section 5.2).
  func ofSegment(_ number: Int) -> EncryptionKey {
    guard method == .aes128, initializationVector == nil else { return self }
    var tag = self
    let digits = String(number, radix: 16)
    tag.initializationVector = HexadecimalSequence(
      digits: String(repeating: "0", count: 32 - digits.count) + digits)
    return tag
  }
}
