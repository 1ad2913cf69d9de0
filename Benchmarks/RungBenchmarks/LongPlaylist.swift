// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A long playlist for measurements.
struct LongPlaylist {
  let name: String
  let bytes: [UInt8]
  let segments: Int

  /// A playlist on demand. All segments have one name, so that a single file stands for them.
  static func vod(segments: Int) -> LongPlaylist {
    var text =
      "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:6\n#EXT-X-PLAYLIST-TYPE:VOD\n"
    text.reserveCapacity(text.utf8.count + segments * 36 + 20)
    for _ in 0..<segments { text += "#EXTINF:6.00600,\nsegment-000001.ts\n" }
    text += "#EXT-X-ENDLIST\n"
    return LongPlaylist(
      name: "vod-\(segments)", bytes: Array(text.utf8), segments: segments)
  }

  /// A low-latency playlist, twelve parts a segment.
  static func lowLatency(parts: Int) -> LongPlaylist {
    var text = """
      #EXTM3U
      #EXT-X-VERSION:6
      #EXT-X-TARGETDURATION:4
      #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1.0,CAN-SKIP-UNTIL=24.0
      #EXT-X-PART-INF:PART-TARGET=0.33334
      #EXT-X-MEDIA-SEQUENCE:266

      """
    let segments = parts / 12
    for segment in 0..<segments {
      for part in 0..<12 {
        let independent = part == 0 ? ",INDEPENDENT=YES" : ""
        text += "#EXT-X-PART:DURATION=0.33334,URI=\"part\(segment).\(part).ts\"\(independent)\n"
      }
      text += "#EXTINF:4.00008,\nsegment-000001.ts\n"
    }
    return LongPlaylist(
      name: "low-latency-\(parts)", bytes: Array(text.utf8), segments: segments)
  }
}
