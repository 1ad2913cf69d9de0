// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist

extension ConformanceRule {
  /// Low latency and live playlists (4.4.3.8, appendix B; authoring rules 8.4 to 8.12 and 14).
  static let liveEdge: [ConformanceRule] = [
    ConformanceRule(
      "rfc-4.4.3.8-part-hold-back", .should, "PART-HOLD-BACK is three part targets or more",
      each: { $0.mediaStreams }
    ) { stream, _ in
      guard let target = stream.playlist.partInformation?.partTarget,
        let holdBack = stream.playlist.serverControl?.partHoldBack
      else { return nil }
      return .unless(
        holdBack >= target * 3, "at least \(target * 3) s", found: "\(holdBack) s")
    },
    ConformanceRule(
      "rfc-4.4.3.8-skip-date-ranges", .must, "CAN-SKIP-DATERANGES stands beside CAN-SKIP-UNTIL",
      each: { $0.mediaStreams }
    ) { stream, _ in
      guard let control = stream.playlist.serverControl, control.canSkipDateRanges else {
        return nil
      }
      return .unless(control.canSkipUntil != nil, "CAN-SKIP-UNTIL", found: "none")
    },
    ConformanceRule(
      "rfc-6.2.4-server-control", .must, "The server control is the same in all media playlists",
      each: { $0.playStreams }
    ) { stream, presentation in
      guard let first = presentation.playStreams.first else { return nil }
      return .unless(
        stream.playlist.serverControl == first.playlist.serverControl,
        "the EXT-X-SERVER-CONTROL of '\(first.file)'", found: "another or none")
    },
    ConformanceRule(
      "rfc-6.2.2-length", .must, "A live playlist lasts at least three target durations",
      each: { $0.playStreams.filter(\.isLive) }
    ) { stream, _ in
      .unless(
        stream.duration >= stream.threeTargets || stream.playlist.mediaSequence == 0,
        "at least \(stream.threeTargets) s", found: "\(stream.duration) s")
    },
    ConformanceRule(
      "apple-8.11", .must, "A live playlist has at least six segments",
      each: { $0.playStreams.filter(\.isLive) }
    ) { stream, _ in
      .unless(
        stream.segments.count >= 6
          || stream.playlist.mediaSequence == 0
            && stream.playlist.type == .event,
        "at least 6 segments", found: "\(stream.segments.count)")
    },
    ConformanceRule(
      "apple-8.12", .should, "A live playlist lasts at least 15 minutes",
      each: { $0.playStreams.filter(\.isLive) }
    ) { stream, _ in
      .unless(
        stream.duration >= 900 || stream.playlist.type == .event, "at least 900 s",
        found: "\(stream.duration) s")
    },
    ConformanceRule(
      "apple-tv-8.12", .should, "A live playlist lasts at least two hours",
      each: { $0.playStreams.filter(\.isLive) }
    ) { stream, _ in
      .unless(
        stream.duration >= 7200 || stream.playlist.type == .event, "at least 7200 s",
        found: "\(stream.duration) s")
    },
    ConformanceRule(
      "apple-8.4", .must, "A live playlist says when its segments are",
      each: { $0.playStreams.filter(\.isLive) }
    ) { stream, _ in
      .unless(
        stream.segments.isEmpty || stream.segments.contains { $0.programDateTime != nil },
        "EXT-X-PROGRAM-DATE-TIME", found: "none")
    },
    ConformanceRule(
      "apple-14-part-hold-back", .must, "PART-HOLD-BACK is three part targets or more",
      each: { $0.mediaStreams }
    ) { stream, _ in
      guard let target = stream.playlist.partInformation?.partTarget,
        let holdBack = stream.playlist.serverControl?.partHoldBack
      else { return nil }
      return .unless(
        holdBack >= target * 3, "at least \(target * 3) s", found: "\(holdBack) s")
    },
  ]
}
