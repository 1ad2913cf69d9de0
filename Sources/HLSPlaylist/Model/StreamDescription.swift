// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// What every stream of a multivariant playlist says of itself, whether it holds whole video,
/// I-frames or images (RFC 8216bis 4.4.6.2).
public protocol StreamDescription: Sendable {
  /// The peak bit rate in bits a second (`BANDWIDTH`).
  var bandwidth: UInt64 { get set }
  /// The average bit rate in bits a second (`AVERAGE-BANDWIDTH`).
  var averageBandwidth: UInt64? { get set }
  /// The author's preference: the playable stream with the highest one wins (`SCORE`).
  var score: ExactDecimal? { get set }
  /// The formats of every rendition of the stream (`CODECS`); empty where none are declared.
  var codecs: [String] { get set }
  /// Enhanced formats, each as `codec/brand/…` (`SUPPLEMENTAL-CODECS`).
  var supplementalCodecs: [String] { get set }
  /// The best size at which to show the pictures (`RESOLUTION`).
  var resolution: Resolution? { get set }
  /// The output protection that the stream needs (`HDCP-LEVEL`).
  var hdcpLevel: HDCPLevel? { get set }
  /// The content protection that may play the stream, each as `KEYFORMAT:label/…`
  /// (`ALLOWED-CPC`).
  var allowedCPC: [String] { get set }
  /// The dynamic range of the pictures (`VIDEO-RANGE`); absent means SDR.
  var videoRange: VideoRange? { get set }
  /// Layouts that a client must understand, each as `CH-STEREO/PROJ-EQUI` (`REQ-VIDEO-LAYOUT`).
  var requiredVideoLayouts: [String] { get set }
  /// A name that survives a change of URI (`STABLE-VARIANT-ID`).
  var stableVariantID: String? { get set }
  /// The group of video renditions (`VIDEO`).
  var video: String? { get set }
  /// The pathway of content steering (`PATHWAY-ID`); absent means ".".
  var pathwayID: String? { get set }
  /// Attributes that this version does not know.
  var otherAttributes: [Attribute] { get set }
}

extension StreamDescription {
  /// The attributes up to those that only whole streams have.
  mutating func mapRates(with mapper: inout some AttributeMapper) throws(PlaylistError) {
    try mapper.integer("BANDWIDTH", &bandwidth)
    try mapper.integer("AVERAGE-BANDWIDTH", &averageBandwidth)
    try mapper.decimal("SCORE", &score)
    try mapper.list("CODECS", &codecs)
    try mapper.list("SUPPLEMENTAL-CODECS", &supplementalCodecs)
    try mapper.resolution("RESOLUTION", &resolution)
  }

  /// The attributes after those that only whole streams have.
  mutating func mapRequirements(with mapper: inout some AttributeMapper) throws(PlaylistError) {
    try mapper.enumerated("HDCP-LEVEL", &hdcpLevel, unknown: .ignoresTag)
    try mapper.list("ALLOWED-CPC", &allowedCPC)
    try mapper.enumerated("VIDEO-RANGE", &videoRange, unknown: .keeps)
    try mapper.list("REQ-VIDEO-LAYOUT", &requiredVideoLayouts)
    try mapper.quoted("STABLE-VARIANT-ID", &stableVariantID)
    try mapper.quoted("VIDEO", &video)
  }
}
