// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist

extension Presentation {
  /// Reads a stream's playlists.
  ///
  /// A playlist that cannot be read is a finding and no error: the rest is still checked.
  ///
  /// - Parameters:
  ///   - uri: A multivariant or a media playlist.
  ///   - source: Where resources come from.
  ///   - connections: The most resources that are read at a time.
  ///   - measuring: Whether the sizes of segments are asked for, which over the web is a request
  ///     for each.
  /// - Returns: The stream, its playlists read.
  /// - Throws: What the source fails with at the playlist that was asked for.
  public static func load(
    _ uri: String, from source: some StreamSource, connections: Int = 4, measuring: Bool = true
  ) async throws -> Presentation {
    let resource = try await source.read(uri, range: nil)
    let uri = resource.uri
    let root = PlaylistFile(
      name: uri, bytes: resource.bytes, variables: nil, referrer: nil, delivery: resource.delivery)
    var files = [root]
    switch root.playlist {
    case .multivariant(let master)?:
      let references = Self.references(of: master, in: uri)
      files += await references.mapConcurrently(atMost: connections) { reference in
        await PlaylistFile(reading: reference, from: source, variables: master.variables)
      }
    case .media?, nil: break
    }
    var streams: [MediaStream] = []
    for file in files {
      guard case .media(let playlist)? = file.playlist else { continue }
      let sizes =
        measuring ? await playlist.sizes(at: file.base, from: source, connections) : [:]
      streams.append(
        MediaStream(file: file.name, base: file.base, playlist: playlist) { sizes[$0] })
    }
    return Presentation(files: files, mediaStreams: streams)
  }

  /// A media playlist that a multivariant one names.
  struct Reference: Sendable {
    var uri: String
    var referrer: Place
  }

  /// The media playlists that a multivariant one names, each once.
  private static func references(
    of master: MultivariantPlaylist, in file: String
  ) -> [Reference] {
    var seen: Set<String> = []
    func reference(_ uri: String?, _ tag: String, _ item: Int) -> Reference? {
      guard let uri else { return nil }
      let resolved = URIReference.resolve(uri, against: file)
      guard seen.insert(resolved).inserted else { return nil }
      return Reference(uri: resolved, referrer: Place(file: file, tag: tag, item: item))
    }
    let variants = master.variants.enumerated().compactMap {
      reference($1.uri, "EXT-X-STREAM-INF", $0)
    }
    let renditions = master.renditions.enumerated().compactMap {
      reference($1.uri, "EXT-X-MEDIA", $0)
    }
    let iFrames = master.iFrameStreams.enumerated().compactMap {
      reference($1.uri, "EXT-X-I-FRAME-STREAM-INF", $0)
    }
    let images = master.imageStreams.enumerated().compactMap {
      reference($1.uri, "EXT-X-IMAGE-STREAM-INF", $0)
    }
    return variants + renditions + iFrames + images
  }
}

extension PlaylistFile {
  /// Reads a text that may be a playlist.
  init(
    name: String, bytes: [UInt8], variables: [String: String]?, referrer: Place?,
    base: String? = nil, delivery: StreamResource.Delivery? = nil
  ) {
    var options = ReadingOptions.lenient
    options.uri = base ?? name
    options.importedVariables = variables
    let reading = RecoveringReading(bytes, options)
    self.init(
      name: name, bytes: bytes, outcome: reading.playlist.map(Outcome.playlist) ?? .malformed,
      errors: reading.errors, base: base ?? name, delivery: delivery, referrer: referrer,
      importedVariables: variables)
  }

  /// Reads a playlist that another one names.
  init(
    reading reference: Presentation.Reference, from source: some StreamSource,
    variables: [String: String]
  ) async {
    do {
      // The name stays the reference, by which the multivariant playlist finds it.
      let resource = try await source.read(
        reference.uri, namedBy: reference.referrer.file, range: nil)
      self.init(
        name: reference.uri, bytes: resource.bytes, variables: variables,
        referrer: reference.referrer, base: resource.uri, delivery: resource.delivery)
    } catch {
      self.init(
        name: reference.uri, bytes: [], outcome: .unreadable("\(error)"), errors: [],
        base: reference.uri, referrer: reference.referrer)
    }
  }
}

extension MediaPlaylist {
  /// The sizes of the resources that are segments as a whole, as far as a source knows them.
  fileprivate func sizes(
    at base: String, from source: some StreamSource, _ connections: Int
  ) async -> [String: UInt64] {
    let resources = segments.lazy.filter { $0.byteRange == nil && !$0.isGap }
      .map { URIReference.resolve($0.uri, against: base) }
    let unique = Array(Set(resources))
    // A file's size takes less time than a task.
    let parts = unique.chunks(of: max(1, unique.count / max(1, connections)))
    let sizes = await parts.mapConcurrently(atMost: connections) { part in
      var sizes: [(String, UInt64)] = []
      for uri in part {
        if let size = await source.size(of: uri, namedBy: base) { sizes.append((uri, size)) }
      }
      return sizes
    }
    return Dictionary(sizes.joined()) { first, _ in first }
  }
}

extension Array {
  /// The elements in parts of a number.
  fileprivate func chunks(of count: Int) -> [ArraySlice<Element>] {
    stride(from: 0, to: self.count, by: count).map { self[$0..<Swift.min($0 + count, self.count)] }
  }
}
