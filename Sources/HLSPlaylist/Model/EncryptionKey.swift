// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// How to decrypt segments, and where the key is (`EXT-X-KEY`, `EXT-X-SESSION-KEY`).
///
/// [RFC 8216bis 4.4.4.4](https://datatracker.ietf.org/doc/html/draft-pantos-hls-rfc8216bis#section-4.4.4.4)
public struct EncryptionKey: Hashable, Sendable, Codable {
  /// How the segments are encrypted (`METHOD`). Segments under a method that a client does not
  /// know must not be played.
  public var method: EncryptionMethod

  /// Where the key is, as written (`URI`).
  public var uri: String

  /// The initialization vector (`IV`); where absent, it is the media sequence number.
  public var initializationVector: HexadecimalSequence?

  /// How the key is represented (`KEYFORMAT`); absent means `identity`.
  public var keyFormat: String?

  /// The versions of the key format, separated by slashes (`KEYFORMATVERSIONS`); empty means 1.
  public var keyFormatVersions: [String] = []

  /// Attributes that this version does not know.
  public var otherAttributes: [Attribute] = []

  /// Creates a key from what it must have.
  public init(method: EncryptionMethod, uri: String) {
    self.method = method
    self.uri = uri
  }

  /// The key format, with the default in place.
  public var effectiveKeyFormat: String { keyFormat ?? "identity" }
}

extension EncryptionKey: AttributeMapped {
  mutating func map(with mapper: inout some AttributeMapper) throws(PlaylistError) {
    try mapper.enumerated("METHOD", &method, unknown: .keeps)
    try mapper.quoted("URI", &uri)
    try mapper.hexadecimal("IV", &initializationVector, maximumDigits: 32)
    try mapper.quoted("KEYFORMAT", &keyFormat)
    try mapper.list("KEYFORMATVERSIONS", &keyFormatVersions, separator: "/")
    try mapper.others(&otherAttributes)
  }
}
