// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The lines of one segment that depend on nothing before it, each kind by itself: what a
/// changed segment is compared by.
struct SegmentLines {
  /// The tags in canonical order; keys, maps and bit rates depend on what is in force before.
  static let tags: [Tag] = [.discontinuity, .programDateTime, .tiles, .gap, .byteRange, .duration]

  private let segment: MediaSegment

  init(_ segment: MediaSegment) { self.segment = segment }

  /// The lines of a tag, as one text.
  subscript(tag: Tag) -> [UInt8] {
    get throws(PlaylistError) {
      var bytes: [UInt8] = []
      switch tag {
      case .discontinuity:
        for _ in 0..<max(segment.discontinuityCount, 0) { bytes.append("#EXT-X-DISCONTINUITY\n") }
      case .programDateTime:
        if let date = segment.programDateTime {
          bytes.append("#EXT-X-PROGRAM-DATE-TIME:\(date)\n")
        }
      case .tiles:
        if var tiles = segment.tiles { try bytes.append(tag: "#EXT-X-TILES:", &tiles) }
      case .gap: if segment.isGap { bytes.append("#EXT-X-GAP\n") }
      case .byteRange:
        if let range = segment.byteRange { bytes.append("#EXT-X-BYTERANGE:\(range)\n") }
      default: try appendDuration(to: &bytes)
      }
      return bytes
    }
  }

  private func appendDuration(to bytes: inout [UInt8]) throws(PlaylistError) {
    guard segment.duration.significand >= 0 else {
      throw .unwritable("expected no negative duration, found \(segment.duration)")
    }
    bytes.append("#EXTINF:")
    segment.duration.write(to: &bytes, minimumDecimals: 5)
    bytes.append(",")
    if let title = segment.title {
      try WritableText.check(title, in: "title", .title)
      bytes.append(title)
    }
    bytes.append("\n")
  }

  /// The URI line.
  var uri: [UInt8] {
    get throws(PlaylistError) {
      try WritableText.check(segment.uri, in: "URI", .uriLine)
      return Array((segment.uri + "\n").utf8)
    }
  }

  /// A line for each part.
  var parts: [[UInt8]] {
    get throws(PlaylistError) { try PlaylistSection(.part, each: segment.parts).entries }
  }
}
