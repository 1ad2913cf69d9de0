// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HLSPlaylist
import RungTestSupport
import Testing

/// The examples of the article, which compile and run here.
@Suite struct DocumentationTests {
  @Test func `has every example of the article`() throws {
    let article = "Sources/HLSPlaylist/HLSPlaylist.docc/HLSPlaylist.md"
    let examples = try DocumentationExamples(article: article)
    #expect(examples.examples.count == 3)
    #expect(try examples.missing(from: #filePath) == [])
  }

  @Test func `reads a multivariant playlist`() throws {
    let master = try MultivariantPlaylist(
      parsing: """
        #EXTM3U
        #EXT-X-STREAM-INF:BANDWIDTH=7300000,RESOLUTION=1920x1080,VIDEO-RANGE=PQ
        hdr.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=4675000,RESOLUTION=1280x720,VIDEO-RANGE=SDR
        sdr.m3u8
        """)
    let hdr = master.variants.filter { $0.videoRange == .pq }
    print(hdr[0].uri, hdr[0].bandwidth)
    #expect(hdr.map(\.uri) == ["hdr.m3u8"])
  }

  @Test func `changes an attribute`() throws {
    let text = "#EXTM3U\n# kept\n#EXT-X-STREAM-INF:BANDWIDTH=7000000\nvideo.m3u8\n"
    var playlist = try MultivariantPlaylist(parsing: text)
    playlist.variants[0].averageBandwidth = 5_000_000
    let changed = try playlist.text()
    let line = "#EXT-X-STREAM-INF:BANDWIDTH=7000000,AVERAGE-BANDWIDTH=5000000"
    #expect(changed == "#EXTM3U\n# kept\n\(line)\nvideo.m3u8\n")
  }

  @Test func `builds a media playlist`() throws {
    var media = MediaPlaylist(targetDuration: 6)
    media.type = .vod
    media.hasEndList = true
    let map = MediaInitialization(uri: "init.mp4")
    for (number, units) in [360_360, 360_360, 120_120].enumerated() {
      let duration = try #require(ExactDecimal(Int64(units), over: 60_000))
      let uri = "segment-\(number + 1).m4s"
      media.segments.append(MediaSegment(uri: uri, duration: duration, initialization: map))
    }
    let written = try media.text()
    #expect(written.contains("#EXTINF:6.00600,\nsegment-1.m4s\n"))
    #expect(written.hasPrefix("#EXTM3U\n#EXT-X-VERSION:6\n"))
  }
}
