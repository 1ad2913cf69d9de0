// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A version of the presentation: one rung of the ladder (`EXT-X-STREAM-INF` and its URI line).
///
/// [RFC 8216bis 4.4.6.2](https://datatracker.ietf.org/doc/html/draft-pantos-hls-rfc8216bis#section-4.4.6.2)
public struct VariantStream: StreamDescription, Hashable, Codable {
  /// The URI of the media playlist, as written.
  public var uri: String

  /// The peak bit rate in bits a second (`BANDWIDTH`).
  public var bandwidth: UInt64

  /// The average bit rate in bits a second (`AVERAGE-BANDWIDTH`).
  public var averageBandwidth: UInt64?

  /// The author's preference: the playable stream with the highest one wins (`SCORE`).
  public var score: ExactDecimal?

  /// The formats of every rendition of the stream (`CODECS`); empty where none are declared.
  public var codecs: [String] = []

  /// Enhanced formats, each as `codec/brand/…` (`SUPPLEMENTAL-CODECS`).
  public var supplementalCodecs: [String] = []

  /// The best size at which to show the pictures (`RESOLUTION`).
  public var resolution: Resolution?

  /// The highest frame rate of the stream in frames a second (`FRAME-RATE`).
  public var frameRate: ExactDecimal?

  /// The output protection that the stream needs (`HDCP-LEVEL`).
  public var hdcpLevel: HDCPLevel?

  /// The content protection that may play the stream, each as `KEYFORMAT:label/…`
  /// (`ALLOWED-CPC`).
  public var allowedCPC: [String] = []

  /// The dynamic range of the pictures (`VIDEO-RANGE`); absent means SDR.
  public var videoRange: VideoRange?

  /// Layouts that a client must understand, each as `CH-STEREO/PROJ-EQUI`
  /// (`REQ-VIDEO-LAYOUT`).
  public var requiredVideoLayouts: [String] = []

  /// A name that survives a change of URI (`STABLE-VARIANT-ID`).
  public var stableVariantID: String?

  /// The group of video renditions (`VIDEO`).
  public var video: String?

  /// The group of audio renditions (`AUDIO`).
  public var audio: String?

  /// The group of subtitle renditions (`SUBTITLES`).
  public var subtitles: String?

  /// The group of closed captions, or that there are none (`CLOSED-CAPTIONS`).
  public var closedCaptions: ClosedCaptions?

  /// The pathway of content steering (`PATHWAY-ID`); absent means ".".
  public var pathwayID: String?

  /// Attributes that this version does not know.
  public var otherAttributes: [Attribute] = []

  /// Creates a stream from what it must have.
  public init(uri: String, bandwidth: UInt64) {
    self.uri = uri
    self.bandwidth = bandwidth
  }
}

extension VariantStream: AttributeMapped {
  mutating func map(with mapper: inout some AttributeMapper) throws(PlaylistError) {
    try mapRates(with: &mapper)
    try mapper.decimal("FRAME-RATE", &frameRate, minimumDecimals: 3)
    try mapRequirements(with: &mapper)
    try mapper.quoted("AUDIO", &audio)
    try mapper.quoted("SUBTITLES", &subtitles)
    try mapper.closedCaptions("CLOSED-CAPTIONS", &closedCaptions)
    try mapper.quoted("PATHWAY-ID", &pathwayID)
    try mapper.others(&otherAttributes)
  }
}

/// What a variant says of closed captions (`CLOSED-CAPTIONS`).
public enum ClosedCaptions: Hashable, Sendable, Codable {
  /// No variant of the playlist has closed captions (`NONE`).
  case noCaptions
  /// The captions are described by a group of renditions.
  case group(String)
}
