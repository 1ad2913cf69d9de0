// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist

extension ConformanceRule {
  /// How live playlists change (6.2.1, 6.2.2).
  static let reloading: [ConformanceRule] = [
    ConformanceRule(
      "rung-reload-readable", .must, "A live playlist can be loaded again", needs: .reloads,
      each: { $0.mediaStreams }
    ) { stream, _ in
      stream.reloads.compactMap { load in
        load.failure.map {
          Fault("a media playlist", found: $0, at: stream.place.at(load.seconds))
        }
      }
    },
    ConformanceRule(
      "rfc-6.2.1-continues", .must, "A reloaded playlist continues the one before it",
      needs: .reloads, each: { $0.mediaStreams }
    ) { stream, _ in
      stream.reloads.compactMap { load in
        load.contradiction.map {
          Fault("what continues the playlist", found: $0, at: stream.place.at(load.seconds))
        }
      }
    },
    ConformanceRule(
      "rfc-6.2.1-version", .must, "The version stays the same over reloads", needs: .reloads,
      each: { $0.mediaStreams }
    ) { stream, _ in
      stream.reloads.compactMap { load in
        Fault.unless(
          load.versions.before == load.versions.after, "version \(load.versions.before)",
          found: "\(load.versions.after)")?.at(stream.place.at(load.seconds))
      }
    },
    ConformanceRule(
      "rfc-6.2.1-fresh", .must, "A new segment appears within one and a half target durations",
      needs: .reloads, each: { $0.mediaStreams }
    ) { stream, _ in
      let limit = Double(stream.playlist.targetDuration) * 1.5
      var last = (end: stream.playlist.endSequence, seconds: 0.0)
      for load in stream.reloads {
        if load.endSequence > last.end || load.hasEnded {
          last = (load.endSequence, load.seconds)
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
      stream.reloads.compactMap { load in
        guard load.hasLostSegments, !load.hasEnded else { return nil }
        return Fault.unless(
          load.duration >= stream.threeTargets, "at least \(stream.threeTargets) s",
          found: "\(load.duration) s")?.at(stream.place.at(load.seconds))
      }
    },
  ]
}
