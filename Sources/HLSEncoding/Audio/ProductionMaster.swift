// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import LibAV

/// The audio tracks of a source as programmes: each track is one, but for the tracks of one channel
/// that production masters have for each loudspeaker. Those are joined where their labels say how,
/// and refused where nothing does: guessed wrong, they would become as many renditions, or a
/// programme with its channels in each other's places.
struct ProductionMaster {
  private let source: SourceDescription

  init(_ source: SourceDescription) { self.source = source }

  func drafts() throws(EncodingError) -> (drafts: [AudioProgramDraft], warnings: [String]) {
    var drafts: [AudioProgramDraft] = []
    var warnings: [String] = []
    var known: Set<Int> = []
    for track in source.usableAudio where !known.contains(track.index) {
      let family = family(of: track)
      if Self.isPuzzle(family) {
        let (layout, tracks) = try joined(family)
        known.formUnion(family.map(\.index))
        drafts.append(draft(tracks, layout))
        warnings.append(
          "tracks \(Self.list(family)) have one channel each: by their labels they are joined "
            + "to \(layout.name)")
      } else {
        drafts.append(draft([track], try layout(of: track, &warnings)))
      }
    }
    return (drafts, warnings)
  }

  /// The tracks of one channel that are for the same as this one.
  private func family(of track: StreamDescription) -> [StreamDescription] {
    guard track.audio?.channelCount == 1 else { return [track] }
    let role = AudioRole(flags: track.flags, title: track.title)
    return source.usableAudio.filter {
      $0.audio?.channelCount == 1 && $0.language == track.language
        && AudioRole(flags: $0.flags, title: $0.title) == role
    }
  }

  /// Two tracks of one language are two programmes only where titles tell them apart; three are
  /// more than anyone mixes in mono.
  private static func isPuzzle(_ family: [StreamDescription]) -> Bool {
    family.count > 2 || (family.count == 2 && Set(family.map(\.title)).count < 2)
  }

  /// The layout that labels make, and the tracks in its order.
  private func joined(
    _ family: [StreamDescription]
  ) throws(EncodingError) -> (layout: ChannelLayout, tracks: [StreamDescription]) {
    let labels = family.compactMap { track in
      track.audio.flatMap { ChannelLayout($0.channelLayout) }?.channels.first
    }
    // FFmpeg takes a single channel without a label for the centre, which stands in no layout twice.
    let isWhole = labels.count == family.count && Set(labels).count == labels.count
    let layout = isWhole ? Self.usual.first { Set($0.channels) == Set(labels) } : nil
    if let layout {
      let places = labels.map { layout.channels.firstIndex(of: $0) ?? 0 }
      return (layout, zip(places, family).sorted { $0.0 < $1.0 }.map(\.1))
    }
    let count = family.count
    let first = source.tracks(.audio).firstIndex { $0.index == family[0].index } ?? 0
    let (layoutName, used) = count >= 6 ? ("5.1", 6) : ("stereo", 2)
    throw EncodingError(
      .source, source.path,
      "expected tracks of whole programmes, found \(count) audio tracks of one channel each "
        + "(\(Self.list(family))) and nothing that says what they are",
      hint: "'--audio-map \(layoutName)=a:\(first)-\(first + used - 1)' joins "
        + "\(used) of them, '--audio-map a:\(first)' takes one as it is")
  }

  /// The layouts that labelled tracks may make.
  private static let usual = [
    "stereo", "2.1", "3.0", "3.1", "quad", "quad(side)", "4.0", "5.0", "5.0(side)", "5.1",
    "5.1(side)", "6.1", "7.0", "7.1",
  ].compactMap { ChannelLayout($0) }

  private func layout(
    of track: StreamDescription, _ warnings: inout [String]
  ) throws(EncodingError) -> ChannelLayout {
    guard let audio = track.audio else { return .stereo }
    if audio.channelCount == 1 { return .mono }
    let place = source.tracks(.audio).firstIndex { $0.index == track.index } ?? 0
    // Eight channels without names are as often 5.1 and stereo as 7.1.
    let isKnown = !audio.isLayoutAssumed || audio.channelCount < 7
    guard isKnown, let layout = ChannelLayout(audio.channelLayout) else {
      throw EncodingError(
        .source, source.path,
        "expected channels whose places are known, found \(audio.channelCount) without names in "
          + "track \(track.index)",
        hint: "'--audio-map stereo=a:\(place).0,a:\(place).1' takes two of them")
    }
    if audio.isLayoutAssumed, audio.channelCount > 2 {
      warnings.append(
        "track \(track.index) does not say what its \(audio.channelCount) channels are: "
          + "\(layout.name) is assumed; --audio-map says otherwise")
    }
    return layout
  }

  private func draft(
    _ tracks: [StreamDescription], _ layout: ChannelLayout
  ) -> AudioProgramDraft {
    let isWhole = tracks.count == 1
    return AudioProgramDraft(
      inputs: tracks.map { AudioProgram.Input(track: $0.index, channels: isWhole ? nil : [0]) },
      tracks: tracks, layout: layout, language: tracks[0].language, title: tracks[0].title,
      flags: tracks[0].flags)
  }

  /// `1 and 2`, `1, 3 and 4` or `1 to 8`.
  private static func list(_ tracks: [StreamDescription]) -> String {
    let indexes = tracks.map(\.index)
    guard let first = indexes.first, let last = indexes.last, first < last else {
      return indexes.first.map(String.init) ?? ""
    }
    if last - first == indexes.count - 1, indexes.count > 2 { return "\(first) to \(last)" }
    return indexes.dropLast().map(String.init).joined(separator: ", ") + " and \(last)"
  }
}
