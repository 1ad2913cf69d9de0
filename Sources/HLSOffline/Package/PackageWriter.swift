// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist
internal import HLSVariants

/// Writes the documents and playlists of a package; the media come by themselves.
///
/// The same plan gives the same bytes: nothing written here depends on when or in what order
/// things came.
struct PackageWriter: Sendable {
  let plan: DownloadPlan
  let folder: PackageFolder
  let settings: PackageSettings

  /// Makes the folders and marks every stream as incomplete.
  func begin() throws {
    try folder.createFolder(OfflinePackage.dataFolder)
    if plan.resources.contains(where: { $0.role == .key }) {
      try folder.createFolder(OfflinePackage.keysFolder)
    }
    for stream in plan.streams { try folder.createFolder(stream.folder) }
    if let artwork = settings.artwork {
      try folder.write(artwork, to: "\(OfflinePackage.dataFolder)/\(Self.artworkName)")
    }
    try writeDescription(bytes: 0)
    try writeBoot { _ in false }
  }

  /// Writes the playlist of a stream whose files are all there, and what lists them.
  func finish(_ stream: PlannedStream, lengths: (Int) -> UInt64) throws {
    try folder.write(stream.localText, to: stream.localPath)
    try folder.write(
      try document(stream, lengths).text(), to: "\(stream.folder)/\(StreamInfoDocument.name)")
  }

  /// Lists the streams, and which of them are complete.
  func writeBoot(isComplete: (Int) -> Bool) throws {
    let boot = BootDocument(
      masterURL: ResourceURI.redacted(plan.masterURI),
      streams: plan.streams.enumerated().map { index, stream in
        BootDocument.Stream(
          id: stream.folder, path: stream.folder, networkURL: ResourceURI.redacted(stream.uri),
          isComplete: isComplete(index))
      }, dataItems: dataItems)
    try folder.write(try boot.text(), to: BootDocument.name)
  }

  /// Writes what makes the package whole, the master playlist last.
  func finish(bytes: UInt64) throws {
    try folder.write(try originalMaster(), to: "\(OfflinePackage.dataFolder)/\(masterName)")
    try writeDescription(bytes: bytes)
    try writeBoot { _ in true }
    try folder.write(Array(try plan.localMaster.text().utf8), to: OfflinePackage.masterName)
  }

  private func writeDescription(bytes: UInt64) throws {
    var description = PackageDescription(
      title: settings.title, source: ResourceURI.redacted(plan.masterURI),
      artwork: settings.artwork == nil ? nil : Self.artworkName,
      duration: plan.duration.doubleValue, priority: settings.priority, expires: settings.expires,
      choice: plan.choice, playlists: plan.source)
    description.bytes = bytes
    try folder.write(
      try description.text(), to: "\(OfflinePackage.dataFolder)/\(PackageDescription.fileName)")
  }

  private static let artworkName = "artwork"

  private var masterName: String {
    "Playlist-master.m3u8-\(Checksum(ResourceURI.redacted(plan.masterURI)).identifier).data"
  }

  private var dataItems: [BootDocument.DataItem] {
    var items = [
      BootDocument.DataItem(
        id: masterName, category: "Playlist", name: "master.m3u8", path: masterName, role: "Master"),
      BootDocument.DataItem(
        id: PackageDescription.fileName, category: "Description",
        name: PackageDescription.fileName, path: PackageDescription.fileName),
    ]
    if settings.artwork != nil {
      items.append(
        BootDocument.DataItem(
          id: Self.artworkName, category: "Artwork", name: Self.artworkName,
          path: Self.artworkName))
    }
    for data in plan.selection.asset.playlist.sessionData {
      guard let uri = data.uri,
        let place = plan.table.location(of: plan.selection.asset.resolved(uri), nil)
      else { continue }
      let path = plan.resources[place.resource].path
      let name = String(path.dropFirst(OfflinePackage.dataFolder.count + 1))
      items.append(
        BootDocument.DataItem(
          id: data.language.map { "\(data.dataID) \($0)" } ?? data.dataID,
          category: "SessionData", name: data.dataID, path: name))
    }
    return items
  }

  /// The origin's master playlist, its URIs without what must not be stored.
  private func originalMaster() throws -> [UInt8] {
    var master = plan.selection.asset.playlist
    func clean(_ uri: String) -> String {
      ResourceURI(uri).needsRedaction ? ResourceURI.redacted(uri) : uri
    }
    for index in master.variants.indices {
      master.variants[index].uri = clean(master.variants[index].uri)
    }
    for index in master.renditions.indices {
      master.renditions[index].uri = master.renditions[index].uri.map(clean)
    }
    for index in master.iFrameStreams.indices {
      master.iFrameStreams[index].uri = clean(master.iFrameStreams[index].uri)
    }
    for index in master.sessionData.indices {
      master.sessionData[index].uri = master.sessionData[index].uri.map(clean)
    }
    for index in master.sessionKeys.indices {
      master.sessionKeys[index].uri = clean(master.sessionKeys[index].uri)
    }
    if let server = master.contentSteering?.serverURI {
      master.contentSteering?.serverURI = clean(server)
    }
    return Array(try master.text().utf8)
  }

  private func document(
    _ stream: PlannedStream, _ lengths: (Int) -> UInt64
  ) -> StreamInfoDocument {
    var document = StreamInfoDocument(
      isComplete: true, peakBandwidth: stream.peakBandwidth,
      playlistURL: ResourceURI.redacted(stream.uri), mediaTypes: stream.mediaTypes,
      isMain: stream.role == .variant, identifier: stream.folder)
    document.storedBytes = stream.resources.reduce(0) { $0 &+ lengths($1) }
    func place(_ uri: String, _ range: ByteRange?, _ number: Int) -> StreamInfoDocument.Segment? {
      let resolved = URIReference.resolve(uri, against: stream.baseURI)
      guard let place = plan.table.location(of: resolved, range) else { return nil }
      let path = plan.resources[place.resource].path
      let own = stream.folder + "/"
      return StreamInfoDocument.Segment(
        number: number,
        path: path.hasPrefix(own) ? String(path.dropFirst(own.count)) : "../" + path,
        offset: place.range?.offset ?? 0, length: place.range?.length ?? lengths(place.resource),
        url: ResourceURI.redacted(resolved))
    }
    var start = ExactDecimal.zero
    var map: MediaInitialization?
    for (number, segment) in stream.playlist.segments.enumerated() {
      if let own = segment.initialization, own != map {
        map = own
        let count = document.initializations.count
        if let section = place(own.uri, own.byteRange, count) {
          document.initializations.append(section)
        }
      }
      if !segment.isGap, var item = place(segment.uri, segment.byteRange, number) {
        (item.duration, item.start) = ("\(segment.duration)", "\(start)")
        document.segments.append(item)
      }
      start += segment.duration
    }
    return document
  }
}

extension PlannedStream {
  /// What the stream has, as `MediaTypeList` names it.
  fileprivate var mediaTypes: [String] {
    switch role {
    case .variant: ["Video"]
    case .audio: ["Audio"]
    case .subtitles: ["Subtitles"]
    case .iFrames: ["IFrames"]
    }
  }
}

/// What a package says of itself beside what was chosen.
public struct PackageSettings: Hashable, Sendable {
  /// The title.
  public var title = ""
  /// An image.
  public var artwork: [UInt8]?
  /// How long the download is kept.
  public var priority = StoragePriority.default
  /// When the download may go, in seconds since 1970; `nil` for never.
  public var expires: Int64?

  /// Creates the default settings.
  public init(title: String = "") { self.title = title }
}
