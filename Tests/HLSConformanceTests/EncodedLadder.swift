// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HLSPlaylist
import ISOBMFF
import RungTestSupport

@testable import HLSConformance

/// A ladder of HDR10 and AAC that FFmpeg makes once a test run, with what FFmpeg gets wrong put
/// right: what rules of media find in it is then what a test has put there.
struct EncodedLadder {
  static let sound = Task { try await EncodedLadder().presentation }

  /// The master playlist.
  static let master = """
    #EXTM3U
    #EXT-X-VERSION:6
    #EXT-X-INDEPENDENT-SEGMENTS
    #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",CHANNELS="1",URI="a/p.m3u8"
    #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="English",LANGUAGE="en",URI="s/p.m3u8"
    #EXT-X-STREAM-INF:BANDWIDTH=9000000,CODECS="hvc1.2.4.L60.90,mp4a.40.2",RESOLUTION=320x180,FRAME-RATE=25.000,VIDEO-RANGE=PQ,AUDIO="a"
    v1/p.m3u8
    #EXT-X-STREAM-INF:BANDWIDTH=9000000,CODECS="hvc1.2.4.L60.90,mp4a.40.2",RESOLUTION=320x180,FRAME-RATE=25.000,VIDEO-RANGE=PQ,AUDIO="a",SUBTITLES="s"
    v2/p.m3u8
    #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=9000000,CODECS="hvc1.2.4.L60.90",RESOLUTION=320x180,VIDEO-RANGE=PQ,URI="v1/i.m3u8"

    """

  let presentation: Presentation

  private init() async throws {
    let folder = try TemporaryFolder()
    let path = { (name: String) in folder.url.appending(path: name).path }
    let encoded = try Program(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=3",
        "-f", "lavfi", "-i", "sine=sample_rate=48000:duration=3", "-pix_fmt", "yuv420p10le",
        "-c:v", "libx265", "-preset", "ultrafast", "-tag:v", "hvc1", "-x265-params",
        "log-level=none:keyint=25:min-keyint=25:scenecut=0:open-gop=0:hdr10=1:colorprim=bt2020"
          + ":transfer=smpte2084:colormatrix=bt2020nc:max-cll=1000,400:range=limited"
          + ":master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50)",
        "-c:a", "aac", "-f", "hls", "-hls_segment_type", "fmp4", "-hls_time", "1",
        "-hls_playlist_type", "vod", "-master_pl_name", "m.m3u8", "-var_stream_map",
        "v:0,agroup:a a:0,agroup:a", "-map", "0:v", "-map", "1:a",
        "-hls_segment_filename", path("s%v-%d.m4s"), path("p%v.m3u8"),
      ])
    guard encoded.status == 0 else { throw CocoaError(.fileReadUnknown) }
    var resources = ["master.m3u8": Array(Self.master.utf8)]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) {
      let bytes = Array(try Data(contentsOf: folder.url.appending(path: name)))
      let isVideo = name.contains("p0") || name.contains("_0") || name.contains("s0")
      for place in isVideo ? ["v1", "v2"] : ["a"] {
        resources[name.hasPrefix("p") ? "\(place)/p.m3u8" : "\(place)/\(name)"] = bytes
      }
    }
    resources["v1/i.m3u8"] = resources["v1/p.m3u8"].map {
      Array(
        String(decoding: $0, as: UTF8.self).replacing(
          "#EXT-X-MAP", with: "#EXT-X-I-FRAMES-ONLY\n#EXT-X-MAP"
        ).utf8)
    }
    resources["s/p.m3u8"] = Array(
      "#EXTM3U\n#EXT-X-TARGETDURATION:3\n#EXTINF:3,\n1.vtt\n#EXT-X-ENDLIST\n".utf8)
    resources["s/1.vtt"] = Array(
      "WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0\n\n00:01.000 --> 00:02.000\nHi\n".utf8)
    let source = MemorySource(resources)
    var presentation = try await Presentation.load("master.m3u8", from: source)
      .readingMedia(from: source)
    for index in presentation.mediaStreams.indices {
      presentation.mediaStreams[index].content?.putRight()
    }
    self.presentation = presentation
  }
}

extension MediaContent {
  /// Takes out what FFmpeg gets wrong: empty edits, and what stands in samples.
  fileprivate mutating func putRight() {
    let start = segments[0]?.presentationStart ?? 0
    editTrack { $0.edits = [Edit(mediaTime: $0.handler == "soun" ? 1024 : start)] }
    for index in segments.keys {
      segments[index]?.hasParameterSets = false
      segments[index]?.hasStaticMetadata = false
    }
  }

  /// Changes the track.
  mutating func editTrack(_ change: (inout Track) -> Void) {
    guard var track = initialization?.movie.tracks.first else { return }
    change(&track)
    initialization?.movie.tracks[0] = track
  }

  /// Changes the sample entry of the pictures.
  mutating func editVideo(_ change: (inout VideoSampleEntry) -> Void) {
    editTrack { track in
      guard case .video(var entry)? = track.sampleEntries.first else { return }
      change(&entry)
      track.sampleEntries[0] = .video(entry)
    }
  }
}

extension Presentation {
  /// Changes what a playlist's media holds.
  mutating func edit(_ file: String, _ change: (inout MediaContent) -> Void) {
    guard let index = mediaStreams.firstIndex(where: { $0.file == file }),
      var content = mediaStreams[index].content
    else { return }
    change(&content)
    mediaStreams[index].content = content
  }

  /// Changes what a segment holds.
  mutating func edit(
    _ file: String, segment: Int, _ change: (inout SegmentContent) -> Void
  ) {
    edit(file) { content in
      guard var changed = content.segments[segment] else { return }
      change(&changed)
      content.segments[segment] = changed
    }
  }

  /// The same stream with a text of the master playlist replaced; what media holds stays.
  func replacing(_ text: String, with other: String, in file: String = "master.m3u8")
    -> Presentation
  {
    let files = files.map { old in
      guard old.name == file else { return old }
      let text = String(decoding: old.bytes, as: UTF8.self).replacing(text, with: other)
      precondition(Array(text.utf8) != old.bytes, "nothing to replace in \(file)")
      return PlaylistFile(
        name: file, bytes: Array(text.utf8), variables: nil, referrer: old.referrer)
    }
    let streams = mediaStreams.map { old in
      guard case .media(let playlist)? = files.first(where: { $0.name == old.file })?.playlist
      else { return old }
      var stream = MediaStream(file: old.file, playlist: playlist) { _ in 1000 }
      stream.contents = old.contents
      return stream
    }
    var presentation = Presentation(files: files, mediaStreams: streams)
    presentation.provides = provides
    return presentation
  }
}
