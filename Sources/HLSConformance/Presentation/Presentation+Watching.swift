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
  /// - Returns: The stream with the reloads of each live playlist.
  /// - Throws: `CancellationError` when the task is cancelled.
  public func watching<C: Clock<Duration>>(
    for seconds: Double, from source: some StreamSource, clock: C = ContinuousClock()
  ) async throws -> Presentation {
    var presentation = self
    presentation.mediaStreams = try await withThrowingTaskGroup(of: (Int, MediaStream).self) {
      group in
      for (index, stream) in mediaStreams.enumerated() where stream.isLive {
        let variables = files.first { $0.name == stream.file }?.importedVariables
        group.addTask {
          (index, try await stream.watched(for: seconds, from: source, clock, variables))
        }
      }
      var streams = mediaStreams
      for try await (index, stream) in group { streams[index] = stream }
      return streams
    }
    presentation.provides.insert(.reloads)
    return presentation
  }
}

extension MediaStream {
  /// The playlist with later loads, one each target duration until it ends or time is up.
  fileprivate func watched<C: Clock<Duration>>(
    for seconds: Double, from source: some StreamSource, _ clock: C, _ variables: [String: String]?
  ) async throws -> MediaStream {
    var stream = self
    let start = clock.now
    var elapsed = 0.0
    while elapsed < seconds, stream.reloads.last?.playlist.hasEndList != true {
      let wait = min(Double(max(playlist.targetDuration, 1)), seconds - elapsed)
      try await clock.sleep(until: clock.now.advanced(by: .seconds(wait)), tolerance: nil)
      elapsed = start.duration(to: clock.now) / .seconds(1)
      guard let bytes = try? await source.read(file, range: nil).bytes else { continue }
      let reloaded = PlaylistFile(name: file, bytes: bytes, variables: variables, referrer: nil)
      if case .media(let playlist)? = reloaded.playlist {
        stream.reloads.append(Reload(seconds: elapsed, playlist: playlist))
      }
    }
    return stream
  }
}
