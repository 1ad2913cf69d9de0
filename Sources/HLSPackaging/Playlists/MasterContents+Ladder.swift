// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor
internal import HLSEncoding
internal import HLSPlaylist
internal import LibAV

extension MasterContents {
  /// The variants of a ladder by the places of its rungs.
  static func variants(
    of rungs: [VideoRung], with audio: [AudioRendition]
  ) -> [(pictures: Int, group: String?)] {
    LadderVariant.all(of: rungs, with: audio).compactMap { item in
      rungs.firstIndex(of: item.rung).map { ($0, item.sound.first?.groupID) }
    }
  }
}

extension MasterContents.Pictures {
  /// A rung, planned or encoded.
  init(_ rung: VideoRung, codec: String, rates: Bandwidth, iFrameRates: Bandwidth?) {
    self.init(
      directory: rung.name, codecs: codec.split(separator: ",").map(String.init),
      family: rung.codec.rawValue,
      resolution: Resolution(width: UInt64(rung.width), height: UInt64(rung.height)),
      frameRate: rung.frameRate,
      range: HLSPlaylist.VideoRange(rawValue: rung.range.rawValue), bitRate: rung.bitRate,
      rates: rates, iFrameRates: iFrameRates)
  }
}

extension MasterContents.Sound {
  /// A rendition of sound, planned or encoded. Groups differ in GROUP-ID, CHANNELS and URI alone.
  init(_ audio: AudioRendition, codec: String, rates: Bandwidth) {
    self.init(
      directory: audio.directory, group: audio.groupID, name: audio.name,
      language: audio.language, isDefault: audio.isDefault,
      isAutoselected: audio.program.isAutoselected,
      characteristics: audio.program.role.characteristics,
      channels: AudioChannels(count: audio.channelCount), codecs: [codec], rates: rates)
  }
}
