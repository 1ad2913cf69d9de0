// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist

extension Presentation {
  /// What rules speak of.
  struct Items: Sendable {
    fileprivate var variants: [VariantItem] = []
    fileprivate var videoVariants: [VariantItem] = []
    fileprivate var iFrameStreams: [IFrameItem] = []
    fileprivate var renditions: [RenditionItem] = []
    fileprivate var members: [Group: [RenditionItem]] = [:]
    /// What the members of each group come to; `nil` where it is not known of all.
    fileprivate var groupRates: [Group: Bandwidth?] = [:]
    fileprivate var groupCodecs: [Group: [String]?] = [:]
    /// The playlists of each group.
    fileprivate var groupFiles: [Group: Set<String>] = [:]
    fileprivate var described: [DescribedStream] = []
    fileprivate var hasHDR = false
    fileprivate var playStreams: [MediaStream] = []
    fileprivate var trickPlayStreams: [MediaStream] = []
    fileprivate var readStreams: [ReadStream] = []
    fileprivate var readVideos: [ReadStream] = []
    fileprivate var commonTargetDuration: UInt64?
    fileprivate var longestVOD: MediaStream?
  }

  /// A group of renditions.
  struct Group: Hashable, Sendable {
    var type: RenditionType
    var id: String

    /// The types that variants name groups of.
    static let types: [RenditionType] = [.audio, .video, .subtitles, .closedCaptions]

    init(type: RenditionType, id: String) {
      self.type = type
      self.id = id
    }

    /// The group of a rendition.
    init(of rendition: Rendition) { self.init(type: rendition.type, id: rendition.groupID) }
  }

  /// Finds the items anew, each kind from those before it.
  mutating func index() {
    var items = Items()
    let media = mediaByRole
    if let master = masters.first {
      let (file, playlist) = (master.file, master.playlist)
      items.variants = playlist.variants.enumerated().map { index, stream in
        VariantItem(file: file, index: index, stream: stream, media: media[.variant(index)])
      }
      items.iFrameStreams = playlist.iFrameStreams.enumerated().map { index, stream in
        IFrameItem(file: file, index: index, stream: stream, media: media[.iFrames(index)])
      }
      items.renditions = playlist.renditions.enumerated().map { index, rendition in
        RenditionItem(
          file: file, index: index, rendition: rendition, media: media[.rendition(index)])
      }
    }
    items.videoVariants = items.variants.filter(\.hasVideo)
    items.members = Dictionary(grouping: items.renditions) { Group(of: $0.rendition) }
    items.groupFiles = items.members.mapValues { Set($0.compactMap(\.media?.file)) }
    items.groupRates = items.members.mapValues { members in
      let rates = members.filter { $0.rendition.uri != nil }.map(\.media?.bandwidth)
      let known = rates.compactMap(\.self)
      return known.count == rates.count ? Bandwidth.ofVariant(.zero, groups: [known]) : nil
    }
    items.groupCodecs = items.members.mapValues { members in
      let codecs = members.filter { $0.rendition.uri != nil }.map(\.media?.codecs)
      let known = codecs.compactMap(\.self)
      return known.count == codecs.count ? known.flatMap(\.self).uniqued : nil
    }
    items.playStreams = mediaStreams.filter { !$0.isTrickPlay }
    items.trickPlayStreams = mediaStreams.filter(\.isTrickPlay)
    items.readStreams = mediaStreams.flatMap { stream in
      stream.contents.map { ReadStream(stream: stream, content: $0) }
    }
    items.readVideos = items.readStreams.filter {
      $0.content.hasPictures && !$0.stream.isTrickPlay
    }
    items.commonTargetDuration =
      mediaStreams.filter { !mayDifferInTarget($0) }.map(\.playlist.targetDuration).max()
    items.longestVOD = items.playStreams.filter {
      !$0.isLive && !$0.renditionTypes.contains(.subtitles)
    }
    .max { $0.duration < $1.duration }
    self.items = items
    // These look up the members of groups.
    let described = describeStreams()
    self.items.described = described
    self.items.hasHDR = described.contains { item in
      item.stream.isHDR || item.media?.content?.range.map { $0 != .sdr } ?? false
    }
  }

  private var mediaByRole: [MediaStream.Role: MediaStream] {
    var media: [MediaStream.Role: MediaStream] = [:]
    for stream in mediaStreams {
      for role in stream.roles where media[role] == nil { media[role] = stream }
    }
    return media
  }

  private func describeStreams() -> [DescribedStream] {
    variants.map { item in
      DescribedStream(
        place: item.place, stream: item.stream, media: item.media, variant: item,
        codecsFix: measuredCodecs(of: item).map { .codecs($0) },
        measured: measuredBandwidth(of: item))
    }
      + iFrameStreams.map { item in
        DescribedStream(
          place: item.place, stream: item.stream, media: item.media, variant: nil,
          codecsFix: item.media?.content?.codec.map { .codecs([$0]) },
          measured: item.media?.bandwidth)
      }
  }
}

extension Presentation {
  /// The rates of a variant with the renditions that play beside it, where all sizes are known.
  private func measuredBandwidth(of item: VariantItem) -> Bandwidth? {
    guard let media = item.media, var main = media.bandwidth else { return nil }
    var groups: [[Bandwidth]] = []
    for (type, id) in [
      (RenditionType.audio, item.stream.audio), (.subtitles, item.stream.subtitles),
    ] {
      guard let id, let rates = items.groupRates[Group(type: type, id: id)] else { continue }
      guard let rates else { return nil }
      // A variant of sound alone is a member of its own group: it plays, or another member does.
      if items.groupFiles[Group(type: type, id: id)]?.contains(media.file) == true { main = .zero }
      groups.append([rates])
    }
    return Bandwidth.ofVariant(main, groups: groups)
  }

  /// The formats of a group of renditions, each once; `nil` where the media of one was not read.
  func measuredCodecs(of type: RenditionType, _ group: String?) -> [String]? {
    guard let group, let codecs = items.groupCodecs[Group(type: type, id: group)] else {
      return []
    }
    return codecs
  }
}

extension Presentation {
  /// The variants.
  var variants: [VariantItem] { items.variants }
  /// The variants with pictures.
  var videoVariants: [VariantItem] { items.videoVariants }
  /// The streams of key pictures.
  var iFrameStreams: [IFrameItem] { items.iFrameStreams }
  /// The variants, then the streams of key pictures.
  var describedStreams: [DescribedStream] { items.described }
  /// Whether a stream is HDR, as it says or as its media does.
  var hasHDR: Bool { items.hasHDR }
  /// The renditions.
  var renditions: [RenditionItem] { items.renditions }
  /// The renditions of a type.
  func renditions(of type: RenditionType) -> [RenditionItem] {
    renditions.filter { $0.rendition.type == type }
  }
  /// The members of the group of a type that a variant names.
  func members(of type: RenditionType, _ group: String?) -> [RenditionItem] {
    group.flatMap { items.members[Group(type: type, id: $0)] } ?? []
  }
  /// The groups of renditions with their members.
  var groups: [Group: [RenditionItem]] { items.members }
  /// The media playlists that play at normal speed.
  var playStreams: [MediaStream] { items.playStreams }
  /// The media playlists of key pictures.
  var trickPlayStreams: [MediaStream] { items.trickPlayStreams }
  /// The media playlists whose media was read, once for each initialisation section.
  var readStreams: [ReadStream] { items.readStreams }
  /// Those of them with pictures that play at normal speed.
  var readVideos: [ReadStream] { items.readVideos }
  /// The target duration that the playlists have to share: the greatest of those that play.
  var commonTargetDuration: UInt64? { items.commonTargetDuration }
  /// The playlist of normal speed that lasts longest.
  var longestVOD: MediaStream? { items.longestVOD }
}
