// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The tags that the reader knows.
enum Tag: String, CaseIterable, Sendable {
  case version = "EXT-X-VERSION"
  case independentSegments = "EXT-X-INDEPENDENT-SEGMENTS"
  case start = "EXT-X-START"
  case define = "EXT-X-DEFINE"

  case targetDuration = "EXT-X-TARGETDURATION"
  case mediaSequence = "EXT-X-MEDIA-SEQUENCE"
  case discontinuitySequence = "EXT-X-DISCONTINUITY-SEQUENCE"
  case endList = "EXT-X-ENDLIST"
  case playlistType = "EXT-X-PLAYLIST-TYPE"
  case iFramesOnly = "EXT-X-I-FRAMES-ONLY"
  case imagesOnly = "EXT-X-IMAGES-ONLY"
  case partInformation = "EXT-X-PART-INF"
  case serverControl = "EXT-X-SERVER-CONTROL"
  case skip = "EXT-X-SKIP"

  case duration = "EXTINF"
  case byteRange = "EXT-X-BYTERANGE"
  case discontinuity = "EXT-X-DISCONTINUITY"
  case key = "EXT-X-KEY"
  case map = "EXT-X-MAP"
  case programDateTime = "EXT-X-PROGRAM-DATE-TIME"
  case gap = "EXT-X-GAP"
  case bitRate = "EXT-X-BITRATE"
  case tiles = "EXT-X-TILES"
  case part = "EXT-X-PART"

  case dateRange = "EXT-X-DATERANGE"
  case preloadHint = "EXT-X-PRELOAD-HINT"
  case renditionReport = "EXT-X-RENDITION-REPORT"

  case media = "EXT-X-MEDIA"
  case streamInformation = "EXT-X-STREAM-INF"
  case iFrameStreamInformation = "EXT-X-I-FRAME-STREAM-INF"
  case imageStreamInformation = "EXT-X-IMAGE-STREAM-INF"
  case sessionData = "EXT-X-SESSION-DATA"
  case sessionKey = "EXT-X-SESSION-KEY"
  case contentSteering = "EXT-X-CONTENT-STEERING"
}

extension Tag {
  /// Which kind of playlist a tag belongs to.
  enum Kind { case either, media, multivariant }

  /// Which kind of playlist the tag belongs to.
  var kind: Kind {
    switch self {
    case .version, .independentSegments, .start, .define: .either
    case .media, .streamInformation, .iFrameStreamInformation, .imageStreamInformation,
      .sessionData, .sessionKey, .contentSteering:
      .multivariant
    default: .media
    }
  }

  /// Whether the tag may stand once in a playlist.
  var isSingular: Bool {
    switch self {
    case .version, .independentSegments, .start, .targetDuration, .mediaSequence,
      .discontinuitySequence, .endList, .playlistType, .iFramesOnly, .imagesOnly,
      .partInformation, .serverControl, .skip, .contentSteering:
      true
    default: false
    }
  }

  /// Whether the tag has no value.
  var isBare: Bool {
    switch self {
    case .independentSegments, .endList, .iFramesOnly, .imagesOnly, .discontinuity, .gap: true
    default: false
    }
  }

  /// Whether the tag comes once a segment or part, and so counts against the limit of those.
  var isPerSegment: Bool {
    switch self {
    case .duration, .byteRange, .discontinuity, .programDateTime, .gap, .bitRate, .part: true
    default: false
    }
  }

  /// Whether the tag says something of a segment, finished or not.
  var isOfSegment: Bool {
    isPerSegment || changesContext || self == .tiles
  }

  /// Whether the tag changes what is in force for the segments after it.
  var changesContext: Bool { self == .key || self == .map || self == .bitRate }

  /// The known tags, by the length of their names.
  private static let byLength: [[(name: String, tag: Tag)]] = {
    var lists = Array(repeating: [(name: String, tag: Tag)](), count: 40)
    for tag in allCases { lists[tag.rawValue.utf8.count].append((tag.rawValue, tag)) }
    return lists
  }()

  /// The tag whose whole name a range holds, or `nil` for one that is not known.
  init?(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    guard range.count < Self.byLength.count else { return nil }
    for entry in Self.byLength[range.count] where bytes.equals(range, entry.name) {
      self = entry.tag
      return
    }
    return nil
  }
}
