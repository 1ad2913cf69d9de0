// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HLSPlaylist

/// A change of a playlist that makes it keep a rule. Media is never changed.
public enum Fix: Hashable, Sendable {
  /// Declares a peak bit rate.
  case bandwidth(UInt64)
  /// Declares an average bit rate.
  case averageBandwidth(UInt64)
  /// Declares formats.
  case codecs([String])
  /// Declares a dynamic range.
  case videoRange(VideoRange)
  /// Declares a frame rate.
  case frameRate(ExactDecimal)
  /// Declares a picture size.
  case resolution(Resolution)
  /// Declares channels of a rendition.
  case channels(Int)
  /// Writes a language in the form of BCP 47.
  case language(String)
  /// Adds `AUTOSELECT=YES`.
  case autoselect
  /// Declares a target duration.
  case targetDuration(UInt64)
  /// Gives a segment its real duration.
  case duration(segment: Int, ExactDecimal)
  /// Declares that every segment decodes by itself.
  case independentSegments
  /// Declares that the playlist never changes.
  case playlistType(PlaylistType)
  /// Declares a version.
  case version(Int)
  /// Spells a line as the grammar has it.
  case text(TextRepair)
}

extension Fix: CustomStringConvertible {
  /// What the change is, as a playlist writes it.
  public var description: String {
    switch self {
    case .bandwidth(let rate): "BANDWIDTH=\(rate)"
    case .averageBandwidth(let rate): "AVERAGE-BANDWIDTH=\(rate)"
    case .codecs(let codecs): "CODECS=\"\(codecs.joined(separator: ","))\""
    case .videoRange(let range): "VIDEO-RANGE=\(range)"
    case .frameRate(let rate): "FRAME-RATE=\(rate)"
    case .resolution(let size): "RESOLUTION=\(size)"
    case .channels(let count): "CHANNELS=\"\(count)\""
    case .language(let tag): "LANGUAGE=\"\(tag)\""
    case .autoselect: "AUTOSELECT=YES"
    case .targetDuration(let seconds): "#EXT-X-TARGETDURATION:\(seconds)"
    case .duration(_, let seconds): "#EXTINF:\(seconds),"
    case .independentSegments: "#EXT-X-INDEPENDENT-SEGMENTS"
    case .playlistType(let type): "#EXT-X-PLAYLIST-TYPE:\(type)"
    case .version(let version): "#EXT-X-VERSION:\(version)"
    case .text(let repair): "\(repair)"
    }
  }
}
