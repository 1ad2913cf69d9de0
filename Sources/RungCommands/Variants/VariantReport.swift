// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist
internal import HLSVariants
internal import ISOBMFF

/// A variant as JSON has it; what is not declared is left out.
struct VariantReport: Encodable {
  let number: Int
  /// The URI as the playlist writes it, and resolved against the playlist's own.
  let uri: String
  let url: String
  let peakBitRate: Double?
  let averageBitRate: Double?
  let videoRange: String?
  let width: UInt64?
  let height: UInt64?
  let frameRate: Double?
  let codecs: [String]
  let supplementalCodecs: [String]
  let videoCodecTypes: [String]
  let audioFormats: [String]
  /// The group of the sound, and the channels of the selected option in it. The renditions of a
  /// group are not repeated for each of its variants: there may be many of both.
  let audioGroup: String?
  let channels: String?
  let score: Double?
  let isPlayable: Bool
  let playability: [String]

  init(_ variant: AssetVariant, _ playability: Playability) {
    number = variant.index + 1
    uri = variant.stream.uri
    url = variant.uri
    peakBitRate = variant.peakBitRate
    averageBitRate = variant.averageBitRate
    let video = variant.videoAttributes
    videoRange = video?.videoRange.rawValue
    width = video?.presentationSize?.width
    height = video?.presentationSize?.height
    frameRate = video?.nominalFrameRate
    codecs = variant.stream.codecs
    supplementalCodecs = variant.stream.supplementalCodecs
    videoCodecTypes = video?.codecTypes.map(\.description) ?? []
    audioFormats = variant.audioAttributes?.formatIDs.map(\.description) ?? []
    audioGroup = variant.stream.audio
    channels = variant.selectedRendition?.channels?.rawValue
    score = variant.score
    isPlayable = playability.isPlayable
    if case .unplayable(let reasons) = playability {
      self.playability = reasons.map(\.description)
    } else {
      self.playability = []
    }
  }
}

/// A rendition as JSON has it; what is not declared is left out.
struct RenditionReport: Encodable {
  let name: String
  let language: String?
  let group: String
  let channels: String?
  let sampleRate: UInt64?
  let isForced: Bool?
  let uri: String?

  init(_ rendition: Rendition) {
    name = rendition.name
    language = rendition.language
    group = rendition.groupID
    channels = rendition.channels?.rawValue
    sampleRate = rendition.sampleRate
    isForced = rendition.isForced
    uri = rendition.uri
  }
}
