// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist
internal import ISOBMFF

extension ConformanceRule {
  /// Variants and streams of key pictures as the specification has them (4.4.6.2, 4.4.6.3).
  static let streams: [ConformanceRule] = [
    ConformanceRule(
      "rfc-4.4.6.2-average", .must, "AVERAGE-BANDWIDTH does not exceed BANDWIDTH",
      why: "Short clips whose tail no window holds are where packagers get this wrong.",
      each: { $0.describedStreams }
    ) { item, _ in
      guard let average = item.stream.averageBandwidth else { return nil }
      return .unless(
        average <= item.stream.bandwidth, "at most the BANDWIDTH \(item.stream.bandwidth)",
        found: "\(average)")
    },
    ConformanceRule(
      "rfc-4.4.6.2-bandwidth", .must, "A BANDWIDTH is above 0", each: { $0.describedStreams }
    ) { item, _ in
      .unless(item.stream.bandwidth > 0, "a rate above 0", found: "0")
    },
    ConformanceRule(
      "rfc-4.4.6.2-codecs", .should, "A stream declares its formats",
      each: { $0.describedStreams }
    ) { item, _ in
      .unless(!item.stream.codecs.isEmpty, "CODECS", found: "none", fix: item.codecsFix)
    },
    ConformanceRule(
      "rfc-4.4.6.2-codec-form", .must, "Every format of CODECS is written as its standard says",
      each: { $0.describedStreams }
    ) { item, _ in
      item.stream.codecs.compactMap { codec in
        let parsed = CodecString(parsing: codec)
        guard case .other = parsed, codec.isMalformedCodec else { return nil }
        return Fault("a format such as 'hvc1.2.4.L123.B0'", found: "'\(codec)'")
      }
    },
    ConformanceRule(
      "rung-codec-repeated", .should, "CODECS names a format once",
      each: { $0.describedStreams }
    ) { item, _ in
      .unless(
        Set(item.stream.codecs).count == item.stream.codecs.count, "each format once",
        found: "'\(item.stream.codecs.joined(separator: ","))'",
        fix: .codecs(item.stream.codecs.uniqued))
    },
    ConformanceRule(
      "rfc-4.4.6.2-supplemental", .must, "A supplemental format has its base format in CODECS",
      each: { $0.describedStreams }
    ) { item, _ in
      item.stream.supplementalCodecs.compactMap { supplement in
        let family = String(supplement.prefix(4))
        guard let bases = Self.bases[family] else { return nil }
        return .unless(
          item.stream.codecs.contains { bases.contains(String($0.prefix(4))) },
          "one of \(bases.joined(separator: ", ")) in CODECS",
          found: "'\(item.stream.codecs.joined(separator: ","))'")
      }
    },
    ConformanceRule(
      "rfc-4.4.6.2-supplemental-range", .must,
      "The brand of a supplemental format agrees with VIDEO-RANGE",
      each: { $0.describedStreams }
    ) { item, _ in
      item.stream.supplementalCodecs.compactMap { supplement in
        for brand in supplement.split(separator: "/").dropFirst() {
          guard let range = Self.ranges[String(brand)] else { continue }
          return .unless(
            item.stream.videoRange ?? .sdr == range, "VIDEO-RANGE=\(range) beside '\(brand)'",
            found: "\(item.stream.videoRange ?? .sdr)")
        }
        return nil
      }
    },
    ConformanceRule(
      "rfc-4.4.6.2-range-known", .should, "VIDEO-RANGE is SDR, HLG or PQ",
      why: "A client never selects a stream whose range it does not know.",
      each: { $0.describedStreams }
    ) { item, _ in
      guard let range = item.stream.videoRange else { return nil }
      return .unless([.sdr, .hlg, .pq].contains(range), "SDR, HLG or PQ", found: "\(range)")
    },
    ConformanceRule(
      "apple-1.7-codec", .must, "A format of 8 bits alone is SDR",
      each: { $0.describedStreams }
    ) { item, _ in
      guard let range = item.stream.videoRange, range != .sdr,
        let codec = item.stream.codecs.first(where: isVideo), codec.isEightBitVideo
      else { return nil }
      return Fault("a format of 10 bits for \(range)", found: "'\(codec)'")
    },
    ConformanceRule(
      "rfc-4.4.6.2-resolution", .must, "A RESOLUTION has a width and a height",
      each: { $0.describedStreams }
    ) { item, _ in
      guard let size = item.stream.resolution else { return nil }
      return .unless(
        size.width > 0 && size.height > 0, "a width and a height above 0", found: "\(size)")
    },
    ConformanceRule(
      "rfc-4.4.6.2-frame-rate", .should, "A variant of more than 30 frames a second says so",
      needs: .media, each: { $0.videoVariants }
    ) { item, _ in
      guard item.stream.frameRate == nil, let rate = item.media?.content?.frameRate,
        rate.doubleValue > 30
      else { return nil }
      return Fault("FRAME-RATE=\(rate)", found: "none", fix: .frameRate(rate))
    },
    ConformanceRule(
      "rfc-4.4.6.2-score", .should, "All variants have a SCORE or none has",
      each: { $0.variants }, knowing: { $0.variants.contains { $0.stream.score != nil } }
    ) { item, areUsed in
      guard areUsed else { return nil }
      return .unless(item.stream.score != nil, "a SCORE as other variants have", found: "none")
    },
    ConformanceRule(
      "rfc-4.4.6.2-layout-default", .should, "REQ-VIDEO-LAYOUT is not written for flat video",
      each: { $0.describedStreams }
    ) { item, _ in
      let layouts = item.stream.requiredVideoLayouts
      let defaults: Set<Substring> = ["CH-MONO", "PROJ-RECT"]
      return .unless(
        layouts.isEmpty
          || !layouts.allSatisfy { defaults.isSuperset(of: $0.split(separator: "/")) },
        "no attribute where the layout is the default",
        found: "'\(layouts.joined(separator: ","))'")
    },
    ConformanceRule(
      "rfc-4.4.6.2-stable-id", .must, "A stable identifier has the characters it may have",
      each: { $0.describedStreams }
    ) { item, _ in
      guard let id = item.stream.stableVariantID else { return nil }
      return .unless(
        id.isStableIdentifier, "letters, digits, '+', '/', '=', '.', '-' and '_'",
        found: "'\(id)'")
    },
    ConformanceRule(
      "rfc-6.2.4-i-frames", .must, "An I-frame stream names a playlist of key pictures",
      each: { $0.iFrameStreams }
    ) { item, _ in
      guard let media = item.media else { return nil }
      return .unless(
        media.playlist.isIFramesOnly, "EXT-X-I-FRAMES-ONLY in '\(media.file)'", found: "none")
    },
    ConformanceRule(
      "rfc-6.2.4-variant-i-frames", .must, "A variant does not name a playlist of key pictures",
      each: { $0.variants }
    ) { item, _ in
      guard let media = item.media else { return nil }
      return .unless(
        !media.playlist.isIFramesOnly, "no EXT-X-I-FRAMES-ONLY in '\(media.file)'",
        found: "it")
    },
    ConformanceRule(
      "rung-no-variant", .should, "A multivariant playlist has a variant", each: { $0.masters }
    ) { item, _ in
      .unless(!item.playlist.variants.isEmpty, "EXT-X-STREAM-INF", found: "none")
    },
  ]

  /// The formats that a supplemental format may add to.
  private static let bases = [
    "dvh1": ["hvc1", "hev1"], "dvhe": ["hvc1", "hev1"], "dav1": ["av01"], "dva1": ["avc1"],
  ]

  /// The range that a brand of Dolby Vision stands for.
  private static let ranges: [String: HLSPlaylist.VideoRange] = [
    "db1p": .pq, "db4h": .hlg, "db2g": .sdr, "db4g": .sdr,
  ]
}

/// A variant or a stream of key pictures, where a rule speaks of both.
struct DescribedStream: PlacedItem {
  let place: Place
  let stream: any StreamDescription
  let media: MediaStream?
  /// The variant itself, if it is one.
  let variant: VariantItem?
  /// What CODECS should be, where the media was read.
  let codecsFix: Fix?
  /// The rates with the renditions that play beside the stream, where all sizes are known.
  let measured: Bandwidth?
}

extension String {
  /// Whether a format begins like one with fields and does not have them.
  fileprivate var isMalformedCodec: Bool {
    ["avc1", "avc3", "hvc1", "hev1", "av01", "mp4a", "dvh1", "dvhe"].contains {
      hasPrefix($0)
    }
  }

  /// Whether the format has 8 bits a sample: H.264 in its common profiles, HEVC Main.
  fileprivate var isEightBitVideo: Bool {
    switch CodecString(parsing: self) {
    case .avc(_, let profile, _, _): profile <= 100
    case .hevc: hasPrefix("hvc1.1.") || hasPrefix("hev1.1.")
    default: false
    }
  }

  /// Whether the text may be a STABLE-VARIANT-ID or a STABLE-RENDITION-ID.
  var isStableIdentifier: Bool {
    utf8.allSatisfy { byte in
      (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
        || "+/=.-_".utf8.contains(byte)
    }
  }
}

extension Array where Element: Hashable {
  /// The elements, each once, in order.
  var uniqued: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
