// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist

extension ConformanceRule {
  /// How live playlists change (6.2.1, 6.2.2).
  static let reloading: [ConformanceRule] = [
    ConformanceRule(
      "rfc-6.2.1-continues", .must, "A reloaded playlist continues the one before it",
      needs: .reloads, each: { $0.mediaStreams }
    ) { stream, _ in
      stream.loadPairs.compactMap { before, after in
        do throws(PlaylistError) {
          try after.playlist.checkContinues(before.playlist)
          return nil
        } catch {
          return Fault(
            "what continues the playlist", found: error.reason, at: stream.place.at(after.seconds))
        }
      }
    },
    ConformanceRule(
      "rfc-6.2.1-version", .must, "The version stays the same over reloads", needs: .reloads,
      each: { $0.mediaStreams }
    ) { stream, _ in
      stream.loadPairs.compactMap { before, after in
        Fault.unless(
          before.playlist.declaredVersion == after.playlist.declaredVersion,
          "version \(before.playlist.declaredVersion ?? 1)",
          found: "\(after.playlist.declaredVersion ?? 1)")?.at(stream.place.at(after.seconds))
      }
    },
    ConformanceRule(
      "rfc-6.2.1-fresh", .must, "A new segment appears within one and a half target durations",
      needs: .reloads, each: { $0.mediaStreams }
    ) { stream, _ in
      let limit = Double(stream.playlist.targetDuration) * 1.5
      var last = (end: stream.playlist.endSequence, seconds: 0.0)
      for load in stream.reloads {
        if load.playlist.endSequence > last.end || load.playlist.hasEndList {
          last = (load.playlist.endSequence, load.seconds)
        } else if load.seconds - last.seconds > limit {
          return Fault(
            "a new segment within \(seconds(limit)) s",
            found: "none for \(seconds(load.seconds - last.seconds)) s",
            at: stream.place.at(load.seconds))
        }
      }
      return nil
    },
    ConformanceRule(
      "rfc-6.2.2-removal", .must, "A playlist that loses segments keeps three target durations",
      needs: .reloads, each: { $0.mediaStreams }
    ) { stream, _ in
      stream.loadPairs.compactMap { before, after in
        guard after.playlist.mediaSequence > before.playlist.mediaSequence,
          !after.playlist.hasEndList
        else { return nil }
        return Fault.unless(
          after.playlist.segments.duration >= stream.threeTargets,
          "at least \(stream.threeTargets) s", found: "\(after.playlist.segments.duration) s")?
          .at(stream.place.at(after.seconds))
      }
    },
  ]
}

extension MediaStream {
  /// Each load of the playlist with the one before it.
  fileprivate var loadPairs: [(Reload, Reload)] {
    let loads = [Reload(seconds: 0, playlist: playlist)] + reloads
    return Array(zip(loads, loads.dropFirst()))
  }
}
