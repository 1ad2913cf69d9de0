// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HLSPlaylist
public import HLSVariants

/// A multivariant playlist in a few lines, for tests.
///
/// ```swift
/// let master = Master(
///   .variant(20_000_000, size: "3840x2160", range: .pq, codecs: "hvc1.2.4.L150.B0,ec-3",
///     audio: "atmos"),
///   .variant(4_500_000, size: "1920x1080", codecs: "avc1.640028,mp4a.40.2", audio: "stereo"),
///   .audio("atmos", "English", language: "en", channels: "16/JOC", isDefault: true),
///   .audio("stereo", "English", language: "en", channels: "2", isDefault: true))
/// ```
public struct Master: Sendable {
  /// The playlist.
  public var playlist: MultivariantPlaylist

  /// The URI that the playlist is said to come from.
  public var uri: String

  /// Creates a playlist of items, in their order.
  public init(uri: String = "https://example.com/master.m3u8", _ items: Item...) {
    self.init(uri: uri, items)
  }

  /// Creates a playlist of items, in their order.
  public init(uri: String = "https://example.com/master.m3u8", _ items: [Item]) {
    self.uri = uri
    playlist = MultivariantPlaylist()
    playlist.hasIndependentSegments = true
    for item in items { item.add(to: &playlist) }
  }

  /// The asset of the playlist.
  public var asset: Asset { Asset(playlist, uri: uri) }

  /// The text of the playlist.
  ///
  /// - Throws: A value that no playlist can hold, such as a quotation mark in a name.
  public func text() throws -> String {
    var bytes: [UInt8] = []
    try playlist.write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Master {
  /// A part of a playlist.
  public struct Item: Sendable {
    private let addition: @Sendable (inout MultivariantPlaylist) -> Void

    init(_ addition: @escaping @Sendable (inout MultivariantPlaylist) -> Void) {
      self.addition = addition
    }

    func add(to playlist: inout MultivariantPlaylist) { addition(&playlist) }
  }
}

extension Master.Item {
  /// A variant.
  ///
  /// - Parameters:
  ///   - peak: Bits a second (`BANDWIDTH`).
  ///   - average: Bits a second (`AVERAGE-BANDWIDTH`).
  ///   - size: `1920x1080`.
  ///   - frameRate: Frames a second.
  ///   - range: The dynamic range; `nil` for none declared.
  ///   - codecs: `CODECS`, separated by commas.
  ///   - supplemental: `SUPPLEMENTAL-CODECS`, separated by commas.
  ///   - audio: The group of audio renditions.
  ///   - subtitles: The group of subtitle renditions.
  ///   - score: `SCORE`.
  ///   - hdcp: `HDCP-LEVEL`.
  ///   - layout: `REQ-VIDEO-LAYOUT`, separated by commas.
  ///   - pathway: `PATHWAY-ID`.
  ///   - uri: The media playlist; one made of the number of the variant where none is given.
  /// - Returns: The item.
  public static func variant(
    _ peak: UInt64, average: UInt64? = nil, size: String? = nil, frameRate: ExactDecimal? = nil,
    range: VideoRange? = nil, codecs: String = "", supplemental: String = "",
    audio: String? = nil, subtitles: String? = nil, score: ExactDecimal? = nil,
    hdcp: HDCPLevel? = nil, layout: String = "", pathway: String? = nil, uri: String? = nil
  ) -> Self {
    Self { playlist in
      var stream = VariantStream(
        uri: uri ?? "variant-\(playlist.variants.count + 1).m3u8", bandwidth: peak)
      stream.averageBandwidth = average
      stream.resolution = size.flatMap(Resolution.init(text:))
      stream.frameRate = frameRate
      stream.videoRange = range
      stream.codecs = codecs.split(separator: ",").map(String.init)
      stream.supplementalCodecs = supplemental.split(separator: ",").map(String.init)
      stream.audio = audio
      stream.subtitles = subtitles
      stream.score = score
      stream.hdcpLevel = hdcp
      stream.requiredVideoLayouts = layout.split(separator: ",").map(String.init)
      stream.pathwayID = pathway
      playlist.variants.append(stream)
    }
  }

  /// An audio rendition.
  ///
  /// - Parameters:
  ///   - group: `GROUP-ID`.
  ///   - name: `NAME`.
  ///   - language: A BCP 47 tag.
  ///   - channels: `CHANNELS`, such as `6` or `16/JOC`.
  ///   - sampleRate: `SAMPLE-RATE` in hertz.
  ///   - characteristics: `CHARACTERISTICS`.
  ///   - isDefault: `DEFAULT`; then `AUTOSELECT` too.
  ///   - isAutoselected: `AUTOSELECT`.
  ///   - uri: The media playlist; one made of group and name where none is given.
  /// - Returns: The item.
  public static func audio(
    _ group: String, _ name: String, language: String? = nil, channels: String? = nil,
    sampleRate: UInt64? = nil, characteristics: [String] = [], isDefault: Bool = false,
    isAutoselected: Bool = true, uri: String? = nil
  ) -> Self {
    rendition(.audio, group, name, language, characteristics, isDefault, isAutoselected, uri) {
      $0.channels = channels.map(AudioChannels.init(rawValue:))
      $0.sampleRate = sampleRate
    }
  }

  /// A subtitle rendition; the parameters are those of an audio rendition.
  public static func subtitles(
    _ group: String, _ name: String, language: String? = nil, characteristics: [String] = [],
    isDefault: Bool = false, isAutoselected: Bool = true, isForced: Bool = false,
    uri: String? = nil
  ) -> Self {
    rendition(.subtitles, group, name, language, characteristics, isDefault, isAutoselected, uri) {
      $0.isForced = isForced ? true : nil
    }
  }

  /// I-frames for trick play.
  public static func iFrames(
    _ peak: UInt64, size: String? = nil, range: VideoRange? = nil, codecs: String = "",
    uri: String
  ) -> Self {
    Self { playlist in
      var stream = IFrameStream(uri: uri, bandwidth: peak)
      stream.resolution = size.flatMap(Resolution.init(text:))
      stream.videoRange = range
      stream.codecs = codecs.split(separator: ",").map(String.init)
      playlist.iFrameStreams.append(stream)
    }
  }

  /// Content steering.
  public static func steering(pathway: String?, server: String = "steering.json") -> Self {
    Self { $0.contentSteering = ContentSteering(serverURI: server, pathwayID: pathway) }
  }

  private static func rendition(
    _ type: RenditionType, _ group: String, _ name: String, _ language: String?,
    _ characteristics: [String], _ isDefault: Bool, _ isAutoselected: Bool, _ uri: String?,
    _ change: @escaping @Sendable (inout Rendition) -> Void
  ) -> Self {
    Self { playlist in
      var rendition = Rendition(
        type: type, groupID: group, name: name,
        uri: uri ?? "\(group)-\(name.lowercased().filter { $0.isLetter || $0.isNumber }).m3u8")
      rendition.language = language
      rendition.characteristics = characteristics
      rendition.isDefault = isDefault ? true : nil
      rendition.isAutoselected = isDefault || isAutoselected ? true : nil
      change(&rendition)
      playlist.renditions.append(rendition)
    }
  }
}

extension Resolution {
  /// Reads `1920x1080`.
  fileprivate init?(text: String) {
    let parts = text.split(separator: "x").compactMap { UInt64($0) }
    guard parts.count == 2 else { return nil }
    self.init(width: parts[0], height: parts[1])
  }
}
