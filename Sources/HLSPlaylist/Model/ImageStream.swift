// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Still images of the presentation, for trick play: a vendor's tag beside the draft
/// (`EXT-X-IMAGE-STREAM-INF`).
public struct ImageStream: StreamDescription, Hashable, Codable {
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

extension ImageStream: AttributeMapped {
  mutating func map(with mapper: inout some AttributeMapper) throws(PlaylistError) {
    try mapRates(with: &mapper)
    try mapRequirements(with: &mapper)
    try mapper.quoted("PATHWAY-ID", &pathwayID)
    try mapper.quoted("URI", &uri)
    try mapper.others(&otherAttributes)
  }
}
