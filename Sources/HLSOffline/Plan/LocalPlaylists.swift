// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist
internal import HLSVariants

/// Playlists of the package: they name what is stored, and nothing of the origin but keys that are
/// not stored.
struct LocalPlaylists {
  let table: ResourceTable

  /// A media playlist for the folder that it is stored in.
  ///
  /// The playlist is made anew, so that comments and unknown tags of the origin stay behind. So do
  /// parts and what a server of a live stream says of itself, and date ranges that name assets
  /// elsewhere.
  func text(of stream: PlannedStream) throws -> [UInt8] {
    let original = stream.playlist
    var local = MediaPlaylist(targetDuration: original.targetDuration)
    local.mediaSequence = original.mediaSequence
    local.discontinuitySequence = original.discontinuitySequence
    local.hasEndList = true
    local.type = .vod
    local.isIFramesOnly = original.isIFramesOnly
    local.hasIndependentSegments = original.hasIndependentSegments
    local.start = original.start
    local.dateRanges = original.dateRanges.filter { range in
      !range.clientAttributes.contains {
        $0.value.text.contains("://") || $0.name.rawValue.hasSuffix("URI")
      }
    }
    local.segments.reserveCapacity(original.segments.count)
    for segment in original.segments { local.segments.append(self.segment(segment, of: stream)) }
    var bytes: [UInt8] = []
    try local.write(to: &bytes)
    return bytes
  }

  private func segment(_ original: MediaSegment, of stream: PlannedStream) -> MediaSegment {
    var segment = original
    segment.parts = []
    segment.keys = segment.keys.map { key($0, of: stream) }
    if let map = segment.initialization {
      let place = reference(map.uri, map.byteRange, from: stream)
      var local = MediaInitialization(
        uri: place.path, byteRange: place.range, keys: map.keys.map { key($0, of: stream) })
      local.otherAttributes = []
      segment.initialization = local
    }
    if segment.isGap {
      (segment.uri, segment.byteRange) = ("gap", nil)
    } else {
      (segment.uri, segment.byteRange) = reference(segment.uri, segment.byteRange, from: stream)
    }
    return segment
  }

  /// What a stored file is called from the folder of a stream.
  private func reference(
    _ uri: String, _ range: ByteRange?, from stream: PlannedStream
  ) -> (path: String, range: ByteRange?) {
    let resolved = URIReference.resolve(uri, against: stream.baseURI)
    guard let place = table.location(of: resolved, range) else { return ("missing", nil) }
    let path = table.resources[place.resource].path
    let own = stream.folder + "/"
    return (path.hasPrefix(own) ? String(path.dropFirst(own.count)) : "../" + path, place.range)
  }

  private func key(_ key: EncryptionKey, of stream: PlannedStream) -> EncryptionKey {
    self.key(key, base: stream.baseURI, up: "../")
  }

  /// A key with the place of its file, or where it is fetched from when it is needed.
  private func key(_ key: EncryptionKey, base: String, up: String) -> EncryptionKey {
    guard !key.uri.isEmpty else { return key }
    var local = key
    let resolved = URIReference.resolve(key.uri, against: base)
    if let place = table.location(of: resolved, nil) {
      local.uri = up + table.resources[place.resource].path
    } else {
      local.uri = ResourceURI.withoutUserInfo(resolved)
    }
    return local
  }
}

extension LocalPlaylists {
  /// The master playlist of the package: the variants and renditions that are stored, with their
  /// stable ids; nothing of content steering.
  func master(of selection: Selection, streams: [PlannedStream]) -> MultivariantPlaylist {
    let (asset, original) = (selection.asset, selection.asset.playlist)
    let paths = Dictionary(
      streams.map { ($0.uri, $0.localPath) }, uniquingKeysWith: { first, _ in first })
    let choices = [selection.primary] + selection.auxiliary.compactMap(\.self)
    var local = MultivariantPlaylist()
    local.hasIndependentSegments = original.hasIndependentSegments
    local.start = original.start
    local.sessionData = original.sessionData.compactMap { data in
      guard let uri = data.uri else { return data }
      guard let place = table.location(of: asset.resolved(uri), nil) else { return nil }
      var stored = data
      stored.uri = table.resources[place.resource].path
      return stored
    }
    local.sessionKeys = original.sessionKeys.map { key($0, base: asset.uri ?? "", up: "") }
    for choice in choices {
      var variant = choice.variant.stream
      guard let path = paths[choice.variant.uri],
        !local.variants.contains(where: { $0.uri == path && $0.audio == variant.audio })
      else { continue }
      variant.uri = path
      variant.pathwayID = nil
      variant.video = nil
      for rendition in choice.audio + choice.subtitles { add(rendition, asset, paths, to: &local) }
      if case .group(let id) = variant.closedCaptions {
        let captions = original.renditions.filter { $0.type == .closedCaptions && $0.groupID == id }
        captions.forEach { add($0, asset, paths, to: &local) }
      }
      // A group of which nothing is stored is no group.
      if choice.audio.isEmpty { variant.audio = nil }
      if choice.subtitles.isEmpty { variant.subtitles = nil }
      local.variants.append(variant)
      if var frames = choice.iFrameStream, let path = paths[asset.resolved(frames.uri)],
        !local.iFrameStreams.contains(where: { $0.uri == path })
      {
        frames.uri = path
        frames.pathwayID = nil
        frames.video = nil
        local.iFrameStreams.append(frames)
      }
    }
    return local
  }

  private func add(
    _ rendition: Rendition, _ asset: Asset, _ paths: [String: String],
    to master: inout MultivariantPlaylist
  ) {
    var local = rendition
    if let uri = rendition.uri {
      guard let path = paths[asset.resolved(uri)] else { return }
      local.uri = path
    }
    if !master.renditions.contains(local) { master.renditions.append(local) }
  }
}

extension Asset {
  /// A reference of the master playlist, resolved.
  func resolved(_ reference: String) -> String {
    uri.map { URIReference.resolve(reference, against: $0) } ?? reference
  }
}
