// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist
internal import HLSVariants

/// Collects the streams of the choices and what they name.
struct PlanBuilder {
  let asset: Asset
  let storesKeys: Bool

  private(set) var streams: [PlannedStream] = []
  private(set) var table = ResourceTable()
  private(set) var gaps = 0

  init(asset: Asset, storesKeys: Bool) {
    self.asset = asset
    self.storesKeys = storesKeys
  }

  /// Adds the streams of a choice that no earlier one has.
  mutating func add(
    _ choice: ContentChoice, _ configuration: Int, _ playlists: [String: LoadedPlaylist]
  ) throws {
    let variant = choice.variant
    try add(
      variant.uri, .variant, variant.streamLabel, configuration, peak: variant.stream.bandwidth,
      playlists)
    for rendition in choice.audio {
      guard let uri = rendition.uri else { continue }
      try add(asset.resolved(uri), .audio, rendition.name, configuration, playlists)
    }
    for rendition in choice.subtitles {
      guard let uri = rendition.uri else { continue }
      try add(asset.resolved(uri), .subtitles, rendition.name, configuration, playlists)
    }
    if let frames = choice.iFrameStream {
      let label = frames.resolution.map { "\($0.width)x\($0.height)" } ?? "I-frames"
      try add(asset.resolved(frames.uri), .iFrames, label, configuration, playlists)
    }
  }

  private mutating func add(
    _ uri: String, _ role: PlannedStream.Role, _ label: String, _ configuration: Int,
    peak: UInt64 = 0, _ playlists: [String: LoadedPlaylist]
  ) throws {
    guard !streams.contains(where: { $0.uri == uri }), let loaded = playlists[uri] else { return }
    guard loaded.playlist.skip == nil else {
      throw OfflineError(
        .unreadable, ResourceURI.redacted(uri), "expected a whole playlist, found an update of one")
    }
    let index = streams.count
    let stream = PlannedStream(
      uri: uri, baseURI: loaded.uri, role: role, label: label, configuration: configuration,
      peakBandwidth: peak,
      folder: "\(index)-\(Checksum(ResourceURI.redacted(uri)).identifier)-\(peak)",
      playlist: loaded.playlist)
    streams.append(stream)
    try collect(stream, index)
  }

  private mutating func collect(_ stream: PlannedStream, _ index: Int) throws {
    var last: MediaInitialization?
    for segment in stream.playlist.segments {
      // Of a gap nothing is stored, but a section that begins there is in force behind it.
      if let map = segment.initialization, map != last {
        last = map
        try add(map.uri, map.byteRange, .initialization, stream, index)
        try map.keys.forEach { try addKey($0, base: stream.baseURI) }
      }
      guard !segment.isGap else {
        gaps += 1
        continue
      }
      try segment.keys.forEach { try addKey($0, base: stream.baseURI) }
      try add(segment.uri, segment.byteRange, .segment, stream, index)
    }
  }

  private mutating func add(
    _ uri: String, _ range: ByteRange?, _ role: PlannedResource.Role, _ stream: PlannedStream,
    _ index: Int
  ) throws {
    let resolved = URIReference.resolve(uri, against: stream.baseURI)
    if let range {
      guard range.length > 0, let end = range.end, end <= 1 << 62 else {
        throw OfflineError(
          .unreadable, ResourceURI.redacted(resolved),
          "expected a byte range, found '\(range)'")
      }
    }
    table.add(resolved, range, role, stream: index)
  }

  /// Keys of the open format are files; those of protection systems are asked for by licence.
  private mutating func addKey(_ key: EncryptionKey, base: String) throws {
    guard storesKeys, !key.uri.isEmpty, key.effectiveKeyFormat == "identity" else { return }
    let uri = URIReference.resolve(key.uri, against: base)
    let scheme = ResourceURI(uri).scheme
    guard ["http", "https", "file"].contains(scheme) else { return }
    table.add(uri, nil, .key, stream: nil)
  }

  /// Adds what belongs to no stream, and decides names and playlists.
  mutating func finish(_ selection: Selection) throws {
    for data in asset.playlist.sessionData {
      if let uri = data.uri { table.add(asset.resolved(uri), nil, .sessionData, stream: nil) }
    }
    for key in asset.playlist.sessionKeys { try addKey(key, base: asset.uri ?? "") }
    table.plan(folders: streams.map(\.folder))
    let local = LocalPlaylists(table: table)
    for index in streams.indices {
      streams[index].resources = resources(of: streams[index])
      do {
        streams[index].localText = try local.text(of: streams[index])
      } catch {
        throw OfflineError(.unreadable, ResourceURI.redacted(streams[index].uri), "\(error)")
      }
    }
  }

  /// What a stream needs, each once, in order.
  private func resources(of stream: PlannedStream) -> [Int] {
    var seen: Set<Int> = []
    var result: [Int] = []
    func need(_ uri: String, _ range: ByteRange?) {
      let resolved = URIReference.resolve(uri, against: stream.baseURI)
      guard let place = table.location(of: resolved, range) else { return }
      if seen.insert(place.resource).inserted { result.append(place.resource) }
    }
    for segment in stream.playlist.segments {
      if let map = segment.initialization { need(map.uri, map.byteRange) }
      if !segment.isGap { need(segment.uri, segment.byteRange) }
    }
    return result
  }
}

extension AssetVariant {
  /// The size and range of the pictures, or that there is sound alone.
  fileprivate var streamLabel: String {
    guard let video = videoAttributes else { return "sound" }
    let size = video.presentationSize.map { "\($0.width)x\($0.height)" } ?? "video"
    return "\(size) \(video.videoRange.rawValue)"
  }
}
