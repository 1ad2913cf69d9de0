// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HDRColor
import ISOBMFF
import RungTestSupport
import Testing

/// Video that is read with this library and written with it decodes to the same pictures.
@Suite(.enabled(if: Corpus.isPresent)) struct RepackagingTests {
  static let files = [
    ("bbb_800x640_768kbps_30fps_avc_pyramid_3b", "avc1.64001F"), ("bear-1280x720", "avc1.64001F"),
    ("bear-640x360-av_frag", "avc1.64001E"), ("bear-640x360-hevc-hdr10", "hvc1.2.4.L63.90"),
    // `hev1` becomes `hvc1`: the parameter sets leave the samples.
    ("bear-640x360-hevc", "hvc1.1.6.L63.90"), ("hlg10-color-test", "hvc1.2.4.L153"),
    ("hdr10-video-with-sdr-container", "hvc1.2.4.L150.B0"), ("sparks_dovi_8", "hvc1.2.4.L90.90"),
    ("edit_list_positive_shift", "avc1.42C028"), ("sample_15fps_720p_1s", "avc1.64003C"),
    ("bear-640x360-non_square_pixel-with_pasp", "avc1.64001E"),
  ]

  @Test(arguments: files)
  func `pictures stay what they are`(_ name: String, _ codec: String) throws {
    let source = try Corpus.url("media/\(name).mp4")
    let contents = try bytes(of: source)
    let track = try #require(
      try InitializationSegment(parsing: contents).movie.tracks.first { $0.handler == "vide" })
    let samples = try samples(of: track, in: contents)
    let output = try repackaged(track, samples, contents)
    #expect(CodecString(output.entry)?.description == codec)
    let folder = try TemporaryFolder()
    let file = folder.file("out.mp4")
    try Data(output.bytes).write(to: file)
    #expect(try pictures(file, []) == pictures(source, ["-ignore_editlist", "1"]))
    let stream = try Tool.probe(file, "stream=codec_tag_string,start_pts", stream: "v:0")
    #expect(stream["codec_tag_string"].map { codec.hasPrefix($0) } == true)
    #expect(stream["start_pts"] == "0")
  }

  private func samples(of track: Track, in contents: [UInt8]) throws -> [Sample] {
    var samples: [Sample] = []
    var iterator = SampleIterator(track.sampleTable, fileSize: UInt64(contents.count))
    while let sample = try iterator.next() { samples.append(sample) }
    for fragment in try MediaSegment(parsing: contents).fragments {
      samples += try fragment.movieFragment.samples(
        of: track, at: UInt64(fragment.range.lowerBound))
    }
    return samples
  }

  /// One fragment for each IDR picture.
  private func repackaged(
    _ track: Track, _ samples: [Sample], _ contents: [UInt8]
  ) throws -> (bytes: [UInt8], entry: VideoSampleEntry) {
    guard case .video(let old) = track.sampleEntries.first,
      let configuration = old.configuration, let codec = configuration.nalUnitCodec,
      let size = configuration.lengthSize, var sets = ParameterSets(configuration)
    else { throw CocoaError(.fileReadCorruptFile) }
    let filter = NALUnitFilter(codec: codec, framing: .lengths(size))
    var (pictures, starts): ([[UInt8]], [Int]) = ([], [])
    for (index, sample) in samples.enumerated() {
      let bytes = Array(contents[Int(sample.offset)..<Int(sample.offset) + Int(sample.size)])
      try sets.insert(from: bytes.span, framing: .lengths(size))
      if try codec.pictureRole(of: bytes.span, framing: .lengths(size)) == .idr {
        starts.append(index)
      }
      try pictures.append(filter.sample(from: bytes.span))
    }
    #expect(starts.first == 0)

    let entry = try VideoSampleEntry(sets)
    #expect((entry.width, entry.height) == (old.width, old.height))
    var output = CMAFTrack(.video(entry), timescale: track.timescale)
    let first = samples.map(\.presentationTime).min() ?? 0
    output.presentationStart = UInt32(first - samples[0].decodeTime)
    var bytes = output.initializationSegment.bytes
    for (number, start) in starts.enumerated() {
      let range = start..<(number + 1 < starts.count ? starts[number + 1] : samples.count)
      let fragment = output.fragment(
        sequenceNumber: UInt32(number + 1),
        baseDecodeTime: UInt64(samples[start].decodeTime - samples[0].decodeTime),
        samples: range.map { index in
          CMAFSample(
            size: UInt32(pictures[index].count), duration: samples[index].duration,
            compositionOffset: samples[index].compositionOffset, isSync: index == start)
        })
      bytes += output.segmentStart + fragment.header + pictures[range].joined()
    }
    return (bytes, entry)
  }

  /// The hashes of all pictures; nothing is said on the way.
  private func pictures(_ file: URL, _ options: [String]) throws -> [Substring] {
    let output = try Tool.run(
      "ffmpeg",
      ["-v", "error"] + options + ["-i", file.path, "-map", "0:v:0", "-fps_mode", "passthrough"]
        + ["-f", "framemd5", "-"])
    #expect(output.errors.split(separator: "\n").filter { !$0.hasPrefix("[aac") } == [])
    return output.text.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .compactMap { $0.split(separator: ",").last }
  }
}
