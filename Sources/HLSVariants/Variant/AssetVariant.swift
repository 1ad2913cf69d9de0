// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HLSPlaylist

/// A version of an asset: one rung of the ladder, as `AVAssetVariant` shows it.
///
/// There are two views of what a playlist leaves out. Swift code sees optionals; predicates see
/// what Objective-C has in their place (``predicateKeys``): negative rates, a size of zero, SDR.
public struct AssetVariant: Sendable {
  private let storage: Storage

  /// The audible option that predicates without an option of their own are about: the one that is
  /// selected for the asset.
  public var selectedAudio: MediaSelectionOption?

  /// One reference instead of thirty fields: variants are copied and sorted.
  private final class Storage: Sendable {
    let index: Int
    let stream: VariantStream
    let uri: String
    let codecs: [MediaCodec]
    let supplementalCodecs: [MediaCodec]
    let peakBitRate: Double
    let averageBitRate: Double
    let score: Double
    let video: VideoAttributes?
    let audio: AudioAttributes?
    let subtitles: RenditionGroup

    init(
      index: Int, stream: VariantStream, uri: String, codecs: inout MediaCodec.Cache,
      audio: RenditionGroup, subtitles: RenditionGroup
    ) {
      self.index = index
      self.stream = stream
      self.uri = uri
      self.codecs = stream.codecs.map { codecs[$0] }
      supplementalCodecs = stream.supplementalCodecs.map { codecs[$0] }
      peakBitRate = stream.bandwidth > 0 ? Double(stream.bandwidth) : -1
      averageBitRate = stream.averageBandwidth.map { Double($0) } ?? -1
      score = stream.score?.doubleValue ?? -1
      video = VideoAttributes(stream, codecs: self.codecs, supplemental: supplementalCodecs)
      self.audio = AudioAttributes(stream, codecs: self.codecs, group: audio)
      self.subtitles = subtitles
    }
  }

  /// Creates a variant of an asset.
  init(
    index: Int, stream: VariantStream, baseURI: String, codecs: inout MediaCodec.Cache,
    audio: RenditionGroup, subtitles: RenditionGroup, selectedAudio: MediaSelectionOption?
  ) {
    storage = Storage(
      index: index, stream: stream,
      uri: baseURI.isEmpty ? stream.uri : URIReference.resolve(stream.uri, against: baseURI),
      codecs: &codecs, audio: audio, subtitles: subtitles)
    self.selectedAudio = selectedAudio
  }
}

extension AssetVariant {
  /// The place in the playlist, from 0.
  public var index: Int { storage.index }

  /// Everything that the playlist says of the variant.
  public var stream: VariantStream { storage.stream }

  /// The URI of the media playlist, resolved against the playlist's own where that is known.
  public var uri: String { storage.uri }

  /// The peak rate in bits a second (`BANDWIDTH`).
  public var peakBitRate: Double? { Self.declared(storage.peakBitRate) }

  /// The average rate in bits a second (`AVERAGE-BANDWIDTH`).
  public var averageBitRate: Double? { Self.declared(storage.averageBitRate) }

  /// The author's preference (`SCORE`): the highest playable one wins, if all variants have one.
  public var score: Double? { Self.declared(storage.score) }

  /// What is declared of the pictures; `nil` for sound alone.
  public var videoAttributes: VideoAttributes? { storage.video }

  /// What is declared of the sound; `nil` where nothing is.
  public var audioAttributes: AudioAttributes? { storage.audio }

  /// The codecs of `CODECS`, in order.
  public var codecs: [MediaCodec] { storage.codecs }

  /// The codecs of `SUPPLEMENTAL-CODECS`, in order.
  public var supplementalCodecs: [MediaCodec] { storage.supplementalCodecs }

  /// The renditions of the variant's group of subtitles.
  public var subtitleRenditions: [Rendition] { storage.subtitles.renditions }

  var subtitleGroup: RenditionGroup { storage.subtitles }

  /// The selected audible option's rendition in the variant's group.
  public var selectedRendition: Rendition? {
    selectedAudio.flatMap { audioAttributes?.group[$0] }
  }

  /// What is declared of the selected audible option's rendition.
  public var selectedAudioAttributes: RenditionSpecificAttributes? {
    selectedAudio.flatMap { audioAttributes?.renditionSpecificAttributes(for: $0) }
  }

  private static func declared(_ value: Double) -> Double? { value < 0 ? nil : value }

  /// The peak rate as Objective-C has it: negative where none is declared.
  var peakBitRateValue: Double { storage.peakBitRate }

  /// The average rate as Objective-C has it: negative where none is declared.
  var averageBitRateValue: Double { storage.averageBitRate }
}

extension AssetVariant: Hashable {
  /// Whether two variants stand at one place of equal playlists.
  public static func == (a: AssetVariant, b: AssetVariant) -> Bool {
    a.storage === b.storage
      || a.index == b.index && a.uri == b.uri && a.stream == b.stream
        && a.audioAttributes == b.audioAttributes
  }

  /// Hashes place and stream.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(index)
    hasher.combine(uri)
  }
}

extension AssetVariant: CustomStringConvertible {
  /// What tells the variant from its siblings: `1920x1080 PQ, 7 Mbit/s`.
  public var description: String {
    var words: [String] = []
    if let video = videoAttributes {
      words += [
        [video.presentationSize?.description, video.videoRange.rawValue]
          .compactMap(\.self).joined(separator: " ")
      ]
    } else {
      words.append("audio only")
    }
    if let peakBitRate { words.append(RateText.megabits(peakBitRate)) }
    return words.joined(separator: ", ")
  }
}
