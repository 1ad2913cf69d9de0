// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import LibAV

extension AudioMap {
  /// The programme that the map makes of a source, with the language, the title and the flags of
  /// its first track where the map does not say.
  ///
  /// - Throws: ``EncodingError`` when a track or channel is not there, or when the channels are not
  ///   as many as the layout has.
  func draft(of source: SourceDescription) throws(EncodingError) -> AudioProgramDraft {
    var inputs: [AudioProgram.Input] = []
    var tracks: [StreamDescription] = []
    var count = 0
    for item in items {
      let track = try track(item, in: source)
      let channels = track.audio?.channelCount ?? 0
      if let channel = item.channel, channel >= channels {
        throw Self.error(
          text,
          "expected a channel from 0 to \(channels - 1) of track \(track.index), found \(channel)")
      }
      // Tracks are taken for what they hold, whatever they say of it.
      inputs.append(
        AudioProgram.Input(track: track.index, channels: item.channel.map { [$0] }))
      tracks.append(track)
      count += item.channel == nil ? channels : 1
    }
    let layout = try layout(of: tracks, count)
    if self.layout != nil {
      for index in inputs.indices where inputs[index].channels == nil {
        inputs[index].channels = Array(0..<(tracks[index].audio?.channelCount ?? 0))
      }
    }
    return AudioProgramDraft(
      inputs: inputs, tracks: tracks, layout: layout, language: language ?? tracks[0].language,
      title: title ?? tracks[0].title, flags: flags ?? tracks[0].flags)
  }

  private func layout(
    of tracks: [StreamDescription], _ count: Int
  ) throws(EncodingError) -> ChannelLayout {
    if let layout {
      guard layout.channels.count == count else {
        throw Self.error(
          text,
          "expected \(layout.channels.count) channels for \(layout.name), found \(count)")
      }
      return layout
    }
    guard tracks.count == 1 else {
      throw Self.error(
        text, "expected a layout before several tracks, such as 5.1= or stereo=, found none")
    }
    if count == 1 { return .mono }
    guard let layout = tracks[0].audio.flatMap({ ChannelLayout($0.channelLayout) }) else {
      throw Self.error(
        text, "expected a layout before a track that does not say its own, found none")
    }
    return layout
  }

  private func track(
    _ item: Item, in source: SourceDescription
  ) throws(EncodingError) -> StreamDescription {
    let list = item.isAudioOnly ? source.tracks(.audio) : source.tracks
    let kind = item.isAudioOnly ? "audio track" : "track"
    guard item.track < list.count else {
      let range = list.count == 1 ? "0" : "0 to \(list.count - 1)"
      throw Self.error(
        text,
        list.isEmpty
          ? "expected an \(kind), found none in the source"
          : "expected \(kind) \(range), found \(item.track)")
    }
    let track = list[item.track]
    guard track.kind == .audio else {
      throw Self.error(
        text, "expected an audio track, found track \(track.index) (\(track.kind.rawValue))")
    }
    guard !source.undecodable.contains(track.index) else {
      throw Self.error(
        text, "expected a track that decodes, found track \(track.index) (\(track.codecName))")
    }
    return track
  }
}
