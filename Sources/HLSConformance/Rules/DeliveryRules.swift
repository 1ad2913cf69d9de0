// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist

extension ConformanceRule {
  /// How the web delivers a stream (section 4; authoring rules 8.18 and 10).
  static let delivery: [ConformanceRule] = [
    ConformanceRule(
      "apple-10.1", .must, "Playlists are compressed by gzip", needs: .playlists,
      why:
        "A playlist of two hours is a tenth as large, and live ones are loaded every few seconds.",
      each: { $0.files }
    ) { file, _ in
      guard let delivery = file.delivery else { return nil }
      return .unless(delivery.isCompressed, "Content-Encoding: gzip", found: "none")
    },
    ConformanceRule(
      "rfc-4-identified", .must, "A playlist is known by the end of its path or by its media type",
      each: { $0.files }
    ) { file, _ in
      guard let delivery = file.delivery else { return nil }
      let path = file.base.prefix { $0 != "?" && $0 != "#" }
      return .unless(
        path.hasSuffix(".m3u8") || path.hasSuffix(".m3u") || delivery.isPlaylist,
        "a path that ends in .m3u8, or application/vnd.apple.mpegurl",
        found: delivery.mediaType ?? "no media type")
    },
    ConformanceRule(
      "apple-10-playlist-type", .should, "The media type of a playlist is HLS's own",
      each: { $0.files }
    ) { file, _ in
      guard let delivery = file.delivery else { return nil }
      return .unless(
        delivery.isPlaylist, "application/vnd.apple.mpegurl",
        found: delivery.mediaType ?? "no media type")
    },
    ConformanceRule(
      "apple-10-segment-type", .should, "The media type of a segment is that of its format",
      needs: .media, each: { $0.readStreams }
    ) { item, _ in
      let delivered = item.segments.compactMap { index, segment in
        segment.delivery.map { (index, segment.format.mediaTypes, $0.mediaType) }
      }
      return delivered.compactMap { index, expected, type in
        guard let first = expected.first, !expected.contains(type ?? "") else { return nil }
        return Fault(first, found: type ?? "no media type", at: item.place(index))
      }
    },
    ConformanceRule(
      "apple-8.18", .must, "Media is not redirected", needs: .media, each: { $0.readStreams }
    ) { item, _ in
      item.segments.compactMap { index, segment in
        guard let count = segment.delivery?.redirects, count > 0 else { return nil }
        return Fault("no redirect", found: "\(count)", at: item.place(index))
      }
    },
    ConformanceRule(
      "rung-range-requests", .should, "The server sends the byte ranges that it is asked for",
      needs: .media, why: "Without them a client fetches the whole file for each segment.",
      each: { $0.readStreams }
    ) { item, _ in
      guard let index = item.segments.first(where: { $0.segment.delivery?.ignoresRanges == true })
      else { return nil }
      return Fault("HTTP status 206", found: "the whole resource", at: item.place(index.index))
    },
  ]
}

extension StreamResource.Delivery {
  /// Whether the media type is one of playlists.
  fileprivate var isPlaylist: Bool {
    ["application/vnd.apple.mpegurl", "audio/mpegurl"].contains(mediaType)
  }
}

extension SegmentFormat {
  /// The media types that fit, the usual one first; none where nothing is known.
  fileprivate var mediaTypes: [String] {
    switch self {
    case .fragmentedMP4: ["video/iso.segment", "video/mp4", "audio/mp4", "application/mp4"]
    case .transportStream: ["video/mp2t"]
    case .packedAudio: ["audio/aac", "audio/mpeg", "audio/ac3", "audio/eac3"]
    case .webVTT: ["text/vtt", "text/plain"]
    case .unknown: []
    }
  }
}
