// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HLSPlaylist

/// A stream as a client sees it: the playlist that was asked for, and every one that it names.
public struct Presentation: Sendable {
  /// The playlists, the one that was asked for first.
  public let files: [PlaylistFile]
  /// The media playlists among them.
  public internal(set) var mediaStreams: [MediaStream]
  /// What has been read, and so which rules can be checked.
  public internal(set) var provides: Set<ConformanceRule.Need> = [.playlists]

  /// What was not checked and why.
  public internal(set) var notes: [Note] = []

  init(files: [PlaylistFile], mediaStreams: [MediaStream]) {
    self.files = files
    self.mediaStreams = mediaStreams
    connect()
  }

  /// Where the stream is.
  public var name: String { files.first?.name ?? "" }

  /// The multivariant playlist, or `nil` where a media playlist was asked for.
  public var master: MultivariantPlaylist? { masters.first?.playlist }

  /// Gives every media playlist the roles in which the multivariant one names it.
  private mutating func connect() {
    guard let master = masters.first else { return }
    let indices = Dictionary(
      mediaStreams.enumerated().map { ($1.file, $0) }
    ) { first, _ in first }
    func add(_ role: MediaStream.Role, _ uri: String?) {
      guard let uri,
        let index = indices[URIReference.resolve(uri, against: master.file)]
      else { return }
      mediaStreams[index].roles.append(role)
    }
    let playlist = master.playlist
    for (index, variant) in playlist.variants.enumerated() { add(.variant(index), variant.uri) }
    for (index, item) in playlist.renditions.enumerated() { add(.rendition(index), item.uri) }
    for (index, stream) in playlist.iFrameStreams.enumerated() {
      add(.iFrames(index), stream.uri)
    }
    for (index, stream) in playlist.imageStreams.enumerated() { add(.images(index), stream.uri) }
  }
}

// MARK: - Items

extension Presentation {
  /// The multivariant playlist, as a list of at most one.
  var masters: [MasterItem] {
    guard let file = files.first, case .multivariant(let playlist)? = file.playlist else {
      return []
    }
    return [MasterItem(file: file.name, playlist: playlist)]
  }

  /// The variants.
  var variants: [VariantItem] {
    guard let master = masters.first else { return [] }
    return master.playlist.variants.enumerated().map { index, stream in
      VariantItem(
        file: master.file, index: index, stream: stream, media: media(.variant(index)))
    }
  }

  /// The variants with pictures.
  var videoVariants: [VariantItem] { variants.filter(\.hasVideo) }

  /// The streams of key pictures.
  var iFrameStreams: [IFrameItem] {
    guard let master = masters.first else { return [] }
    return master.playlist.iFrameStreams.enumerated().map { index, stream in
      IFrameItem(file: master.file, index: index, stream: stream, media: media(.iFrames(index)))
    }
  }

  /// The renditions.
  var renditions: [RenditionItem] {
    guard let master = masters.first else { return [] }
    return master.playlist.renditions.enumerated().map { index, rendition in
      RenditionItem(
        file: master.file, index: index, rendition: rendition, media: media(.rendition(index)))
    }
  }

  /// The renditions of a type.
  func renditions(of type: RenditionType) -> [RenditionItem] {
    renditions.filter { $0.rendition.type == type }
  }

  /// The media playlists that play at normal speed.
  var playStreams: [MediaStream] { mediaStreams.filter { !$0.isTrickPlay } }

  /// The media playlists of key pictures.
  var trickPlayStreams: [MediaStream] { mediaStreams.filter(\.isTrickPlay) }

  /// The media playlist of a role.
  func media(_ role: MediaStream.Role) -> MediaStream? {
    mediaStreams.first { $0.roles.contains(role) }
  }

  /// Whether a media playlist is a rendition of a type.
  func isRendition(_ stream: MediaStream, of type: RenditionType) -> Bool {
    guard let master else { return false }
    return stream.roles.contains { role in
      if case .rendition(let index) = role { master.renditions[index].type == type } else { false }
    }
  }

  /// The variants that name a media playlist.
  func variants(of stream: MediaStream) -> [VariantStream] {
    guard let master else { return [] }
    return stream.roles.compactMap { role in
      if case .variant(let index) = role { master.variants[index] } else { nil }
    }
  }

  /// The members of the group of a type that a variant names.
  func members(of type: RenditionType, _ group: String?) -> [RenditionItem] {
    guard let group else { return [] }
    return renditions.filter { $0.rendition.type == type && $0.rendition.groupID == group }
  }
}

// MARK: - Lines

extension Presentation {
  /// The findings with the lines of the tags that they are about.
  func resolvingLines(of findings: [Finding]) -> [Finding] {
    let names = Set(findings.compactMap { $0.place.anchor == nil ? nil : $0.place.file })
    var lines: [String: PlaylistLines] = [:]
    for file in files where names.contains(file.name) {
      if let playlist = file.playlist { lines[file.name] = PlaylistLines(playlist) }
    }
    return findings.map { finding in
      guard finding.place.line == nil, let anchor = finding.place.anchor else { return finding }
      var finding = finding
      finding.place.line = lines[finding.place.file]?.line(of: anchor.tag, item: anchor.item)
      return finding
    }
  }
}
