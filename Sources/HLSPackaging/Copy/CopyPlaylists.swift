// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor
internal import HLSPlaylist
internal import ISOBMFF
internal import LibAV

/// The playlists of a package of copies: a pure function of what was written.
struct CopyPlaylists {
  private let video: [CopyRecord]
  private let groups: [AudioGroup]
  private let texts: [TextRecord]
  private let isIndependent: Bool
  private let options: CopyOptions

  /// The target duration of every playlist, in seconds.
  let targetDuration: UInt64

  /// Takes the renditions in the order in which the master lists them.
  init(
    _ records: [CopyRecord], _ texts: [TextRecord], _ options: CopyOptions, isIndependent: Bool
  ) {
    self.options = options
    self.texts = texts
    video = records.filter { $0.rendition.track.kind == .video }
    groups = AudioGroup.groups(of: records.filter { $0.rendition.track.kind == .audio })
    self.isIndependent = isIndependent
    targetDuration = records.targetDuration
  }

  /// The measured rates of a rendition.
  func rates(_ record: CopyRecord) -> Bandwidth { record.rates(targetDuration: targetDuration) }

  /// The media playlist of a rendition.
  func media(_ record: CopyRecord) -> MediaPlaylist {
    dated(record.mediaPlaylist(targetDuration: targetDuration))
  }

  /// The media playlist of subtitles, whose segments may be longer than those of the pictures
  /// (RFC 8216bis section 6.2.4).
  func media(_ record: TextRecord) -> MediaPlaylist {
    dated(record.mediaPlaylist(targetDuration: max(targetDuration, [record].targetDuration)))
  }

  /// The measured rates of subtitles.
  func rates(_ record: TextRecord) -> Bandwidth {
    record.rates(targetDuration: max(targetDuration, [record].targetDuration))
  }

  /// The I-frame playlist of a rendition of pictures.
  func iFrames(_ record: CopyRecord) -> MediaPlaylist {
    dated(record.iFramePlaylist(targetDuration: targetDuration))
  }

  /// A playlist with the date of its start, which all have if one has it, and date ranges (RFC
  /// 8216bis section 6.2.4).
  private func dated(_ playlist: MediaPlaylist) -> MediaPlaylist {
    guard let date = options.programDateTime, !playlist.segments.isEmpty else { return playlist }
    var playlist = playlist
    playlist.segments[0].programDateTime = date
    if !playlist.isIFramesOnly { playlist.dateRanges = options.metadata?.dateRanges ?? [] }
    return playlist
  }

  /// The master playlist.
  var master: MultivariantPlaylist {
    var playlist = MultivariantPlaylist()
    playlist.hasIndependentSegments = isIndependent
    playlist.renditions = groups.flatMap { group in group.members.map { rendition($0, in: group) } }
    playlist.renditions += texts.map(rendition) + captionRenditions
    playlist.sessionData = options.metadata?.sessionData ?? []
    playlist.variants =
      video.isEmpty
      ? groups.compactMap(variant) : video.flatMap { record in variants(record) }
    playlist.iFrameStreams = iFrameRecords.map(iFrameStream)
    if options.writesScores { score(&playlist.variants) }
    return playlist
  }

  /// Gives each variant its rank, the highest to the best.
  private func score(_ variants: inout [VariantStream]) {
    func rank(_ variant: VariantStream) -> (Int, UInt64) {
      (variant.videoRange == .sdr || variant.videoRange == nil ? 0 : 1, variant.bandwidth)
    }
    let order = variants.indices.sorted { rank(variants[$0]) < rank(variants[$1]) }
    for (place, index) in order.enumerated() {
      variants[index].score = ExactDecimal(Int64(place + 1))
    }
  }

  /// Captions inside the pictures, in the language of the default sound.
  private var captionRenditions: [Rendition] {
    let language = groups.first?.members.first(where: \.isDefault)?.record.rendition.label.language
    return captions.map { id in
      var rendition = Rendition(
        type: .closedCaptions, groupID: Self.captionsGroup, name: id)
      rendition.inStreamID = id
      rendition.language = language ?? "und"
      rendition.isAutoselected = true
      return rendition
    }
  }

  /// The caption services of any of the pictures.
  private var captions: [String] {
    video.reduce(into: []) { list, record in
      for id in record.rendition.survey.captions.instreamIDs where !list.contains(id) {
        list.append(id)
      }
    }
  }

  private static let captionsGroup = "captions"

  /// One I-frame playlist for each resolution and range, from its lowest rate (authoring rules
  /// 6.4 and 6.15); codecs apart, so that no player has to change them.
  ///
  /// There is none for segments that are encrypted as a whole and share a file: players decrypt parts
  /// of a file as if all of it were one chain (RFC 8216bis section 6.3.6).
  var iFrameRecords: [CopyRecord] {
    guard !options.isSingleFile || options.protection?.scheme != .wholeSegments else { return [] }
    var chosen: [CopyRecord] = []
    for record in video.sorted(by: { $0.rendition.bitRate < $1.rendition.bitRate })
    where !chosen.contains(where: { $0.sharesPictures(with: record) }) {
      chosen.append(record)
    }
    return video.filter { record in chosen.contains { $0.directory == record.directory } }
  }

  // MARK: Variants

  /// A variant for each group of sound that the pictures can go with.
  private func variants(_ record: CopyRecord) -> [VariantStream] {
    guard !groups.isEmpty else { return [variant(record, with: nil)] }
    return groups.map { variant(record, with: $0) }
  }

  private func variant(_ record: CopyRecord, with group: AudioGroup?) -> VariantStream {
    let members = group?.members ?? []
    let entry = record.rendition.entry
    let bandwidth = Bandwidth.ofVariant(
      rates(record), groups: [members.map { rates($0.record) }, texts.map { rates($0) }])
    var variant = VariantStream(
      uri: uri(record.directory, RenditionRecord.playlistName), bandwidth: bandwidth.peak.roundedUp)
    variant.averageBandwidth = bandwidth.average.roundedUp
    variant.codecs = unique(record.codecs + members.flatMap(\.record.codecs))
    variant.supplementalCodecs = entry.video?.supplementalCodecs.map { [$0] } ?? []
    variant.resolution = resolution(entry)
    let rate = record.rendition.frameRate
    variant.frameRate = ExactDecimal(rate.numerator, over: rate.denominator, decimals: 3)
    variant.videoRange = HLSPlaylist.VideoRange(rawValue: entry.videoRange.rawValue)
    variant.audio = group?.id
    variant.subtitles = texts.isEmpty ? nil : Self.subtitlesGroup
    variant.closedCaptions = captions.isEmpty ? .noCaptions : .group(Self.captionsGroup)
    if options.writesStableIDs {
      variant.stableVariantID = ([record.directory] + (group.map { [$0.id] } ?? []))
        .joined(separator: ".")
    }
    return variant
  }

  /// Without pictures, the default member of each group is a variant (its own playlist, counted
  /// once).
  private func variant(_ group: AudioGroup) -> VariantStream? {
    guard let main = group.members.first(where: \.isDefault) ?? group.members.first else {
      return nil
    }
    let bandwidth = Bandwidth.ofVariant(
      .zero, groups: [group.members.map { rates($0.record) }, texts.map { rates($0) }])
    var variant = VariantStream(
      uri: uri(main.record.directory, RenditionRecord.playlistName),
      bandwidth: bandwidth.peak.roundedUp)
    variant.averageBandwidth = bandwidth.average.roundedUp
    variant.codecs = unique(group.members.flatMap(\.record.codecs))
    variant.audio = group.id
    if options.writesStableIDs { variant.stableVariantID = main.record.directory }
    variant.subtitles = texts.isEmpty ? nil : Self.subtitlesGroup
    return variant
  }

  private func iFrameStream(_ record: CopyRecord) -> IFrameStream {
    let entry = record.rendition.entry
    let bandwidth = record.iFrameRates(targetDuration: targetDuration)
    var stream = IFrameStream(
      uri: uri(record.directory, RenditionRecord.iFramePlaylistName),
      bandwidth: bandwidth.peak.roundedUp)
    stream.averageBandwidth = bandwidth.average.roundedUp
    stream.codecs = record.codecs
    stream.supplementalCodecs = entry.video?.supplementalCodecs.map { [$0] } ?? []
    stream.resolution = resolution(entry)
    if options.writesStableIDs { stream.stableVariantID = "\(record.directory).iframes" }
    stream.videoRange = HLSPlaylist.VideoRange(rawValue: entry.videoRange.rawValue)
    return stream
  }

  private func rendition(_ member: AudioGroup.Member, in group: AudioGroup) -> Rendition {
    var rendition = Rendition(type: .audio, groupID: group.id, name: member.name)
    rendition.uri = uri(member.record.directory, RenditionRecord.playlistName)
    rendition.language = member.record.rendition.label.language
    rendition.isDefault = member.isDefault
    rendition.isAutoselected = true
    rendition.characteristics = member.record.rendition.label.characteristics
    if options.writesStableIDs { rendition.stableRenditionID = member.record.directory }
    rendition.channels = member.record.rendition.entry.channels
    return rendition
  }

  private static let subtitlesGroup = "subtitles"

  private func rendition(_ record: TextRecord) -> Rendition {
    let label = record.rendition.label
    var rendition = Rendition(
      type: .subtitles, groupID: Self.subtitlesGroup, name: label.name ?? "Subtitles")
    rendition.uri = uri(record.directory, RenditionRecord.playlistName)
    rendition.language = label.language
    rendition.isDefault = label.isDefault ?? false
    rendition.isAutoselected = true
    rendition.isForced = label.isForced ? true : nil
    if options.writesStableIDs { rendition.stableRenditionID = record.directory }
    rendition.characteristics = label.characteristics
    return rendition
  }

  private func resolution(_ entry: CopySampleEntry) -> Resolution {
    let size = entry.displaySize
    return Resolution(width: UInt64(size.width), height: UInt64(size.height))
  }

  /// Folder names hold ASCII letters, digits and hyphens, which URIs take as they are.
  private func uri(_ directory: String, _ file: String) -> String { "\(directory)/\(file)" }

  private func unique(_ codecs: [String]) -> [String] {
    codecs.reduce(into: []) { list, codec in
      if !list.contains(codec) { list.append(codec) }
    }
  }
}

extension CopyRecord {
  fileprivate func sharesPictures(with other: CopyRecord) -> Bool {
    rendition.entry.family == other.rendition.entry.family
      && rendition.entry.videoRange == other.rendition.entry.videoRange
      && rendition.entry.displaySize == other.rendition.entry.displaySize
  }
}

/// Sound of one codec and number of channels in all its languages (Apple's appendix on audio
/// groups): what a player changes between without changing decoders.
struct AudioGroup {
  /// A rendition with its name in the group.
  struct Member {
    var record: CopyRecord
    var name: String
    var isDefault: Bool
  }

  /// The GROUP-ID.
  var id: String
  /// The members, the default first.
  var members: [Member]

  /// Sorts renditions into groups. Each group gets the same names: one that lacks a name takes the
  /// rendition of that name from the first group that has it.
  static func groups(of records: [CopyRecord]) -> [AudioGroup] {
    var keys: [String] = []
    for record in records where !keys.contains(record.groupID) { keys.append(record.groupID) }
    let names = records.reduce(into: [String]()) { list, record in
      if !list.contains(record.rendition.memberName) { list.append(record.rendition.memberName) }
    }
    let wanted = records.first { $0.rendition.label.isDefault == true }?.rendition.memberName
    return keys.map { key in
      let members = names.compactMap { name in
        records.first { $0.groupID == key && $0.rendition.memberName == name }
          ?? records.first { $0.rendition.memberName == name }
      }
      return AudioGroup(
        id: key,
        members: members.map { record in
          let name = record.rendition.memberName
          return Member(record: record, name: name, isDefault: name == (wanted ?? names.first))
        })
    }
  }
}

extension CopyRecord {
  fileprivate var groupID: String {
    let channels = rendition.entry.channels?.count ?? 0
    return channels == 2 ? rendition.entry.family : "\(rendition.entry.family)-\(channels)"
  }
}
