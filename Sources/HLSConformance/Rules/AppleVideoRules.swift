// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist
internal import ISOBMFF

extension ConformanceRule {
  /// The authoring rules for video (section 1), as far as playlists tell.
  static let appleVideo: [ConformanceRule] = [
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
      "apple-1.24", .must, "A stream with HDR has SDR as well",
      why: """
        Devices without HDR have nothing to play. A stream of one HDR rung cannot keep it: --skip \
        apple-1.24 leaves the rule out.
        """,
      each: { $0.masters }
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
      each: { $0.videoVariants },
      knowing: { $0.videoVariants.lazy.compactMap(\.stream.resolution).first }
    ) { item, first in
      guard let size = item.stream.resolution, let first, first.height > 0, size.height > 0
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
  ]
}

extension VariantItem {
  /// Whether the variant is HDR, as it says or as its media does.
  fileprivate var isHDR: Bool {
    stream.isHDR || media?.content?.range.map { $0 != .sdr } ?? false
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
