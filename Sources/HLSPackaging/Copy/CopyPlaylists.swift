// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor
internal import HLSPlaylist
internal import ISOBMFF
internal import LibAV

/// The playlists of a package of copies: a pure function of what was written.
struct CopyPlaylists {
  private let video: [CopyRecord]
  private let trickPlay: [CopyRecord]
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
    video = records.filter(\.rendition.isRung)
    trickPlay = records.filter(\.rendition.isTrickPlay)
    groups = AudioGroup.groups(of: records.filter { $0.rendition.track.kind == .audio })
    self.isIndependent = isIndependent
    targetDuration = records.filter { !$0.rendition.isTrickPlay }.targetDuration
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
    dated(record.mediaPlaylist(targetDuration: record.ownTarget(beside: targetDuration)))
  }

  /// The measured rates of subtitles.
  func rates(_ record: TextRecord) -> Bandwidth {
    record.rates(targetDuration: record.ownTarget(beside: targetDuration))
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
  var master: MultivariantPlaylist { contents.playlist }

  /// The renditions of pictures that have an I-frame playlist.
  var iFrameRecords: [CopyRecord] {
    let chosen = Set(contents.iFrames.map(\.directory))
    return (video + trickPlay).filter { chosen.contains($0.directory) }
  }

  /// Whether there are I-frame playlists: not for segments that are encrypted as a whole and share a
  /// file, as players decrypt parts of a file as if all of it were one chain (RFC 8216bis section
  /// 6.3.6).
  private var hasIFrames: Bool {
    !options.isSingleFile || options.protection?.scheme != .wholeSegments
  }

  private var contents: MasterContents {
    var contents = MasterContents()
    contents.isIndependent = isIndependent
    contents.writesScores = options.writesScores
    contents.writesStableIDs = options.writesStableIDs
    contents.sessionData = options.metadata?.sessionData ?? []
    contents.pictures = video.map { record in
      MasterContents.Pictures(
        record, rates: rates(record),
        iFrameRates: hasIFrames ? record.iFrameRates(targetDuration: targetDuration) : nil)
    }
    contents.trickPlay = trickPlay.map { record in
      MasterContents.Pictures(
        record, rates: .zero, iFrameRates: record.iFrameRates(targetDuration: targetDuration))
    }
    contents.sound = groups.flatMap { group in
      group.members.map { member in
        MasterContents.Sound(member, in: group.id, rates: rates(member.record))
      }
    }
    contents.subtitles = texts.map { text in
      MasterContents.Subtitles(
        directory: text.directory, label: text.rendition.label, codec: text.codec,
        rates: rates(text))
    }
    contents.variants = contents.allVariants
    return contents
  }
}

extension MasterContents.Pictures {
  fileprivate init(_ record: CopyRecord, rates: Bandwidth, iFrameRates: Bandwidth?) {
    let entry = record.rendition.entry
    let size = entry.displaySize
    self.init(
      directory: record.directory, codecs: record.codecs,
      supplementalCodecs: entry.video?.supplementalCodecs.map { [$0] } ?? [],
      family: entry.family,
      resolution: Resolution(width: UInt64(size.width), height: UInt64(size.height)),
      frameRate: record.rendition.frameRate,
      range: HLSPlaylist.VideoRange(rawValue: entry.videoRange.rawValue),
      captions: record.rendition.survey.captions.instreamIDs,
      bitRate: record.rendition.bitRate, rates: rates, iFrameRates: iFrameRates)
  }
}

extension MasterContents.Sound {
  fileprivate init(_ member: AudioGroup.Member, in group: String, rates: Bandwidth) {
    let rendition = member.record.rendition
    self.init(
      directory: member.record.directory, group: group, name: member.name,
      language: rendition.label.language, isDefault: member.isDefault,
      characteristics: rendition.label.characteristics, channels: rendition.entry.channels,
      codecs: member.record.codecs, rates: rates)
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
  /// The codec.
  var family: String?
  /// The members, the default first.
  var members: [Member]

  /// Sorts renditions into groups. Each group gets the same names: one that lacks a name takes the
  /// rendition of that name from the first group that has it. Groups of a codec that come out alike
  /// are one.
  static func groups(of records: [CopyRecord]) -> [AudioGroup] {
    var keys: [String] = []
    for record in records where !keys.contains(record.groupID) { keys.append(record.groupID) }
    let names = records.reduce(into: [String]()) { list, record in
      if !list.contains(record.rendition.memberName) { list.append(record.rendition.memberName) }
    }
    let wanted = records.first { $0.rendition.label.isDefault == true }?.rendition.memberName
    return keys.reduce(into: []) { groups, key in
      let members = names.compactMap { name in
        records.first { $0.groupID == key && $0.rendition.memberName == name }
          ?? records.first { $0.rendition.memberName == name }
      }
      let directories = members.map(\.directory)
      let family = records.first { $0.groupID == key }?.rendition.entry.family
      let isAlike = groups.contains { group in
        group.family == family && group.members.map(\.record.directory) == directories
      }
      guard !isAlike else { return }
      groups.append(
        AudioGroup(
          id: key, family: family,
          members: members.map { record in
            let name = record.rendition.memberName
            return Member(record: record, name: name, isDefault: name == (wanted ?? names.first))
          }))
    }
  }
}

extension CopyRecord {
  fileprivate var groupID: String {
    let channels = rendition.entry.channels?.count ?? 0
    return channels == 2 ? rendition.entry.family : "\(rendition.entry.family)-\(channels)"
  }
}
