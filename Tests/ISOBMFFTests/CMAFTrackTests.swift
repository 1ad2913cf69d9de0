// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HDRColor
import ISOBMFF
import Testing

/// Tracks that this library writes, as FFmpeg and MediaInfo read them.
@Suite struct CMAFTrackTests {
  @Test func `HDR10 video reads back in other programs`() throws {
    let source = try Streams.hdr10.get()
    let folder = try TemporaryFolder()
    let entry = try VideoSampleEntry(source.sets(.hevc))
    #expect(entry.color == .pq)
    #expect(entry.contentLightLevel?.maximumContentLightLevel == 1000)
    #expect(entry.masteringDisplay?.maximumLuminance == 10_000_000)
    let track = CMAFTrack(.video(entry), timescale: 24_000, sampleDuration: 1001)
    #expect(track.fileType.compatibleBrands == ["cmf2", "cmfc", "iso6", "chd1"])
    let file = try write(track, source, .hevc, to: folder.file("hdr10.mp4"))

    let stream = try Tool.probe(
      file,
      "stream=codec_tag_string,profile,level,width,height,sample_aspect_ratio,pix_fmt,color_range,"
        + "color_space,color_transfer,color_primaries,start_pts,r_frame_rate,nb_read_packets")
    #expect(stream["codec_tag_string"] == "hvc1")
    #expect(stream["profile"] == "Main 10")
    #expect(stream["width"] == "320")
    #expect(stream["height"] == "180")
    #expect(stream["sample_aspect_ratio"] == "1:1")
    #expect(stream["color_range"] == "tv")
    #expect(stream["color_space"] == "bt2020nc")
    #expect(stream["color_transfer"] == "smpte2084")
    #expect(stream["color_primaries"] == "bt2020")
    // FFmpeg takes signed offsets for a delay: two pictures here.
    #expect(stream["start_pts"] == "2002")
    #expect(stream["r_frame_rate"] == "24000/1001")
    #expect(try decodedFrames(file) == decodedFrames(source, folder))

    let media = try Tool.mediaInfo(file)
    #expect(media["Format_Profile"] == "Main 10")
    #expect(media["CodecID"] == "hvc1")
    #expect(media["HDR_Format_Compatibility"] == "HDR10")
    #expect(media["colour_range"] == "Limited")
    #expect(media["transfer_characteristics"] == "PQ")
    #expect(media["MasteringDisplay_ColorPrimaries"] == "Display P3")
    #expect(media["MasteringDisplay_Luminance"] == "min: 0.0050 cd/m2, max: 1000 cd/m2")
    #expect(media["MaxCLL"] == "1000 cd/m2")
    #expect(media["MaxFALL"] == "400 cd/m2")
    // MediaInfo finds each value both in the boxes and in the SEI messages, and finds them equal.
    for name in ["transfer_characteristics", "MasteringDisplay_Luminance", "MaxCLL"] {
      #expect(media[name + "_Source"] == "Container / Stream")
    }
  }

  @Test func `H264 video with wide pixels reads back in other programs`() throws {
    let source = try Streams.h264.get()
    let folder = try TemporaryFolder()
    let entry = try VideoSampleEntry(source.sets(.h264))
    #expect(entry.color == .bt709)
    #expect(entry.pixelAspectRatio == PixelAspectRatio(horizontal: 4, vertical: 3))
    #expect(entry.masteringDisplay == nil)
    var track = CMAFTrack(.video(entry), timescale: 24_000, language: "fr-CA", sampleDuration: 1001)
    track.id = 7
    track.presentationStart = 1001
    #expect(track.fileType.compatibleBrands == ["cmfc", "iso6", "cfhd"])
    let file = try write(track, source, .h264, to: folder.file("sdr.mp4"))

    let stream = try Tool.probe(
      file,
      "stream=codec_tag_string,profile,id,width,height,sample_aspect_ratio,color_transfer,start_pts"
        + ":stream_tags=language")
    #expect(stream["codec_tag_string"] == "avc1")
    #expect(stream["profile"] == "High")
    #expect(stream["id"] == "0x7")
    #expect(stream["sample_aspect_ratio"] == "4:3")
    #expect(stream["color_transfer"] == "bt709")
    #expect(stream["start_pts"] == "0")
    #expect(stream["language"] == "fra")
    #expect(try decodedFrames(file) == decodedFrames(source, folder))
  }

  @Test func `AAC with priming reads back in other programs`() throws {
    let folder = try TemporaryFolder()
    let stream = folder.file("a.aac")
    // With ADTS each frame tells its size, and 48 frames of 1024 samples come out.
    #expect(
      try Tool.run(
        "ffmpeg",
        [
          "-v", "error", "-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000:duration=1",
          "-ac", "2", "-c:a", "aac", "-b:a", "128k", "-y", stream.path,
        ]
      ).status == 0)
    let adts = try bytes(of: stream)
    let config = AudioSpecificConfig.lowComplexity(
      sampleRate: 48_000, channelConfiguration: 2)
    #expect(config.bytes == [0x11, 0x90])
    let track = CMAFTrack(
      .audio(AudioSampleEntry(config, bitRate: BitRate(maximum: 130_000, average: 128_000))),
      timescale: 48_000, language: "de", presentationStart: 1024)
    #expect(track.fileType.compatibleBrands == ["cmf2", "cmfc", "iso6", "caac"])

    var (samples, payload): ([CMAFSample], [UInt8]) = ([], [])
    var position = 0
    while position + 7 <= adts.count {
      let size =
        Int(adts[position + 3] & 3) << 11 | Int(adts[position + 4]) << 3
        | Int(adts[position + 5]) >> 5
      samples.append(CMAFSample(size: UInt32(size - 7), duration: 1024))
      payload += adts[position + 7..<position + size]
      position += size
    }
    let fragment = track.fragment(sequenceNumber: 1, baseDecodeTime: 0, samples: samples)
    let file = folder.file("audio.mp4")
    try Data(
      track.initializationSegment.bytes + track.segmentStart + fragment.header + payload
    ).write(to: file)

    let fields = try Tool.probe(
      file,
      "stream=codec_name,profile,codec_tag_string,sample_rate,channels,start_pts:stream_tags=language"
    )
    #expect(fields["codec_name"] == "aac")
    #expect(fields["profile"] == "LC")
    #expect(fields["codec_tag_string"] == "mp4a")
    #expect(fields["sample_rate"] == "48000")
    #expect(fields["channels"] == "2")
    #expect(fields["language"] == "deu")
    // The first frame prepares the decoder: FFmpeg times it before zero and drops it.
    let packets = try Tool.run(
      "ffprobe",
      ["-v", "error", "-show_entries", "packet=pts", "-of", "csv=p=0", file.path]
    ).text.split(separator: "\n").map { $0.filter { $0 != "," } }
    #expect(packets.count == samples.count)
    #expect(packets.prefix(2) == ["-1024", "0"])
    #expect(
      try Tool.run("ffmpeg", ["-v", "error", "-i", file.path, "-f", "null", "-"]).errors == "")
  }

  // MARK: -

  /// Writes a track with a fragment for each key picture, in two segments.
  private func write(
    _ track: CMAFTrack, _ source: Streams, _ codec: NALUnitCodec, to file: URL
  ) throws -> URL {
    let filter = NALUnitFilter(codec: codec, framing: .fourByteLengths)
    var output = track.initializationSegment.bytes
    #expect(try InitializationSegment(parsing: output) == track.initializationSegment)
    let keys = source.packets.indices.filter { source.packets[$0].isKey }
    #expect(keys == [0, 12, 24])
    var time: UInt64 = 0
    for (number, start) in keys.enumerated() {
      let end = number + 1 < keys.count ? keys[number + 1] : source.packets.count
      var (samples, payloads): ([CMAFSample], [[UInt8]]) = ([], [])
      for (offset, packet) in source.packets[start..<end].enumerated() {
        let data = Array(source.file[packet.position..<packet.position + packet.size])
        let payload = try filter.sample(from: data.span)
        #expect(try codec.pictureRole(of: payload.span) == (offset == 0 ? .idr : .picture))
        samples.append(
          CMAFSample(
            size: UInt32(payload.count), duration: 1001,
            compositionOffset: Int32(
              packet.presentationTime - Int(time) - offset * 1001
                + Int(track.presentationStart)),
            isSync: packet.isKey))
        payloads.append(payload)
      }
      let fragment = track.fragment(
        sequenceNumber: UInt32(number + 1), baseDecodeTime: time, samples: samples)
      #expect(fragment.duration == UInt64(samples.count) * 1001)
      #expect(fragment.firstSampleEnd == UInt64(fragment.header.count + payloads[0].count))
      if number != 1 { output += track.segmentStart }
      output += fragment.header
      for payload in payloads { output += payload }
      time += fragment.duration
    }
    try Data(output).write(to: file)
    return file
  }

  /// The times and hashes of all frames, and nothing said on the way.
  private func decodedFrames(_ file: URL) throws -> String {
    let output = try Tool.run(
      "ffmpeg", ["-v", "error", "-i", file.path, "-map", "0:v", "-f", "framemd5", "-"])
    #expect(output.errors == "")
    #expect(output.status == 0)
    return output.text
  }

  private func decodedFrames(_ source: Streams, _ folder: TemporaryFolder) throws -> String {
    let file = folder.file("source.mp4")
    try Data(source.file).write(to: file)
    return try decodedFrames(file)
  }
}
