// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist
internal import LibAV

/// What a master playlist lists, whatever made the renditions: from it the playlist follows.
struct MasterContents {
  /// A rendition of pictures.
  struct Pictures {
    /// The folder.
    var directory: String
    /// The RFC 6381 strings, more than one where recordings were joined.
    var codecs: [String]
    /// What the pictures are for players that know more (SUPPLEMENTAL-CODECS).
    var supplementalCodecs: [String] = []
    /// What players need not change decoders for.
    var family: String
    /// The size with square pixels.
    var resolution: Resolution
    /// Pictures a second.
    var frameRate: Rational
    /// The range.
    var range: HLSPlaylist.VideoRange?
    /// The caption services in the pictures, by INSTREAM-ID.
    var captions: [String] = []
    /// The mean rate by which renditions are compared, in b/s.
    var bitRate: Int
    /// The rates.
    var rates: Bandwidth
    /// The rates of the key pictures; `nil` where there is no I-frame playlist.
    var iFrameRates: Bandwidth?
  }

  /// A rendition of sound in a group.
  struct Sound {
    /// The folder.
    var directory: String
    /// The GROUP-ID.
    var group: String
    /// The name, unique in the group.
    var name: String
    /// The language.
    var language: String?
    /// Whether players choose it unless told otherwise.
    var isDefault: Bool
    /// Whether players may choose it by themselves.
    var isAutoselected = true
    /// The media characteristic tags.
    var characteristics: [String] = []
    /// What CHANNELS says.
    var channels: AudioChannels?
    /// The RFC 6381 strings.
    var codecs: [String]
    /// The rates.
    var rates: Bandwidth
  }

  /// A rendition of subtitles, all in one group.
  struct Subtitles {
    /// The folder.
    var directory: String
    /// What players are told of it.
    var label: RenditionLabel
    /// The RFC 6381 string; `nil` for WebVTT, which needs none (authoring rule 5.10).
    var codec: String?
    /// The rates.
    var rates: Bandwidth
  }

  /// The renditions of pictures.
  var pictures: [Pictures] = []
  /// Pictures once a second for players that wind; empty where I-frame playlists list the key
  /// pictures of the others.
  var trickPlay: [Pictures] = []
  /// The renditions of sound, group by group.
  var sound: [Sound] = []
  /// The subtitles.
  var subtitles: [Subtitles] = []
  /// The caption services in any of the pictures, by INSTREAM-ID.
  var captions: [String] { Self.unique(pictures.flatMap(\.captions)) }
  /// The variants in order: the place of the pictures and the group of the sound.
  var variants: [(pictures: Int, group: String?)] = []
  /// Whether every segment can be decoded by itself.
  var isIndependent = true
  /// The session data.
  var sessionData: [SessionData] = []
  /// Whether variants are ranked: SCORE.
  var writesScores = false
  /// Whether there are ids that stay when URIs change: the names of the folders.
  var writesStableIDs = false

  /// The groups of sound, in order.
  var groups: [String] { Self.unique(sound.map(\.group)) }

  /// A variant of all pictures with each group.
  var allVariants: [(pictures: Int, group: String?)] {
    let groups = groups
    return pictures.indices.flatMap { index in
      groups.isEmpty ? [(index, nil)] : groups.map { (index, $0) }
    }
  }

  static func unique(_ list: [String]) -> [String] {
    list.reduce(into: []) { list, text in if !list.contains(text) { list.append(text) } }
  }
}
