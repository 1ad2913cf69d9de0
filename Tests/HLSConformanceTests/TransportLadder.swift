// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HLSPlaylist
import ISOBMFF
import RungTestSupport

@testable import HLSConformance

/// A stream that is no fragmented MP4: pictures and sound in transport streams of FFmpeg's, sound
/// alone as packed audio, and subtitles in IMSC1.
struct TransportLadder: Sendable {
  static let shared = Task { try TransportLadder() }

  var files: [String: [UInt8]]

  /// What FFmpeg says of the pictures and the sound: profile, level, size, rate, channels.
  let probed: [String]

  static let master = """
    #EXTM3U
    #EXT-X-VERSION:6
    #EXT-X-INDEPENDENT-SEGMENTS
    #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",CHANNELS="2",URI="a.m3u8"
    #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="English",LANGUAGE="en",URI="s.m3u8"
    #EXT-X-STREAM-INF:BANDWIDTH=9000000,CODECS="avc1.4D401E,mp4a.40.2",RESOLUTION=320x180,FRAME-RATE=25.000
    v.m3u8
    #EXT-X-STREAM-INF:BANDWIDTH=9000000,CODECS="mp4a.40.2,stpp.ttml.im1t",AUDIO="a",SUBTITLES="s"
    a.m3u8
    #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=9000000,CODECS="avc1.4D401E",RESOLUTION=320x180,URI="i.m3u8"

    """

  private init() throws {
    let folder = try TemporaryFolder()
    let path = { (name: String) in folder.url.appending(path: name).path }
    let inputs = [
      "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=3", "-f", "lavfi",
      "-i", "sine=sample_rate=48000:duration=3",
    ]
    let sound = ["-c:a", "aac", "-ac", "2"]
    let pictures = [
      "-pix_fmt", "yuv420p", "-c:v", "libx264", "-profile:v", "main", "-level", "3.0", "-g", "25",
      "-keyint_min", "25", "-sc_threshold", "0", "-bf", "2",
    ]
    for arguments in [
      inputs + pictures + sound + [
        "-f", "hls", "-hls_time", "1", "-hls_playlist_type", "vod", "-hls_segment_filename",
        path("v%d.ts"), path("v.m3u8"),
      ],
      inputs + sound + ["-map", "1:a", path("all.aac")],
      inputs + sound + ["-map", "1:a", path("sound.ts")],
      // Of half the size, and in the same packets.
      inputs + pictures + sound + ["-vf", "scale=160:90", "-t", "1", path("small.ts")],
      ["-nostdin", "-v", "error", "-i", path("v0.ts"), "-map", "0:v", "-c", "copy"]
        + ["-bsf:v", "h264_metadata=aud=insert", path("v0.h264")],
      inputs + [
        "-pix_fmt", "yuv420p", "-c:v", "libx265", "-preset", "ultrafast", "-x265-params",
        "log-level=none", "-f", "mpegts", path("hevc.ts"),
      ],
    ] {
      guard try Program("ffmpeg", arguments).status == 0 else { throw CocoaError(.fileReadUnknown) }
    }
    var files = ["master.m3u8": Array(Self.master.utf8)]
    for name in [
      "v.m3u8", "v0.ts", "v1.ts", "v2.ts", "hevc.ts", "all.aac", "sound.ts", "small.ts", "v0.h264",
    ] {
      files[name] = Array(try Data(contentsOf: folder.url.appending(path: name)))
    }
    probed = try Program.probe(
      path("v0.ts"), "-show_entries", "stream=codec_name,profile,level,width,height,r_frame_rate")
    // FFmpeg puts the description of the service before the tables of the programme.
    for name in ["v0.ts", "v1.ts", "v2.ts"] { files[name]?.remove([0x11]) }
    self.files = files
    addPackedAudio()
    try addKeyPictures(path)
    addSubtitles()
  }

  /// Adds a playlist of key pictures: those that FFmpeg's own reader flags, from their first packet to
  /// that of the next picture. The tables are in none of them.
  private mutating func addKeyPictures(_ path: (String) -> String) throws {
    var playlist =
      "#EXTM3U\n#EXT-X-VERSION:4\n#EXT-X-TARGETDURATION:1\n#EXT-X-PLAYLIST-TYPE:VOD\n"
      + "#EXT-X-I-FRAMES-ONLY\n"
    for name in ["v0.ts", "v1.ts", "v2.ts"] {
      try Data(files[name] ?? []).write(to: URL(filePath: path("read.ts")))
      let packets = try Program.probe(
        path("read.ts"), "-select_streams", "v", "-show_entries", "packet=pos,flags")
      let places = packets.map { $0.split(separator: ",") }.filter { $0.count >= 2 }
      guard let key = places.firstIndex(where: { $0[1].hasPrefix("K") }),
        let start = Int(places[key][0]), let end = Int(places[key + 1][0])
      else { throw CocoaError(.fileReadCorruptFile) }
      playlist += "#EXTINF:1.00000,\n#EXT-X-BYTERANGE:\(end - start)@\(start)\n\(name)\n"
    }
    files["i.m3u8"] = Array((playlist + "#EXT-X-ENDLIST\n").utf8)
  }

  /// Splits the frames of sound into segments of 47, each after a tag that says when it is played.
  private mutating func addPackedAudio() {
    var rest = (files["all.aac"] ?? [])[...]
    var playlist = "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:1\n#EXT-X-PLAYLIST-TYPE:VOD\n"
    for index in 0..<3 {
      var segment: [UInt8] = []
      for _ in 0..<47 where rest.count >= 7 {
        let at = rest.startIndex
        let length = Int(rest[at + 3] & 3) << 11 | Int(rest[at + 4]) << 3 | Int(rest[at + 5] >> 5)
        segment += rest.prefix(length)
        rest = rest.dropFirst(length)
      }
      files["a\(index).aac"] = Self.tag(UInt64(index * 47 * 1024 * 90_000 / 48_000)) + segment
      // 47 frames of 1,024 samples.
      playlist += "#EXTINF:1.00267,\na\(index).aac\n"
    }
    files["a.m3u8"] = Array((playlist + "#EXT-X-ENDLIST\n").utf8)
  }

  /// An ID3 tag with the time of a first sample (ID3 2.4 sections 3.1 and 4.27).
  static func tag(_ time: UInt64) -> [UInt8] {
    let owner = Array("com.apple.streaming.transportStreamTimestamp".utf8) + [0]
    let content = owner + (0..<8).reversed().map { UInt8(truncatingIfNeeded: time >> ($0 * 8)) }
    let frame = Array("PRIV".utf8) + [0, 0, 0, UInt8(content.count), 0, 0] + content
    return Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
  }

  /// A document of IMSC1 text.
  static let document = """
    <?xml version="1.0" encoding="UTF-8"?>
    <tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" \
    ttp:profile="http://www.w3.org/ns/ttml/profile/imsc1/text" xml:lang="en"><body><div>\
    <p begin="0s" end="1s">Hi</p></div></body></tt>
    """

  private mutating func addSubtitles() {
    let track = CMAFTrack(.subtitle(.imsc1Text), timescale: 1000)
    files["s.mp4"] = track.initializationSegment.bytes
    let text = Array(Self.document.utf8)
    let fragment = track.fragment(
      sequenceNumber: 1, baseDecodeTime: 0,
      samples: [CMAFSample(size: UInt32(text.count), duration: 3000)])
    files["s1.m4s"] = track.segmentStart + fragment.header + text
    files["s.m3u8"] = Array(
      """
      #EXTM3U
      #EXT-X-VERSION:6
      #EXT-X-TARGETDURATION:3
      #EXT-X-PLAYLIST-TYPE:VOD
      #EXT-X-MAP:URI="s.mp4"
      #EXTINF:3.00000,
      s1.m4s
      #EXT-X-ENDLIST

      """.utf8)
  }

  /// The stream as a client reads it with its media.
  func read() async throws -> Presentation {
    let source = MemorySource(files)
    return try await Presentation.load("master.m3u8", from: source).readingMedia(from: source)
  }

  /// The same stream with a text replaced in a file.
  func replacing(_ text: String, with other: String, in file: String) -> TransportLadder {
    var ladder = self
    ladder.files[file] = files[file].map {
      Array(String(decoding: $0, as: UTF8.self).replacing(text, with: other).utf8)
    }
    precondition(ladder.files[file] != files[file], "'\(text)' does not stand in \(file)")
    return ladder
  }
}
