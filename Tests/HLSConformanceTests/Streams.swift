// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HLSConformance

/// A stream in memory: texts by name, and sizes of segments.
struct Stream: Sendable {
  var texts: [String: String]
  var resources: [String: [UInt8]] = [:]
  var segmentSize: UInt64? = 750_000
  /// How the web delivers everything; `nil` for files.
  var delivery: StreamResource.Delivery?

  /// The same stream with a text replaced wherever it stands in a file.
  func replacing(_ text: String, with other: String, in file: String = "master.m3u8") -> Stream {
    var stream = self
    let changed = texts[file]?.replacing(text, with: other)
    precondition(changed != texts[file], "'\(text)' does not stand in \(file)")
    stream.texts[file] = changed
    return stream
  }

  /// The same stream with another file.
  func with(_ file: String, _ text: String) -> Stream {
    var stream = self
    stream.texts[file] = text
    return stream
  }

  /// The same stream with lines put at the end of a file.
  func adding(_ lines: String, to file: String = "master.m3u8") -> Stream {
    with(file, (texts[file] ?? "") + lines + "\n")
  }

  /// The same stream without a file.
  func without(_ file: String) -> Stream {
    var stream = self
    stream.texts[file] = nil
    return stream
  }

  /// The stream as a client reads it.
  func load(_ root: String = "master.m3u8") async throws -> Presentation {
    var source = MemorySource(texts.mapValues { Array($0.utf8) })
    source.resources.merge(resources) { $1 }
    if let delivery { source.deliveries = source.resources.mapValues { _ in delivery } }
    return try await Presentation.load(root, from: SizedSource(source, segmentSize))
  }

  /// The findings of a rule.
  func findings(_ rule: String, root: String = "master.m3u8") async throws -> [Finding] {
    let presentation = try await load(texts[root] == nil ? texts.keys.sorted()[0] : root)
    return ConformanceRule.named(rule)?.findings(in: presentation) ?? []
  }
}

/// A source whose segments are all of one size and hold nothing.
struct SizedSource: StreamSource {
  private let memory: MemorySource
  private let segmentSize: UInt64?

  init(_ memory: MemorySource, _ segmentSize: UInt64?) {
    self.memory = memory
    self.segmentSize = segmentSize
  }

  func read(_ uri: String, range: Range<UInt64>?) async throws -> StreamResource {
    try await memory.read(uri, range: range)
  }

  func size(of uri: String) async -> UInt64? { await memory.size(of: uri) ?? segmentSize }
}

extension Stream {
  /// Three segments of 6 s, every one of 750,000 bytes: 1,000,000 bit/s.
  static let media = """
    #EXTM3U
    #EXT-X-VERSION:6
    #EXT-X-TARGETDURATION:6
    #EXT-X-PLAYLIST-TYPE:VOD
    #EXT-X-MAP:URI="init.mp4"
    #EXTINF:6.00000,
    1.m4s
    #EXTINF:6.00000,
    2.m4s
    #EXTINF:6.00000,
    3.m4s
    #EXT-X-ENDLIST

    """

  /// Key pictures of 15,000 bytes, one for each segment: 20,000 bit/s.
  static let iFrames = """
    #EXTM3U
    #EXT-X-VERSION:5
    #EXT-X-TARGETDURATION:6
    #EXT-X-PLAYLIST-TYPE:VOD
    #EXT-X-I-FRAMES-ONLY
    #EXT-X-MAP:URI="init.mp4"
    #EXTINF:6.00000,
    #EXT-X-BYTERANGE:15000@0
    1.m4s
    #EXTINF:6.00000,
    #EXT-X-BYTERANGE:15000@0
    2.m4s
    #EXTINF:6.00000,
    #EXT-X-BYTERANGE:15000@0
    3.m4s
    #EXT-X-ENDLIST

    """

  /// Subtitles of one segment, of no size to speak of.
  static let subtitles = """
    #EXTM3U
    #EXT-X-VERSION:4
    #EXT-X-TARGETDURATION:18
    #EXT-X-PLAYLIST-TYPE:VOD
    #EXTINF:18.00000,
    #EXT-X-BYTERANGE:300@0
    1.vtt
    #EXT-X-ENDLIST

    """

  /// A live playlist of six segments at its start.
  static let live = """
    #EXTM3U
    #EXT-X-VERSION:6
    #EXT-X-TARGETDURATION:6
    #EXT-X-MEDIA-SEQUENCE:7
    #EXT-X-MAP:URI="init.mp4"
    #EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z

    """ + (1...6).map { "#EXTINF:6.00000,\n\($0).m4s\n" }.joined()

  /// A live playlist of low latency.
  static let lowLatency = """
    #EXTM3U
    #EXT-X-VERSION:9
    #EXT-X-TARGETDURATION:6
    #EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=36,HOLD-BACK=18,PART-HOLD-BACK=3
    #EXT-X-PART-INF:PART-TARGET=1
    #EXT-X-MEDIA-SEQUENCE:7
    #EXT-X-MAP:URI="init.mp4"
    #EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z

    """ + (1...6).map { "#EXTINF:6.00000,\n\($0).m4s\n" }.joined() + """
      #EXT-X-PART:DURATION=1,URI="7.1.m4s"
      #EXT-X-PART:DURATION=1,URI="7.2.m4s"

      """

  /// An HDR ladder with sound, subtitles and trick play that breaks no Must rule.
  static let ladder = Stream(texts: [
    "master.m3u8": """
    #EXTM3U
    #EXT-X-VERSION:6
    #EXT-X-INDEPENDENT-SEGMENTS
    #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="a/p.m3u8"
    #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="English",LANGUAGE="en",DEFAULT=NO,AUTOSELECT=YES,URI="s/p.m3u8"
    #EXT-X-STREAM-INF:BANDWIDTH=2000134,AVERAGE-BANDWIDTH=2000134,CODECS="avc1.64001F,mp4a.40.2",RESOLUTION=1280x720,FRAME-RATE=25.000,VIDEO-RANGE=SDR,AUDIO="a",SUBTITLES="s",CLOSED-CAPTIONS=NONE
    v1/p.m3u8
    #EXT-X-STREAM-INF:BANDWIDTH=2000134,AVERAGE-BANDWIDTH=2000134,CODECS="hvc1.2.4.L93.B0,mp4a.40.2",RESOLUTION=1280x720,FRAME-RATE=25.000,VIDEO-RANGE=PQ,AUDIO="a",SUBTITLES="s",CLOSED-CAPTIONS=NONE
    v2/p.m3u8
    #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=20000,AVERAGE-BANDWIDTH=20000,CODECS="avc1.64001F",RESOLUTION=1280x720,VIDEO-RANGE=SDR,URI="v1/i.m3u8"

    """,
    "v1/p.m3u8": media, "v2/p.m3u8": media, "a/p.m3u8": media, "s/p.m3u8": subtitles,
    "v1/i.m3u8": iFrames,
  ])

  /// One media playlist alone.
  static func single(_ text: String) -> Stream { Stream(texts: ["p.m3u8": text]) }
}
