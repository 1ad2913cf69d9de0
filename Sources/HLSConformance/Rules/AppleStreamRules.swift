// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist
internal import ISOBMFF

extension ConformanceRule {
  /// The authoring rules for variants and trick play (sections 1, 6, 9 and 13).
  static let appleStreams: [ConformanceRule] = [
    ConformanceRule(
      "apple-1.1", .must, "Video is H.264, HEVC, Dolby Vision or AV1",
      each: { $0.describedStreams }
    ) { item, _ in
      let allowed = ["avc1", "avc3", "hvc1", "hev1", "dvh1", "dvhe", "av01", "dav1", "mjpg"]
      return item.stream.codecs.filter(isVideo).compactMap { codec in
        .unless(
          allowed.contains { codec.hasPrefix($0) }, "avc1, hvc1, dvh1 or av01",
          found: "'\(codec)'")
      }
    },
    ConformanceRule(
      "apple-1.3", .must, "H.264 is at most level 5.2", each: { $0.describedStreams }
    ) { item, _ in
      item.stream.codecs.compactMap { codec in
        guard case .avc(_, _, _, let level) = CodecString(parsing: codec) else { return nil }
        return .unless(level <= 52, "level 5.2 or lower", found: "'\(codec)'")
      }
    },
    ConformanceRule(
      "apple-1.6", .must, "HEVC is at most Main 10, level 5.1", each: { $0.describedStreams }
    ) { item, _ in
      item.stream.codecs.compactMap { codec in
        guard case .hevc = CodecString(parsing: codec), let level = codec.hevcLevel else {
          return nil
        }
        return .unless(level <= 153, "level 5.1 or lower", found: "'\(codec)'")
      }
    },
    ConformanceRule(
      "apple-1.10", .should, "Parameter sets are in the sample entry: avc1, hvc1, dvh1",
      why: "Apple's players play no picture of hev1 and dvhe.",
      each: { $0.describedStreams }
    ) { item, _ in
      item.stream.codecs.compactMap { codec in
        .unless(
          !["avc3", "hev1", "dvhe"].contains { codec.hasPrefix($0) }, "avc1, hvc1 or dvh1",
          found: "'\(codec)'")
      }
    },
    ConformanceRule(
      "apple-1.19", .must, "Video has at most 60 frames a second", each: { $0.videoVariants }
    ) { item, _ in
      guard let rate = item.stream.frameRate else { return nil }
      return .unless(rate <= 60, "at most 60", found: "\(rate)")
    },
    ConformanceRule(
      "apple-1.18", .should, "The frame rate is one of the usual ones",
      why: "Averages such as 29.412 come from a last frame of another length.",
      each: { $0.videoVariants }
    ) { item, _ in
      guard let rate = item.stream.frameRate else { return nil }
      return .unless(
        rate.isUsualFrameRate, "23.976, 24, 25, 29.97, 30, 50, 59.94 or 60", found: "\(rate)")
    },
    ConformanceRule(
      "apple-1.24", .must, "A stream with HDR has SDR as well", each: { $0.masters }
    ) { item, presentation in
      guard presentation.hasHDR else { return nil }
      return .unless(
        presentation.videoVariants.contains { !$0.isHDR }, "a variant of VIDEO-RANGE=SDR",
        found: "none")
    },
    ConformanceRule(
      "apple-1.20", .should, "HDR has a variant of at most 30 frames a second",
      each: { $0.masters }
    ) { _, presentation in
      let hdr = presentation.videoVariants.filter(\.stream.isHDR)
      guard !hdr.isEmpty, hdr.allSatisfy({ $0.stream.frameRate != nil }) else { return nil }
      return .unless(
        hdr.contains { $0.stream.frameRate ?? 0 <= 30 }, "a variant of 30 or less",
        found: "\(hdr.compactMap(\.stream.frameRate).min() ?? 0) and more")
    },
    ConformanceRule(
      "apple-1.12", .should, "Some video is H.264", each: { $0.masters }
    ) { _, presentation in
      let videos = presentation.videoVariants
      guard videos.contains(where: { !$0.stream.codecs.isEmpty }) else { return nil }
      return .unless(
        videos.contains { $0.stream.codecs.contains { $0.hasPrefix("avc") } },
        "a variant of avc1 for old devices", found: "none")
    },
    ConformanceRule(
      "apple-1.30", .should, "The peak of VOD is at most twice the average",
      each: { $0.variants }
    ) { item, _ in
      guard let average = item.stream.averageBandwidth, item.media?.isLive != true else {
        return nil
      }
      return .unless(
        item.stream.bandwidth / 2 <= average, "at most \(average) doubled",
        found: "\(item.stream.bandwidth)")
    },
    ConformanceRule(
      "apple-1.33", .should, "All variants have the same aspect ratio",
      each: { $0.videoVariants }
    ) { item, presentation in
      guard let size = item.stream.resolution,
        let first = presentation.videoVariants.compactMap(\.stream.resolution).first,
        first.height > 0, size.height > 0
      else { return nil }
      let ratio = Double(size.width) / Double(size.height)
      let other = Double(first.width) / Double(first.height)
      // Even sizes are seldom of exactly the same shape: 416x234, 768x432.
      return .unless(
        abs(ratio / other - 1) < 0.02, "the shape of \(first)", found: "\(size)")
    },
    ConformanceRule(
      "apple-1.34", .should, "Some variant of UHD has at most 15 Mbit/s", each: { $0.masters }
    ) { _, presentation in
      let large = presentation.variants.filter { ($0.stream.resolution?.height ?? 0) >= 2160 }
      guard let least = large.map({ $0.stream.averageBandwidth ?? $0.stream.bandwidth }).min()
      else { return nil }
      return .unless(least <= 15_000_000, "at most 15000000", found: "\(least)")
    },
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
      "apple-9.9", .must, "Video comes at several bit rates", each: { $0.masters }
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
    ) { item, presentation in
      .unless(
        item.stream.averageBandwidth != nil, "AVERAGE-BANDWIDTH", found: "none",
        fix: presentation.measuredBandwidth(of: item).map {
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
    ConformanceRule(
      "apple-13.11", .must, "No key has the method SAMPLE-AES-CTR", each: { $0.mediaStreams }
    ) { stream, _ in
      .unless(
        !stream.keys.contains { $0.method == .sampleAESCTR }, "METHOD=SAMPLE-AES",
        found: "METHOD=SAMPLE-AES-CTR")
    },
    ConformanceRule(
      "apple-13-fairplay-method", .must, "FairPlay has the method SAMPLE-AES",
      each: { $0.mediaStreams }
    ) { stream, _ in
      guard let key = stream.keys.first(where: { $0.isFairPlay }) else { return nil }
      return .unless(
        key.method == .sampleAES, "METHOD=SAMPLE-AES", found: "METHOD=\(key.method)")
    },
    ConformanceRule(
      "apple-13-fairplay-iv", .should, "A key of FairPlay has no IV", each: { $0.mediaStreams }
    ) { stream, _ in
      guard let key = stream.keys.first(where: { $0.isFairPlay }) else { return nil }
      return .unless(
        key.initializationVector == nil, "none: it comes with the licence", found: "an IV")
    },
    ConformanceRule(
      "apple-13-hdcp-level", .should, "Protected video in HD declares HDCP-LEVEL",
      each: { $0.videoVariants }
    ) { item, _ in
      guard let size = item.stream.resolution, size.height >= 720,
        item.media?.keys.contains(where: { $0.isFairPlay }) == true
      else { return nil }
      let level = size.height > 1080 ? "TYPE-1" : "TYPE-0"
      return .unless(
        item.stream.hdcpLevel != nil, "HDCP-LEVEL=\(level)", found: "none")
    },
  ]
}

extension StreamDescription {
  /// Whether the stream declares a range above SDR.
  var isHDR: Bool { videoRange.map { $0 != .sdr } ?? false }
}

extension VariantItem {
  /// Whether the variant is HDR, as it says or as its media does.
  fileprivate var isHDR: Bool {
    stream.isHDR || media?.content?.range.map { $0 != .sdr } ?? false
  }
}

extension EncryptionKey {
  /// Whether the key is delivered by FairPlay Streaming.
  fileprivate var isFairPlay: Bool { keyFormat == "com.apple.streamingkeydelivery" }
}

extension Presentation {
  /// Whether a stream is HDR, as it says or as its media does.
  var hasHDR: Bool {
    describedStreams.contains { item in
      item.stream.isHDR || item.media?.content?.range.map { $0 != .sdr } ?? false
    }
  }
}

extension ExactDecimal {
  /// Whether the number is a frame rate that video is made in, within a thousandth.
  fileprivate var isUsualFrameRate: Bool {
    [23.976, 24, 25, 29.97, 30, 50, 59.94, 60, 48, 47.952, 15, 12.5, 14.985, 12, 11.988]
      .contains { abs($0 - doubleValue) < 0.0015 }
  }
}

extension String {
  /// The level of an HEVC format, 30 times its number.
  fileprivate var hevcLevel: Int? {
    let fields = split(separator: ".")
    guard fields.count > 3, let tier = fields[3].first, "LH".contains(tier) else { return nil }
    return Int(fields[3].dropFirst())
  }
}
