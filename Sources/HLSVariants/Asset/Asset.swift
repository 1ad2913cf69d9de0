// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HLSPlaylist

/// An HLS presentation as selection sees it: the variants of a multivariant playlist and the
/// options among them, what `AVURLAsset` shows of it.
public struct Asset: Sendable {
  /// The playlist.
  public let playlist: MultivariantPlaylist

  /// The URI of the playlist, which its own references are relative to; `nil` when the text came
  /// from nowhere.
  public let uri: String?

  /// The variants, in the order of the playlist, whether playable or not.
  public let variants: [AssetVariant]

  /// The options by kind, those kinds that have any.
  public let mediaSelectionGroups: [MediaSelectionGroup]

  /// How long the content lasts in seconds; known once a media playlist has been read.
  public var contentDuration: ExactDecimal?

  /// Creates an asset from a playlist.
  public init(_ playlist: MultivariantPlaylist, uri: String? = nil) {
    self.playlist = playlist
    self.uri = uri
    let groups = MediaSelectionGroup.groups(of: playlist.renditions)
    mediaSelectionGroups = groups
    let renditions = Dictionary(grouping: playlist.renditions) {
      GroupName(type: $0.type, id: $0.groupID)
    }.mapValues(RenditionGroup.init)
    let audible = groups.first { $0.kind == .audible }
    let audio = audible.flatMap { $0.defaultOption ?? $0.options.first }
    var codecs = MediaCodec.Cache()
    variants = playlist.variants.enumerated().map { index, stream in
      AssetVariant(
        index: index, stream: stream, baseURI: uri ?? "", codecs: &codecs,
        audio: stream.audio.flatMap { renditions[GroupName(type: .audio, id: $0)] } ?? .empty,
        subtitles: stream.subtitles.flatMap { renditions[GroupName(type: .subtitles, id: $0)] }
          ?? .empty,
        selectedAudio: audio)
    }
  }

  private struct GroupName: Hashable {
    let type: RenditionType
    let id: String
  }
}

extension Asset {
  /// Reads an asset from the text of a multivariant playlist.
  ///
  /// - Parameters:
  ///   - text: The playlist, in UTF-8.
  ///   - uri: Where it was read from, after redirects.
  /// - Throws: What keeps the text from being read, and `PlaylistError.Code.wrongKind` for a
  ///   media playlist, which has no variants.
  public init(parsing text: [UInt8], uri: String? = nil) throws(PlaylistError) {
    var options = ReadingOptions.lenient
    options.uri = uri
    self.init(try MultivariantPlaylist(parsing: text, options: options), uri: uri)
  }

  /// Reads an asset from the text of a multivariant playlist.
  ///
  /// - Throws: What ``init(parsing:uri:)-([UInt8],_)`` throws.
  public init(parsing text: String, uri: String? = nil) throws(PlaylistError) {
    try self.init(parsing: Array(text.utf8), uri: uri)
  }

  /// The options of a kind; `nil` where the playlist has none.
  public func mediaSelectionGroup(for kind: MediaSelectionGroup.Kind) -> MediaSelectionGroup? {
    mediaSelectionGroups.first { $0.kind == kind }
  }

  /// Whether every variant has a score: only then do scores count.
  public var hasScores: Bool { !variants.isEmpty && variants.allSatisfy { $0.score != nil } }

  /// The pathway that playing starts on; `nil` without content steering, when every variant may be
  /// taken (RFC 8216bis 4.4.6.6).
  public var initialPathway: String? {
    guard let steering = playlist.contentSteering else { return nil }
    return steering.pathwayID ?? playlist.variants.first.map { $0.pathwayID ?? "." }
  }
}
