// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist

extension ConformanceRule {
  /// What the media playlists of a stream have in common (6.2.4).
  static let acrossPlaylists: [ConformanceRule] = [
    ConformanceRule(
      "rfc-6.2.4-target-duration", .must, "All media playlists have the same target duration",
      why: "Subtitles and key pictures of a VOD stream are excepted.",
      each: { $0.mediaStreams }
    ) { stream, presentation in
      guard let target = presentation.commonTargetDuration,
        !presentation.mayDifferInTarget(stream)
      else { return nil }
      return .unless(
        stream.playlist.targetDuration == target, "\(target) s as the other playlists have",
        found: "\(stream.playlist.targetDuration) s", fix: .targetDuration(target))?
        .at(stream.place(of: "EXT-X-TARGETDURATION"))
    },
    ConformanceRule(
      "rfc-6.2.4-playlist-type", .must, "All media playlists have the same playlist type",
      each: { $0.mediaStreams },
      knowing: { $0.mediaStreams.lazy.compactMap(\.playlist.type).first }
    ) { stream, type in
      guard let type else { return nil }
      return .unless(
        stream.playlist.type == type, "EXT-X-PLAYLIST-TYPE:\(type) as the other playlists have",
        found: stream.playlist.type?.rawValue ?? "none",
        fix: stream.playlist.hasEndList && type == .vod ? .playlistType(type) : nil)
    },
    ConformanceRule(
      "rfc-6.2.4-end", .must, "All media playlists have ended or none has",
      each: { $0.mediaStreams },
      knowing: { $0.mediaStreams.contains(where: \.playlist.hasEndList) }
    ) { stream, hasEnded in
      .unless(
        stream.playlist.hasEndList == hasEnded, "EXT-X-ENDLIST as other playlists have",
        found: "none")
    },
    ConformanceRule(
      "rfc-6.2.4-dates", .must, "All media playlists say when their segments are, or none does",
      each: { $0.mediaStreams.filter { !$0.segments.isEmpty } },
      knowing: { $0.mediaStreams.contains(where: \.hasDates) }
    ) { stream, haveDates in
      guard haveDates else { return nil }
      return .unless(
        stream.hasDates, "EXT-X-PROGRAM-DATE-TIME as other playlists have", found: "none")
    },
    ConformanceRule(
      "rfc-6.2.4-date-values", .must, "The dates of media playlists agree",
      each: { $0.playStreams }, knowing: { $0.playStreams.first(where: \.hasDates) }
    ) { stream, first in
      guard let first,
        stream.playlist.mediaSequence == first.playlist.mediaSequence,
        let date = stream.segments.first?.programDateTime,
        let other = first.segments.first?.programDateTime
      else { return nil }
      return .unless(
        date.isSimultaneous(with: other) || stream.playlist.hasEndList == false,
        "\(other) as in '\(first.file)'", found: "\(date)")
    },
    ConformanceRule(
      "rfc-6.2.4-discontinuities", .must, "Discontinuities are numbered alike in all playlists",
      each: { $0.playStreams.filter { !$0.isLive } }
    ) { stream, presentation in
      guard !stream.renditionTypes.contains(.subtitles),
        let first = presentation.playStreams.first, !first.isLive
      else { return nil }
      let (count, expected) = (stream.lastDiscontinuity, first.lastDiscontinuity)
      return .unless(
        count == expected, "the last segment to have the discontinuity sequence \(expected)",
        found: "\(count)")
    },
    ConformanceRule(
      "apple-8.15", .must, "Discontinuities are at the same times in all playlists",
      each: { $0.playStreams }
    ) { stream, presentation in
      guard !stream.renditionTypes.contains(.subtitles),
        let first = presentation.playStreams.first, !first.isLive, !stream.isLive
      else { return [] }
      return zip(stream.discontinuityTimes, first.discontinuityTimes).compactMap { own, other in
        abs(own.time - other.time) < 0.5
          ? nil
          : Fault(
            "a discontinuity at \(seconds(other.time)) s", found: "one at \(seconds(own.time)) s",
            at: stream.place(ofSegment: own.segment).at(own.time))
      }
    },
    ConformanceRule(
      "rfc-6.2.4-date-ranges", .must, "Date ranges are the same in all playlists that have some",
      each: { $0.playStreams },
      knowing: { presentation in
        presentation.playStreams.first { !$0.playlist.dateRanges.isEmpty }
          .map { ($0, Set($0.playlist.dateRanges)) }
      }
    ) { stream, first in
      guard !stream.playlist.dateRanges.isEmpty, let (first, ranges) = first else { return nil }
      return .unless(
        Set(stream.playlist.dateRanges) == ranges, "the date ranges of '\(first.file)'",
        found: "others",
        fix: nil)
    },
    ConformanceRule(
      "rfc-6.2.4-duration", .must, "All media playlists of a VOD stream last as long",
      why: """
        One may have content that others have not only at its end, and less of it than the \
        shortest target duration.
        """,
      each: { $0.mediaStreams },
      knowing: { presentation in
        (
          presentation.longestVOD,
          presentation.mediaStreams.lazy.map(\.playlist.targetDuration).min() ?? 1
        )
      }
    ) { stream, known in
      let (longest, least) = known
      guard !stream.isLive, let longest, longest.file != stream.file,
        !stream.renditionTypes.contains(.subtitles) || stream.duration < longest.duration
      else { return nil }
      return .unless(
        longest.duration - stream.duration <= ExactDecimal(Int64(clamping: least)),
        "\(longest.duration) s as '\(longest.file)' has, or up to \(least) s less",
        found: "\(stream.duration) s")
    },
    ConformanceRule(
      "apple-8.7", .must, "All playlists of a VOD stream cover the same time",
      each: { $0.mediaStreams.filter { !$0.isLive } },
      knowing: { $0.videoVariants.lazy.compactMap(\.media).first }
    ) { stream, video in
      guard let video, !video.isLive,
        stream.file != video.file
      else { return nil }
      let difference = abs(stream.duration.doubleValue - video.duration.doubleValue)
      // A picture, and two frames of sound: one of priming, and one that the end fills up.
      return .unless(
        difference <= 0.1, "\(seconds(video.duration.doubleValue)) s as '\(video.file)' has",
        found: "\(seconds(stream.duration.doubleValue)) s")
    },
  ]
}

extension Presentation {
  /// Whether a playlist may have a target duration of its own.
  func mayDifferInTarget(_ stream: MediaStream) -> Bool {
    stream.playlist.hasEndList && (stream.isTrickPlay || stream.renditionTypes.contains(.subtitles))
  }
}

extension MediaStream {
  fileprivate var hasDates: Bool { segments.contains { $0.programDateTime != nil } }

  /// The discontinuity sequence number of the last segment.
  fileprivate var lastDiscontinuity: UInt64 {
    segments.isEmpty
      ? playlist.discontinuitySequence
      : playlist.discontinuitySequence(ofSegmentAt: segments.count - 1)
  }

  /// Where discontinuities are, in seconds from the start of the playlist.
  var discontinuityTimes: [(segment: Int, time: Double)] {
    var time = ExactDecimal.zero
    var times: [(Int, Double)] = []
    for (index, segment) in segments.enumerated() {
      if segment.isDiscontinuity { times.append((index, time.doubleValue)) }
      time += segment.duration
    }
    return times
  }
}

/// Seconds with three decimals, as findings print them.
func seconds(_ value: Double) -> String {
  guard value.isFinite, abs(value) < 1e12 else { return "\(value)" }
  return ExactDecimal(significand: Int64((value * 1000).rounded()), scale: 3)?.description
    ?? "\(value)"
}
