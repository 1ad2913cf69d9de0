// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import ISOBMFF

/// Streams that encoders other than ours make, once a test run, with the samples that `ffprobe`
/// finds in them.
struct Streams: Sendable {
  /// The MP4 file that FFmpeg wrote.
  var file: [UInt8]
  /// The stream with start codes.
  var elementary: [UInt8]
  /// Where each sample is in the file, and when.
  var packets: [Packet]

  struct Packet: Sendable {
    var position: Int
    var size: Int
    var presentationTime: Int
    var decodeTime: Int
    var isKey: Bool
  }

  /// One second of HDR10 at 320x180, 24000/1001 frames a second, with 3 IDRs.
  static let hdr10 = Result {
    try Streams(
      "265",
      [
        "-pix_fmt", "yuv420p10le", "-c:v", "libx265", "-preset", "ultrafast", "-x265-params",
        "log-level=error:keyint=12:min-keyint=12:open-gop=0:bframes=2:colorprim=bt2020"
          + ":transfer=smpte2084:colormatrix=bt2020nc:range=limited:hdr10=1:max-cll=1000,400"
          + ":master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50)",
      ])
  }

  /// The same in H.264 High with BT.709 and pixels that are 4 wide to 3 high.
  static let h264 = Result {
    try Streams(
      "264",
      [
        "-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "veryfast", "-profile:v", "high",
        "-g", "12", "-bf", "2", "-colorspace", "bt709", "-color_primaries", "bt709",
        "-color_trc", "bt709", "-color_range", "tv", "-vf", "setsar=4/3",
      ])
  }

  /// The parameter sets of a stream.
  func sets(_ codec: NALUnitCodec) throws -> ParameterSets {
    try ParameterSets(codec: codec, in: elementary.span)
  }

  static var hevcSets: ParameterSets { get throws { try hdr10.get().sets(.hevc) } }
  static var h264Sets: ParameterSets { get throws { try h264.get().sets(.h264) } }

  private init(_ kind: String, _ options: [String]) throws {
    let folder = try TemporaryFolder()
    let (movie, stream) = (folder.file("a.mp4"), folder.file("a.\(kind)"))
    let source = ["-v", "error", "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=24000/1001"]
    let encoded = try Tool.run(
      "ffmpeg",
      source + ["-frames:v", "30"] + options
        + ["-video_track_timescale", "24000", "-y", movie.path])
    let copied = try Tool.run(
      "ffmpeg", ["-v", "error", "-i", movie.path, "-c", "copy", "-y", stream.path])
    guard encoded.status == 0, copied.status == 0 else { throw CocoaError(.fileReadUnknown) }
    file = try bytes(of: movie)
    elementary = try bytes(of: stream)
    let listed = try Tool.run(
      "ffprobe",
      [
        "-v", "error", "-show_entries", "packet=pts,dts,size,pos,flags", "-of", "csv=p=0",
        movie.path,
      ])
    packets = listed.text.split(separator: "\n").map { line in
      let fields = line.split(separator: ",")
      return Packet(
        position: Int(fields[3]) ?? 0, size: Int(fields[2]) ?? 0,
        presentationTime: Int(fields[0]) ?? 0, decodeTime: Int(fields[1]) ?? 0,
        isKey: fields[4].hasPrefix("K"))
    }
  }
}
