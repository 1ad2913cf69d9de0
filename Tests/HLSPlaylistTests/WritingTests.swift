// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HLSPlaylist
import Testing

@Suite struct WritingTests {
  @Test func `writes a VOD playlist of fragmented MP4`() throws {
    var playlist = MediaPlaylist(targetDuration: 6)
    playlist.type = .vod
    playlist.hasEndList = true
    playlist.hasIndependentSegments = true
    let map = MediaInitialization(uri: "init.mp4")
    playlist.segments = [
      MediaSegment(uri: "segment-00001.m4s", duration: 6.006, initialization: map),
      MediaSegment(uri: "segment-00002.m4s", duration: 6, initialization: map),
      MediaSegment(
        uri: "segment-00003.m4s", duration: 2.1234567, title: "end, really", initialization: map),
    ]
    #expect(
      try playlist.text() == """
        #EXTM3U
        #EXT-X-VERSION:6
        #EXT-X-INDEPENDENT-SEGMENTS
        #EXT-X-TARGETDURATION:6
        #EXT-X-MEDIA-SEQUENCE:0
        #EXT-X-PLAYLIST-TYPE:VOD
        #EXT-X-MAP:URI="init.mp4"
        #EXTINF:6.00600,
        segment-00001.m4s
        #EXTINF:6.00000,
        segment-00002.m4s
        #EXTINF:2.1234567,end, really
        segment-00003.m4s
        #EXT-X-ENDLIST

        """)
  }

  @Test func `writes an I-frame playlist of byte ranges`() throws {
    var playlist = MediaPlaylist(targetDuration: 2)
    playlist.isIFramesOnly = true
    playlist.hasEndList = true
    playlist.segments = [
      MediaSegment(
        uri: "v.mp4", duration: 2.002, byteRange: ByteRange(length: 1000, offset: 700),
        initialization: MediaInitialization(
          uri: "v.mp4", byteRange: ByteRange(length: 700, offset: 0)))
    ]
    #expect(
      try playlist.text() == """
        #EXTM3U
        #EXT-X-VERSION:5
        #EXT-X-TARGETDURATION:2
        #EXT-X-MEDIA-SEQUENCE:0
        #EXT-X-I-FRAMES-ONLY
        #EXT-X-MAP:URI="v.mp4",BYTERANGE="700@0"
        #EXT-X-BYTERANGE:1000@700
        #EXTINF:2.00200,
        v.mp4
        #EXT-X-ENDLIST

        """)
  }

  @Test func `writes keys, maps and bit rates where they change`() throws {
    var key = EncryptionKey(method: .sampleAES, uri: "key")
    key.keyFormat = "identity"
    var other = EncryptionKey(method: .sampleAES, uri: "skd://1")
    other.keyFormat = "com.apple.streamingkeydelivery"
    let map = MediaInitialization(uri: "i", keys: [key])
    var playlist = MediaPlaylist(targetDuration: 6)
    playlist.segments = [
      MediaSegment(uri: "clear", duration: 6, initialization: MediaInitialization(uri: "c"))
    ]
    for (uri, keys) in [("a", [key]), ("b", [key, other]), ("c", [key, other]), ("d", [other])] {
      var segment = MediaSegment(uri: uri, duration: 6, initialization: map)
      segment.keys = keys
      segment.bitRate = 1500
      segment.isDiscontinuity = uri == "a"
      playlist.segments.append(segment)
    }
    var clear = MediaSegment(uri: "e", duration: 6, initialization: map)
    clear.bitRate = 1500
    clear.isGap = true
    playlist.segments.append(clear)
    #expect(
      try playlist.text() == """
        #EXTM3U
        #EXT-X-VERSION:6
        #EXT-X-TARGETDURATION:6
        #EXT-X-MEDIA-SEQUENCE:0
        #EXT-X-MAP:URI="c"
        #EXTINF:6.00000,
        clear
        #EXT-X-DISCONTINUITY
        #EXT-X-KEY:METHOD=SAMPLE-AES,URI="key",KEYFORMAT="identity"
        #EXT-X-MAP:URI="i"
        #EXT-X-BITRATE:1500
        #EXTINF:6.00000,
        a
        #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://1",KEYFORMAT="com.apple.streamingkeydelivery"
        #EXTINF:6.00000,
        b
        #EXTINF:6.00000,
        c
        #EXT-X-KEY:METHOD=NONE
        #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://1",KEYFORMAT="com.apple.streamingkeydelivery"
        #EXTINF:6.00000,
        d
        #EXT-X-KEY:METHOD=NONE
        #EXT-X-GAP
        #EXTINF:6.00000,
        e

        """)
  }

  @Test func `writes a multivariant playlist in canonical order`() throws {
    var playlist = MultivariantPlaylist()
    playlist.hasIndependentSegments = true
    var audio = Rendition(type: .audio, groupID: "aac", name: "English", uri: "a/playlist.m3u8")
    audio.language = "en"
    audio.isDefault = true
    audio.isAutoselected = true
    audio.channels = AudioChannels(count: 2)
    playlist.renditions = [audio]
    var variant = VariantStream(uri: "v/playlist.m3u8", bandwidth: 7_000_000)
    variant.averageBandwidth = 5_000_000
    variant.codecs = ["hvc1.2.4.L123.B0", "mp4a.40.2"]
    variant.resolution = Resolution(width: 1920, height: 1080)
    variant.frameRate = 23.976
    variant.videoRange = .pq
    variant.audio = "aac"
    variant.closedCaptions = .noCaptions
    playlist.variants = [variant]
    variant.frameRate = 25
    variant.closedCaptions = .group("cc")
    playlist.variants.append(variant)
    var trick = IFrameStream(uri: "v/iframes.m3u8", bandwidth: 300_000)
    trick.codecs = ["hvc1.2.4.L123.B0"]
    trick.videoRange = .pq
    playlist.iFrameStreams = [trick]
    let line =
      #"#EXT-X-STREAM-INF:BANDWIDTH=7000000,AVERAGE-BANDWIDTH=5000000,"#
      + #"CODECS="hvc1.2.4.L123.B0,mp4a.40.2",RESOLUTION=1920x1080,"#
    #expect(
      try playlist.text() == """
        #EXTM3U
        #EXT-X-INDEPENDENT-SEGMENTS
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aac",LANGUAGE="en",NAME="English",DEFAULT=YES,\
        AUTOSELECT=YES,CHANNELS="2",URI="a/playlist.m3u8"
        \(line)FRAME-RATE=23.976,VIDEO-RANGE=PQ,AUDIO="aac",CLOSED-CAPTIONS=NONE
        v/playlist.m3u8
        \(line)FRAME-RATE=25.000,VIDEO-RANGE=PQ,AUDIO="aac",CLOSED-CAPTIONS="cc"
        v/playlist.m3u8
        #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=300000,CODECS="hvc1.2.4.L123.B0",VIDEO-RANGE=PQ,\
        URI="v/iframes.m3u8"

        """)
  }

  @Test(arguments: ["", "a\nb", "a\rb", "#a", " a", "a ", "{$x}", "a\u{0}"])
  func `refuses a URI that would read back as something else`(_ uri: String) {
    var playlist = MediaPlaylist(targetDuration: 6)
    playlist.segments = [MediaSegment(uri: uri, duration: 6)]
    let unwritable = PlaylistError(code: .unwritable, reason: "")
    #expect(throws: unwritable) { try playlist.text() }
    var multivariant = MultivariantPlaylist()
    multivariant.variants = [VariantStream(uri: uri, bandwidth: 1)]
    #expect(throws: unwritable) { try multivariant.text() }
  }

  @Test func `refuses values that an attribute cannot hold`() {
    var playlist = MultivariantPlaylist()
    playlist.renditions = [Rendition(type: .audio, groupID: "a", name: #"a "quoted" name"#)]
    let unwritable = PlaylistError(code: .unwritable, reason: "")
    #expect(throws: unwritable) { try playlist.text() }
    playlist.renditions = []
    var variant = VariantStream(uri: "v", bandwidth: 1)
    variant.codecs = ["avc1,mp4a"]
    playlist.variants = [variant]
    #expect(throws: unwritable) { try playlist.text() }
  }
}
