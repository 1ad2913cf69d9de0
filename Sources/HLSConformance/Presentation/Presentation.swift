// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HLSPlaylist

/// A stream as a client sees it: the playlist that was asked for, and every one that it names.
public struct Presentation: Sendable {
  /// The playlists, the one that was asked for first.
  public let files: [PlaylistFile]
  /// The media playlists among them.
  public internal(set) var mediaStreams: [MediaStream] { didSet { index() } }
  /// What has been read, and so which rules can be checked.
  public internal(set) var provides: Set<ConformanceRule.Need> = [.playlists]

  /// What was not checked and why.
  public package(set) var notes: [Note] = []

  /// What rules speak of, found once: a stream may have thousands of each.
  var items = Items()

  init(files: [PlaylistFile], mediaStreams: [MediaStream]) {
    self.files = files
    self.mediaStreams = mediaStreams
    connect()
    index()
  }

  /// Where the stream is.
  public var name: String { files.first?.name ?? "" }

  /// The multivariant playlist, or `nil` where a media playlist was asked for.
  public var master: MultivariantPlaylist? { masters.first?.playlist }

  /// Gives every media playlist the roles in which the multivariant one names it.
  private mutating func connect() {
    guard let master = masters.first else { return }
    var streams = mediaStreams
    var roles = [[MediaStream.Role]](repeating: [], count: streams.count)
    defer {
      for (index, list) in roles.enumerated() { streams[index].setRoles(list, in: master.playlist) }
      mediaStreams = streams
    }
    let indices = Dictionary(
      mediaStreams.enumerated().map { ($1.file, $0) }
    ) { first, _ in first }
    func add(_ role: MediaStream.Role, _ uri: String?) {
      guard let uri,
        let index = indices[URIReference.resolve(uri, against: master.file)]
      else { return }
      roles[index].append(role)
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

  /// The variants that name a media playlist.
  func variants(of stream: MediaStream) -> [VariantStream] {
    guard let master else { return [] }
    return stream.roles.compactMap { role in
      if case .variant(let index) = role { master.variants[index] } else { nil }
    }
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
