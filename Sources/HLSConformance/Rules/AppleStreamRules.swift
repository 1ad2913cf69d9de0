// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist

extension ConformanceRule {
  /// The authoring rules for trick play and the multivariant playlist (sections 6 and 9).
  static let appleStreams: [ConformanceRule] = [
    ConformanceRule(
      "apple-6.1", .must, "There are I-frame playlists", each: { $0.masters }
    ) { item, presentation in
      guard !presentation.videoVariants.isEmpty else { return nil }
      return .unless(
        !item.playlist.iFrameStreams.isEmpty, "EXT-X-I-FRAME-STREAM-INF", found: "none")
    },
    ConformanceRule(
      "apple-6.16", .must, "There is trick play in SDR", each: { $0.masters }
    ) { item, _ in
      guard !item.playlist.iFrameStreams.isEmpty else { return nil }
      return .unless(
        item.playlist.iFrameStreams.contains { !$0.isHDR }, "an I-frame stream in SDR",
        found: "none")
    },
    ConformanceRule(
      "apple-6.4", .should, "There is one I-frame stream of each size",
      each: { $0.masters }
    ) { item, presentation in
      guard !item.playlist.iFrameStreams.isEmpty else { return nil }
      let sizes = Set(item.playlist.iFrameStreams.compactMap(\.resolution))
      guard
        let missing = presentation.videoVariants.compactMap(\.stream.resolution)
          .first(where: { !sizes.contains($0) })
      else { return nil }
      return Fault("an I-frame stream of \(missing)", found: "none")
    },
    ConformanceRule(
      "apple-9.1", .must, "A variant declares CODECS", each: { $0.variants }
    ) { item, presentation in
      .unless(
        !item.stream.codecs.isEmpty, "CODECS", found: "none",
        fix: presentation.measuredCodecs(of: item).map { .codecs($0) })
    },
    ConformanceRule(
      "apple-9.2", .must, "A variant with video declares RESOLUTION",
      each: { $0.videoVariants }
    ) { item, _ in
      .unless(
        item.stream.resolution != nil, "RESOLUTION", found: "none",
        fix: item.media?.content?.size.map { .resolution($0) })
    },
    ConformanceRule(
      "apple-9.3", .must, "An I-frame stream declares CODECS", each: { $0.iFrameStreams }
    ) { item, _ in
      .unless(
        !item.stream.codecs.isEmpty, "CODECS", found: "none",
        fix: item.media?.content?.codec.map { .codecs([$0]) })
    },
    ConformanceRule(
      "apple-9.4", .must, "An I-frame stream declares RESOLUTION", each: { $0.iFrameStreams }
    ) { item, _ in
      .unless(
        item.stream.resolution != nil, "RESOLUTION", found: "none",
        fix: item.media?.content?.size.map { .resolution($0) })
    },
    ConformanceRule(
      "apple-9.9", .must, "Video comes at several bit rates",
      why: """
        The specification asks for it of what is published. A stream of one rung cannot keep it: \
        where that is meant, --skip apple-9.9 leaves the rule out.
        """,
      each: { $0.masters }
    ) { _, presentation in
      let videos = presentation.videoVariants
      guard !videos.isEmpty else { return nil }
      return .unless(
        Set(videos.map(\.stream.uri)).count > 1, "two variants or more", found: "one")
    },
    ConformanceRule(
      "apple-9.10", .should, "The greatest size of HD video comes at two bit rates",
      each: { $0.masters }
    ) { _, presentation in
      let sizes = presentation.videoVariants.filter { $0.stream.resolution != nil }
      guard
        let largest = sizes.compactMap(\.stream.resolution).max(by: { $0.height < $1.height }),
        largest.height >= 720
      else { return nil }
      let count = Set(sizes.filter { $0.stream.resolution == largest }.map(\.stream.uri)).count
      return .unless(count > 1, "two variants of \(largest)", found: "one")
    },
    ConformanceRule(
      "apple-9.11", .should, "EXT-X-INDEPENDENT-SEGMENTS is in the multivariant playlist",
      each: { $0.masters }
    ) { item, presentation in
      .unless(
        item.playlist.hasIndependentSegments || presentation.videoVariants.isEmpty,
        "EXT-X-INDEPENDENT-SEGMENTS", found: "none",
        fix: presentation.startsWithIDREverywhere == true ? .independentSegments : nil)
    },
    ConformanceRule(
      "apple-9.12", .must, "Video playlists say that their segments are independent",
      each: { $0.videoVariants }
    ) { item, presentation in
      guard let media = item.media, presentation.master?.hasIndependentSegments == false else {
        return nil
      }
      return .unless(
        media.playlist.hasIndependentSegments,
        "EXT-X-INDEPENDENT-SEGMENTS here or in the multivariant playlist", found: "none")
    },
    ConformanceRule(
      "apple-9.14", .must, "A stream declares AVERAGE-BANDWIDTH", each: { $0.describedStreams }
    ) { item, _ in
      .unless(
        item.stream.averageBandwidth != nil, "AVERAGE-BANDWIDTH", found: "none",
        fix: item.measured.map {
          .averageBandwidth($0.average.roundedUp)
        })
    },
    ConformanceRule(
      "apple-9.15", .must, "A variant with video declares FRAME-RATE",
      why: "Apple's devices refuse a variant that has VIDEO-RANGE and no FRAME-RATE.",
      each: { $0.videoVariants }
    ) { item, _ in
      .unless(
        item.stream.frameRate != nil, "FRAME-RATE", found: "none",
        fix: item.media?.content?.frameRate.map { .frameRate($0) })
    },
    ConformanceRule(
      "apple-9.16", .must, "Every stream declares VIDEO-RANGE where one is HDR",
      each: { $0.describedStreams.filter { $0.variant?.hasVideo ?? true } }
    ) { item, presentation in
      guard presentation.hasHDR else { return nil }
      return .unless(
        item.stream.videoRange != nil, "VIDEO-RANGE", found: "none",
        fix: item.media?.content?.range.map { .videoRange($0) })
    },
    ConformanceRule(
      "apple-9.19", .must, "All variants have a SCORE, or it is ignored", each: { $0.masters }
    ) { item, _ in
      let count = item.playlist.variants.count { $0.score != nil }
      return .unless(
        count == 0 || count == item.playlist.variants.count, "a SCORE on every variant",
        found: "on \(count) of \(item.playlist.variants.count)")
    },
    ConformanceRule(
      "apple-9.21", .must, "Some variant has a peak of at most 192 kbit/s, for cellular networks",
      why: """
        The specification asks for it of apps that play over cellular networks. A ladder whose \
        source or purpose has no such rung cannot keep it: --skip apple-9.21 leaves the rule out.
        """,
      each: { $0.masters }
    ) { item, _ in
      guard let least = item.playlist.variants.map(\.bandwidth).min() else { return nil }
      return .unless(least <= 192_000, "at most 192000", found: "\(least)")
    },
    ConformanceRule(
      "apple-tv-9-audio-alone", .must, "No variant has audio alone", each: { $0.variants }
    ) { item, presentation in
      guard !presentation.videoVariants.isEmpty else { return nil }
      return .unless(item.hasVideo, "video", found: "audio alone")
    },
  ]
}

extension StreamDescription {
  /// Whether the stream declares a range above SDR.
  var isHDR: Bool { videoRange.map { $0 != .sdr } ?? false }
}
