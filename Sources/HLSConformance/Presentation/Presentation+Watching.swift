// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist

extension Presentation {
  /// The same stream with later loads of its live playlists.
  ///
  /// - Parameters:
  ///   - seconds: How long to watch.
  ///   - source: Where playlists come from.
  ///   - clock: What tells the time and waits; tests give their own.
  /// - Returns: The stream with what reloads of each live playlist changed.
  /// - Throws: `CancellationError` when the task is cancelled.
  public func watching<C: Clock<Duration>>(
    for seconds: Double, from source: some StreamSource, clock: C = ContinuousClock()
  ) async throws -> Presentation {
    var presentation = self
    let variables = Dictionary(
      files.map { ($0.name, $0.importedVariables) }
    ) { first, _ in first }
    presentation.mediaStreams = try await withThrowingTaskGroup(of: (Int, MediaStream).self) {
      group in
      for (index, stream) in mediaStreams.enumerated() where stream.isLive {
        let variables = variables[stream.file] ?? nil
        group.addTask {
          (index, try await stream.watched(for: seconds, from: source, clock, variables))
        }
      }
      var streams = mediaStreams
      for try await (index, stream) in group { streams[index] = stream }
      return streams
    }
    if let root = files.first, !mediaStreams.contains(where: \.isLive) {
      presentation.notes.append(Note(root.place, "no playlist is live: none was loaded again"))
    }
    presentation.provides.insert(.reloads)
    return presentation
  }
}

extension MediaStream {
  /// The playlist with later loads until it ends or time is up: after a target duration where the
  /// last load brought something new, else after half of one (RFC 8216bis 6.3.4).
  fileprivate func watched<C: Clock<Duration>>(
    for seconds: Double, from source: some StreamSource, _ clock: C, _ variables: [String: String]?
  ) async throws -> MediaStream {
    var stream = self
    let start = clock.now
    var (last, loaded) = (playlist, start)
    let target = Double(min(max(playlist.targetDuration, 1), 86_400))
    var wait = target
    while !last.hasEndList {
      let next = loaded.advanced(by: .seconds(wait))
      guard start.duration(to: next) <= .seconds(seconds) else { break }
      try await clock.sleep(until: next, tolerance: nil)
      loaded = clock.now
      let elapsed = start.duration(to: loaded) / .seconds(1)
      do {
        let resource = try await source.read(file, range: nil)
        let reloaded = PlaylistFile(
          name: file, bytes: resource.bytes, variables: variables, referrer: nil,
          base: resource.uri)
        guard case .media(let playlist)? = reloaded.playlist else {
          throw StreamSourceError(
            uri: file, reason: "expected a media playlist, found another text")
        }
        stream.reloads.append(Reload(seconds: elapsed, from: last, to: playlist))
        wait = playlist.endSequence == last.endSequence ? target / 2 : target
        last = playlist
      } catch let error as CancellationError {
        throw error
      } catch {
        stream.reloads.append(Reload(seconds: elapsed, failure: "\(error)", after: last))
        wait = target / 2
      }
    }
    return stream
  }
}
