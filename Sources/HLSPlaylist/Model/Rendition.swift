// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// An alternative version of one kind of content: a language, a camera angle, subtitles
/// (`EXT-X-MEDIA`).
///
/// [RFC 8216bis 4.4.6.1](https://datatracker.ietf.org/doc/html/draft-pantos-hls-rfc8216bis#section-4.4.6.1)
public struct Rendition: Hashable, Sendable, Codable {
  /// What the rendition holds (`TYPE`).
  public var type: RenditionType

  /// The group that it belongs to, together with ``type`` (`GROUP-ID`).
  public var groupID: String

  /// The description for people, unique within the group (`NAME`).
  public var name: String

  /// The URI of the media playlist, or `nil` when the variants' own playlists hold the content.
  public var uri: String?

  /// The language as a BCP 47 tag (`LANGUAGE`).
  public var language: String?

  /// A language associated in another role, such as written beside spoken (`ASSOC-LANGUAGE`).
  public var associatedLanguage: String?

  /// A name that survives a change of URI (`STABLE-RENDITION-ID`).
  public var stableRenditionID: String?

  /// Whether it plays unless the user chose otherwise (`DEFAULT`); `nil` where nothing is said.
  public var isDefault: Bool?

  /// Whether the client may choose it by itself (`AUTOSELECT`); `nil` where nothing is said.
  public var isAutoselected: Bool?

  /// Whether the subtitles are essential to follow the content (`FORCED`).
  public var isForced: Bool?

  /// Where it stands in the video, such as `CC1` (`INSTREAM-ID`).
  public var inStreamID: String?

  /// Bits of an audio sample (`BIT-DEPTH`).
  public var bitDepth: UInt64?

  /// Audio samples a second (`SAMPLE-RATE`).
  public var sampleRate: UInt64?

  /// Media characteristic tags, such as `public.easy-to-read` (`CHARACTERISTICS`).
  public var characteristics: [String] = []

  /// The audio channels (`CHANNELS`).
  public var channels: AudioChannels?

  /// Attributes that this version does not know.
  public var otherAttributes: [Attribute] = []

  /// Creates a rendition from what it must have.
  public init(type: RenditionType, groupID: String, name: String, uri: String? = nil) {
    self.type = type
    self.groupID = groupID
    self.name = name
    self.uri = uri
  }
}

extension Rendition: AttributeMapped {
  mutating func map(with mapper: inout some AttributeMapper) throws(PlaylistError) {
    try mapper.enumerated("TYPE", &type, unknown: .ignoresTag)
    try mapper.quoted("GROUP-ID", &groupID)
    try mapper.quoted("LANGUAGE", &language)
    try mapper.quoted("ASSOC-LANGUAGE", &associatedLanguage)
    try mapper.quoted("NAME", &name)
    try mapper.quoted("STABLE-RENDITION-ID", &stableRenditionID)
    try mapper.choice("DEFAULT", &isDefault)
    try mapper.choice("AUTOSELECT", &isAutoselected)
    try mapper.choice("FORCED", &isForced)
    try mapper.quoted("INSTREAM-ID", &inStreamID)
    try mapper.integer("BIT-DEPTH", &bitDepth)
    try mapper.integer("SAMPLE-RATE", &sampleRate)
    try mapper.list("CHARACTERISTICS", &characteristics)
    var channelText = channels?.rawValue
    try mapper.quoted("CHANNELS", &channelText)
    channels = channelText.map(AudioChannels.init(rawValue:))
    try mapper.quoted("URI", &uri)
    try mapper.others(&otherAttributes)
  }
}
