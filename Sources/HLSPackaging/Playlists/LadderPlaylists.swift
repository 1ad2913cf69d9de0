// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor
internal import HLSEncoding
public import HLSPlaylist
internal import LibAV

/// The playlists of a ladder: a pure function of what was written.
public struct LadderPlaylists: Sendable {
  private let records: [RenditionRecord]

  /// The target duration of every playlist, in seconds.
  public let targetDuration: UInt64

  /// Takes the renditions in the order in which the master lists them.
  public init(_ records: [RenditionRecord]) {
    self.records = records
    targetDuration = records.targetDuration
  }

  // MARK: Media playlists

  /// The media playlist of a rendition.
  public func media(_ record: RenditionRecord) -> MediaPlaylist {
    record.mediaPlaylist(targetDuration: targetDuration)
  }

  /// The I-frame playlist of a video rendition: every key picture with the `moof` before it
  /// (authoring rule 6.10).
  public func iFrames(_ record: RenditionRecord) -> MediaPlaylist {
    record.iFramePlaylist(targetDuration: targetDuration)
  }

  // MARK: Rates

  /// The measured rates of a rendition.
  public func rates(_ record: RenditionRecord) -> Bandwidth {
    record.rates(targetDuration: targetDuration)
  }

  /// The measured rates of a rendition's key pictures.
  func iFrameRates(_ record: RenditionRecord) -> Bandwidth {
    record.iFrameRates(targetDuration: targetDuration)
  }

  // MARK: Master

  /// The master playlist.
  public var master: MultivariantPlaylist {
    var playlist = MultivariantPlaylist()
    playlist.hasIndependentSegments = true
    playlist.renditions = audio.map { Rendition($0.audio) }
    playlist.variants = video.isEmpty ? audioVariants : videoVariants
    playlist.iFrameStreams = iFrameRecords.map { iFrameStream($0.record, $0.rung) }
    return playlist
  }

  private var video: [(record: RenditionRecord, rung: VideoRung)] {
    records.compactMap { record in
      if case .video(let rung) = record.rendition { (record, rung) } else { nil }
    }
  }

  private var audio: [(record: RenditionRecord, audio: AudioRendition)] {
    records.compactMap { record in
      if case .audio(let audio) = record.rendition { (record, audio) } else { nil }
    }
  }

  /// One I-frame playlist for each resolution and range, from its lowest rate (authoring rules
  /// 6.4 and 6.15); codecs apart, so that no player has to change them.
  var iFrameRecords: [(record: RenditionRecord, rung: VideoRung)] {
    var chosen: [(record: RenditionRecord, rung: VideoRung)] = []
    for entry in video.sorted(by: { $0.rung.bitRate < $1.rung.bitRate })
    where !chosen.contains(where: { $0.rung.sharesPictures(with: entry.rung) }) {
      chosen.append(entry)
    }
    return video.filter { entry in chosen.contains { $0.rung == entry.rung } }
  }

  private var videoVariants: [VariantStream] {
    LadderVariant.all(of: video.map(\.rung), with: audio.map(\.audio)).compactMap { item in
      video.first { $0.rung == item.rung }.map { variant($0.record, item) }
    }
  }

  private func variant(_ record: RenditionRecord, _ item: LadderVariant) -> VariantStream {
    let rung = item.rung
    let members = audio.filter { item.sound.contains($0.audio) }
    let bandwidth = Bandwidth.ofVariant(
      rates(record), groups: [members.map { rates($0.record) }])
    var variant = VariantStream(
      uri: uri(record, RenditionRecord.playlistName), bandwidth: bandwidth.peak.roundedUp)
    variant.averageBandwidth = bandwidth.average.roundedUp
    variant.codecs = unique([record.codec] + members.map(\.record.codec))
    variant.resolution = Resolution(width: UInt64(rung.width), height: UInt64(rung.height))
    variant.frameRate = ExactDecimal(
      rung.frameRate.numerator, over: rung.frameRate.denominator, decimals: 3)
    variant.videoRange = HLSPlaylist.VideoRange(rawValue: rung.range.rawValue)
    variant.audio = members.first?.audio.groupID
    variant.closedCaptions = ClosedCaptions.noCaptions
    return variant
  }

  /// Without pictures, each rate of the default track is a variant (its own playlist, counted
  /// once).
  private var audioVariants: [VariantStream] {
    audio.filter(\.audio.isDefault).map { entry in
      let members = audio.filter { $0.audio.groupID == entry.audio.groupID }
      let bandwidth = Bandwidth.ofVariant(.zero, groups: [members.map { rates($0.record) }])
      var variant = VariantStream(
        uri: uri(entry.record, RenditionRecord.playlistName), bandwidth: bandwidth.peak.roundedUp)
      variant.averageBandwidth = bandwidth.average.roundedUp
      variant.codecs = unique(members.map(\.record.codec))
      variant.audio = entry.audio.groupID
      return variant
    }
  }

  private func iFrameStream(_ record: RenditionRecord, _ rung: VideoRung) -> IFrameStream {
    let bandwidth = iFrameRates(record)
    var stream = IFrameStream(
      uri: uri(record, RenditionRecord.iFramePlaylistName), bandwidth: bandwidth.peak.roundedUp)
    stream.averageBandwidth = bandwidth.average.roundedUp
    stream.codecs = [record.codec]
    stream.resolution = Resolution(width: UInt64(rung.width), height: UInt64(rung.height))
    stream.videoRange = HLSPlaylist.VideoRange(rawValue: rung.range.rawValue)
    return stream
  }

  /// Folder names hold ASCII letters, digits and hyphens, which URIs take as they are.
  private func uri(_ record: RenditionRecord, _ file: String) -> String {
    "\(record.rendition.directory)/\(file)"
  }

  private func unique(_ codecs: [String]) -> [String] {
    codecs.reduce(into: []) { list, codec in
      if !list.contains(codec) { list.append(codec) }
    }
  }
}

extension VideoRung {
  fileprivate func sharesPictures(with other: VideoRung) -> Bool {
    codec == other.codec && range == other.range && width == other.width && height == other.height
  }
}
