// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HLSPlaylist

/// A media playlist of a stream, with who names it and what is known of its segments.
public struct MediaStream: PlacedItem, Sendable {
  /// What a playlist is for.
  public enum Role: Hashable, Sendable {
    /// The playlist of a variant, by its index.
    case variant(Int)
    /// A rendition, by its index.
    case rendition(Int)
    /// Key pictures of an I-frame stream, by its index.
    case iFrames(Int)
    /// Images, by the index of their stream.
    case images(Int)
  }

  /// Where the playlist is, as the multivariant one names it.
  public let file: String
  /// Where the playlist came from, after redirects: what its references are relative to.
  public let base: String
  /// The playlist.
  public let playlist: MediaPlaylist
  /// Its segments, made once.
  public let segments: [HLSPlaylist.MediaSegment]
  /// The size of each segment in bytes, where it is known.
  public private(set) var sizes: [UInt64?]
  /// Who names the playlist; nobody where a media playlist was asked for.
  public private(set) var roles: [Role] = []
  /// The types of the renditions that name the playlist.
  private(set) var renditionTypes: Set<RenditionType> = []
  /// Whether the playlist is for trick play.
  private(set) var isTrickPlay: Bool
  /// What the segments hold, where they were read, for each initialisation section that they
  /// have; empty where nothing was read.
  public internal(set) var contents: [MediaContent] = []
  /// Later loads of a live playlist.
  var reloads: [Reload] = []

  /// Rates measured from the sizes of the segments, where all are known.
  public private(set) var bandwidth: Bandwidth?

  init(file: String, base: String? = nil, playlist: MediaPlaylist, size: (String) -> UInt64?) {
    self.file = file
    let base = base ?? file
    self.base = base
    self.playlist = playlist
    let segments = Array(playlist.segments)
    var known: [String: UInt64?] = [:]
    sizes = segments.map { segment in
      if segment.isGap { return nil }
      if let range = segment.byteRange { return range.length }
      if let size = known[segment.uri] { return size }
      let measured = size(URIReference.resolve(segment.uri, against: base))
      known[segment.uri] = .some(measured)
      return measured
    }
    self.segments = segments
    isTrickPlay = playlist.isIFramesOnly || playlist.isImagesOnly
    measure()
  }

  private mutating func measure() {
    let isComplete = zip(segments, sizes).allSatisfy { $0.isGap || $1 != nil }
    bandwidth =
      isComplete
      ? Bandwidth(
        sizes: sizes, durations: segments.map(\.duration), targetDuration: playlist.targetDuration)
      : nil
  }

  /// Takes the sizes of segments that were read where they were not known before.
  mutating func addSizes() {
    guard sizes.contains(nil) else { return }
    for content in contents {
      for (index, segment) in content.segments where sizes[index] == nil && segment.byteCount > 0 {
        sizes[index] = UInt64(segment.byteCount)
      }
    }
    measure()
  }

  /// What the first segments hold.
  public internal(set) var content: MediaContent? {
    get { contents.first }
    set { contents = newValue.map { [$0] + contents.dropFirst() } ?? [] }
  }

  /// The sum of the durations that the playlist declares.
  public var duration: ExactDecimal { playlist.segments.duration }

  /// Whether segments may still be added.
  var isLive: Bool { !playlist.hasEndList && playlist.type != .vod }

  /// Says who names the playlist.
  mutating func setRoles(_ roles: [Role], in master: MultivariantPlaylist) {
    self.roles = roles
    renditionTypes = []
    isTrickPlay = playlist.isIFramesOnly || playlist.isImagesOnly
    for role in roles {
      switch role {
      case .iFrames, .images: isTrickPlay = true
      case .rendition(let index): renditionTypes.insert(master.renditions[index].type)
      case .variant: break
      }
    }
  }

  var place: Place { Place(file: file) }

  /// The place of a tag that the playlist has once.
  func place(of tag: String, item: Int = 0) -> Place { Place(file: file, tag: tag, item: item) }

  /// The place of a segment.
  func place(ofSegment index: Int) -> Place { Place(file: file, segment: index) }
}
