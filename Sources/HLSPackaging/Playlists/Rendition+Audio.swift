// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSEncoding
internal import HLSPlaylist
internal import LibAV

extension Rendition {
  /// The entry of an audio rendition. Groups differ in GROUP-ID, CHANNELS and URI alone.
  init(_ audio: AudioRendition) {
    self.init(
      type: .audio, groupID: audio.groupID, name: audio.name,
      // Folder names hold ASCII letters, digits and hyphens, which URIs take as they are.
      uri: "\(audio.directory)/\(RenditionRecord.playlistName)")
    language = audio.language
    isDefault = audio.isDefault
    isAutoselected = audio.program.isAutoselected
    characteristics = audio.program.role.characteristics
    channels = AudioChannels(count: audio.channelCount)
  }
}
