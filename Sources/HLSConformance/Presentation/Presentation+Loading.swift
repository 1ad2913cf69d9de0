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
  /// - Returns: The stream, its playlists read.
  /// - Throws: What the source fails with at the playlist that was asked for.
  public static func load(
    _ uri: String, from source: some StreamSource, connections: Int = 4
  ) async throws -> Presentation {
    let (bytes, uri) = try await source.read(uri, range: nil)
    let root = PlaylistFile(name: uri, bytes: bytes, variables: nil, referrer: nil)
    switch root.playlist {
    case .multivariant(let master)?:
      let references = Self.references(of: master, in: uri)
      let files = await references.mapConcurrently(atMost: connections) { reference in
        await PlaylistFile(reading: reference, from: source, variables: master.variables)
      }
      let streams = files.compactMap { file -> MediaStream? in
        guard case .media(let playlist)? = file.playlist else { return nil }
        return MediaStream(file: file.name, playlist: playlist, size: source.size)
      }
      return Presentation(files: [root] + files, mediaStreams: streams)
    case .media(let playlist)?:
      return Presentation(
        files: [root],
        mediaStreams: [MediaStream(file: uri, playlist: playlist, size: source.size)])
    case nil:
      return Presentation(files: [root], mediaStreams: [])
    }
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
  init(name: String, bytes: [UInt8], variables: [String: String]?, referrer: Place?) {
    var options = ReadingOptions.lenient
    options.uri = name
    options.importedVariables = variables
    let outcome: Outcome
    do throws(PlaylistError) {
      outcome = .playlist(try Playlist(parsing: bytes, options: options))
    } catch {
      outcome = .malformed(error)
    }
    self.init(
      name: name, bytes: bytes, outcome: outcome, referrer: referrer,
      importedVariables: variables)
  }

  /// Reads a playlist that another one names.
  init(
    reading reference: Presentation.Reference, from source: some StreamSource,
    variables: [String: String]
  ) async {
    do {
      // The name stays the reference, by which the multivariant playlist finds it.
      let bytes = try await source.read(reference.uri, range: nil).bytes
      self.init(
        name: reference.uri, bytes: bytes, variables: variables, referrer: reference.referrer)
    } catch {
      self.init(
        name: reference.uri, bytes: [], outcome: .unreadable("\(error)"),
        referrer: reference.referrer)
    }
  }
}
