// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A variable that later lines may refer to as `{$name}` (`EXT-X-DEFINE`).
///
/// [RFC 8216bis 4.4.2.3](https://datatracker.ietf.org/doc/html/draft-pantos-hls-rfc8216bis#section-4.4.2.3)
public struct VariableDefinition: Hashable, Sendable, Codable {
  /// Where the value comes from.
  public enum Origin: Hashable, Sendable, Codable {
    /// The tag itself (`NAME` and `VALUE`).
    case value(String)
    /// The multivariant playlist that led here (`IMPORT`).
    case multivariantPlaylist
    /// The query of the playlist's own URI (`QUERYPARAM`).
    case query
  }

  /// The variable's name.
  public var name: String

  /// Where its value comes from.
  public var origin: Origin

  /// Attributes that this version does not know.
  public var otherAttributes: [Attribute] = []

  /// Creates a definition.
  public init(name: String, origin: Origin) {
    self.name = name
    self.origin = origin
  }
}
