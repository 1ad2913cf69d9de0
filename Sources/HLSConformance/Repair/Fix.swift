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
  /// Writes an associated language in the form of BCP 47.
  case associatedLanguage(String)
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

extension Fix {
  /// Where a playlist has what a fix writes.
  enum Target {
    /// An attribute of the tag that the finding is about, and its value as it is written.
    case attribute(String, String)
    /// A tag that stands once in a playlist, and its value where it has one.
    case tag(String, String?)
    /// The duration of a segment.
    case duration(String)
    /// The spelling of a line.
    case text(TextRepair)
  }

  var target: Target {
    switch self {
    case .bandwidth(let rate): .attribute("BANDWIDTH", "\(rate)")
    case .averageBandwidth(let rate): .attribute("AVERAGE-BANDWIDTH", "\(rate)")
    case .codecs(let codecs): .attribute("CODECS", "\"\(codecs.joined(separator: ","))\"")
    case .videoRange(let range): .attribute("VIDEO-RANGE", "\(range)")
    case .frameRate(let rate): .attribute("FRAME-RATE", "\(rate)")
    case .resolution(let size): .attribute("RESOLUTION", "\(size)")
    case .channels(let count): .attribute("CHANNELS", "\"\(count)\"")
    case .language(let tag): .attribute("LANGUAGE", "\"\(tag)\"")
    case .associatedLanguage(let tag): .attribute("ASSOC-LANGUAGE", "\"\(tag)\"")
    case .autoselect: .attribute("AUTOSELECT", "YES")
    case .targetDuration(let seconds): .tag("EXT-X-TARGETDURATION", "\(seconds)")
    case .independentSegments: .tag("EXT-X-INDEPENDENT-SEGMENTS", nil)
    case .playlistType(let type): .tag("EXT-X-PLAYLIST-TYPE", "\(type)")
    case .version(let version): .tag("EXT-X-VERSION", "\(version)")
    case .duration(_, let seconds): .duration("\(seconds)")
    case .text(let repair): .text(repair)
    }
  }
}

extension Fix: CustomStringConvertible {
  /// What the change is, as a playlist writes it.
  public var description: String {
    switch target {
    case .attribute(let name, let value): "\(name)=\(value)"
    case .tag(let name, let value?): "#\(name):\(value)"
    case .tag(let name, nil): "#\(name)"
    case .duration(let seconds): "#EXTINF:\(seconds),"
    case .text(let repair): "\(repair)"
    }
  }
}
