// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HLSPlaylist

/// What the segments of a media playlist hold.
public struct MediaContent: Sendable {
  /// The format, as CODECS names it.
  public internal(set) var codec: String?
  /// The dynamic range of the pictures.
  public internal(set) var range: HLSPlaylist.VideoRange?
  /// The size of the pictures.
  public internal(set) var size: Resolution?
  /// Frames a second, with three decimals.
  public internal(set) var frameRate: ExactDecimal?
  /// The channels of the sound.
  public internal(set) var channels: Int?
}

extension Presentation {
  /// The formats of a variant and its groups, where the media of all was read.
  func measuredCodecs(of item: VariantItem) -> [String]? {
    guard let codec = item.media?.content?.codec else { return nil }
    var codecs = [codec]
    let members =
      members(of: .audio, item.stream.audio) + members(of: .video, item.stream.video)
    for member in members where member.rendition.uri != nil {
      guard let codec = member.media?.content?.codec else { return nil }
      codecs.append(codec)
    }
    return codecs.uniqued
  }

  /// Whether every segment of video starts with an IDR picture, where the media was read.
  var startsWithIDREverywhere: Bool? { nil }
}
