// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HLSPlaylist
public import HLSVariants

/// What a download fetches and where it puts it, known before the first byte of media.
public struct DownloadPlan: Sendable {
  /// The choice that is stored.
  public let selection: Selection

  /// The resolved URI of the master playlist.
  public let masterURI: String

  /// The media playlists, the primary variant's first.
  public let streams: [PlannedStream]

  /// The files, in the order in which they are fetched.
  public let resources: [PlannedResource]

  /// The master playlist of the package.
  public let localMaster: MultivariantPlaylist

  /// Gaps of the origin (`EXT-X-GAP`), which nothing is fetched for.
  public let gaps: Int

  /// What the files take together, and how well that is known; `nil` where nothing is.
  public let size: SizeEstimate?

  /// Where each resource that playlists name is stored.
  let table: ResourceTable

  /// The versions of the playlists, by URI, where the origin tells.
  let versions: [String: Validator]

  /// A checksum of what was chosen: another master, other streams, keys or none.
  let choice: String

  /// A checksum of what the playlists said; of live ones, of where they began.
  let source: String

  /// What ``source`` was while streams had not ended.
  let liveSource: String

  /// Whether a stream has not ended: what is planned is what there is so far.
  public let isLive: Bool
}

extension DownloadPlan {
  /// Reads the media playlists of a selection and plans its download.
  ///
  /// - Parameters:
  ///   - selection: What is stored.
  ///   - reader: What reads playlists.
  ///   - storesKeys: Whether keys are fetched and stored too.
  /// - Throws: ``OfflineError``, ``OfflineError/Code/live`` for a stream that has not ended, and
  ///   what keeps a playlist from being read.
  public init(
    _ selection: Selection, reading reader: TransportReader, storesKeys: Bool = false
  ) async throws {
    var playlists: [String: LoadedPlaylist] = [:]
    for uri in selection.mediaPlaylistURIs {
      let loaded = try await LoadedPlaylist(uri, of: selection.asset, reader)
      guard loaded.playlist.hasEndList else {
        throw OfflineError(
          .live, ResourceURI.redacted(uri),
          "expected a stream that has ended (EXT-X-ENDLIST), found a live one",
          remedy: "'--until-end' stores it as it comes, until it ends")
      }
      playlists[uri] = loaded
    }
    try self.init(
      selection, playlists: playlists, storesKeys: storesKeys,
      fileSize: { reader.size(of: $0) }, version: { reader.version(of: $0) })
  }

  /// Plans a download of playlists that have been read.
  init(
    _ selection: Selection, playlists: [String: LoadedPlaylist], storesKeys: Bool,
    fileSize: (String) -> UInt64? = { _ in nil }, version: (String) -> Validator? = { _ in nil }
  ) throws {
    var builder = PlanBuilder(asset: selection.asset, storesKeys: storesKeys)
    let choices = ([selection.primary] + selection.auxiliary).enumerated()
    for (configuration, choice) in choices {
      guard let choice else { continue }
      try builder.add(choice, configuration, playlists)
    }
    try builder.finish(selection)
    let master = selection.asset.uri ?? ""
    var choice = Checksum(storesKeys ? "with keys" : "without keys")
    var source = Checksum()
    choice.add(master)
    for stream in builder.streams {
      choice.add(stream.uri)
      source.add(stream.localText)
    }
    for resource in builder.table.resources {
      source.add("\(resource.uri) \(resource.byteRange.map { "\($0)" } ?? "")")
    }
    self.selection = selection
    masterURI = master
    streams = builder.streams
    resources = builder.table.resources
    localMaster = LocalPlaylists(table: builder.table).master(
      of: selection, streams: builder.streams)
    gaps = builder.gaps
    table = builder.table
    self.choice = choice.text
    var start = Checksum("live")
    for stream in builder.streams {
      start.add(stream.playlist.segments.first.map { "\($0.uri) \($0.duration)" } ?? "")
    }
    liveSource = "live-" + start.text
    isLive = !builder.streams.allSatisfy(\.playlist.hasEndList)
    self.source = isLive ? liveSource : source.text
    versions = Dictionary(
      ([master] + builder.streams.map(\.uri)).compactMap { uri in
        version(uri).flatMap { $0.isEmpty ? nil : (uri, $0) }
      }, uniquingKeysWith: { first, _ in first })
    size = Self.size(of: builder.table.resources, selection, playlists, fileSize)
  }

  /// The sum of the files where all are known, else what the playlists let expect.
  private static func size(
    of resources: [PlannedResource], _ selection: Selection,
    _ playlists: [String: LoadedPlaylist], _ fileSize: (String) -> UInt64?
  ) -> SizeEstimate? {
    var total: UInt64 = 0
    for resource in resources {
      guard let size = resource.byteRange?.length ?? fileSize(resource.uri) else {
        var known = MediaPlaylists()
        for (uri, loaded) in playlists.sorted(by: { $0.key < $1.key }) {
          known.add(loaded.playlist, uri: uri)
        }
        let sizes = selection.sizes(by: known).compactMap(\.self)
        return sizes.isEmpty ? nil : SizeEstimate(sum: sizes)
      }
      total = total.addingReportingOverflow(size).partialValue
    }
    return SizeEstimate(bytes: total, basis: .exact)
  }

  /// How long to wait until the playlists of a live stream are read again.
  public var reloadInterval: Duration {
    .seconds(Int64(clamping: max(1, min(60, streams.map(\.playlist.targetDuration).min() ?? 6))))
  }

  /// How long the content lasts, in seconds.
  public var duration: ExactDecimal {
    streams.map(\.playlist.segments.duration).max() ?? .zero
  }
}

extension SizeEstimate {
  fileprivate init(sum sizes: [SizeEstimate]) {
    self.init(
      bytes: sizes.reduce(0) { $0.addingReportingOverflow($1.bytes).partialValue },
      basis: sizes.map(\.basis).max() ?? .exact)
  }
}

/// A media playlist that was read.
struct LoadedPlaylist: Sendable {
  /// The playlist.
  var playlist: MediaPlaylist
  /// Where it came from, after redirects.
  var uri: String

  init(playlist: MediaPlaylist, uri: String) {
    self.playlist = playlist
    self.uri = uri
  }

  /// Reads a media playlist of an asset.
  init(_ uri: String, of asset: Asset, _ reader: TransportReader) async throws {
    do {
      let loaded = try await asset.loadMediaPlaylist(uri, with: reader)
      self.init(playlist: loaded.playlist, uri: loaded.uri)
    } catch let error as PlaylistError {
      throw OfflineError(.unreadable, ResourceURI.redacted(uri), "\(error)")
    }
  }
}
