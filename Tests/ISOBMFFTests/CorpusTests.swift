// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HDRColor
import ISOBMFF
import RungTestSupport
import Testing

/// Files that other encoders and cameras made, as `ffprobe` reads them.
@Suite(.enabled(if: Corpus.isPresent)) struct CorpusTests {
  static let files = [
    "bbb_800x640_768kbps_30fps_avc_pyramid_3b", "bear-1280x720",
    "bear-640x360-ec3", "bear-640x360-hevc-hdr10", "bear-640x360-hevc",
    "bear-640x360-non_square_pixel-with_pasp", "bear-640x360", "bear-alac", "bear-av1", "bear-flac",
    "edit_list_positive_shift", "hdr10-video-with-sdr-container", "hlg10-color-test",
    "internal_emulator_transformer_output_270_rotated", "sample_15fps_720p_1s", "sample_eac3joc",
    "sample_edit_list", "sample_with_colr_mdcv_and_clli", "sparks_dovi_8",
  ]

  /// A packet as both sides see it; times count from the first packet's.
  struct Packet: Hashable {
    var position: Int64
    var size: Int64
    var decodeTime: Int64
  }

  @Test(arguments: files)
  func `finds the samples that ffprobe finds`(_ name: String) throws {
    let file = try Corpus.url("media/\(name).mp4")
    let contents = try bytes(of: file)
    let header = try InitializationSegment(parsing: contents)
    let segment = try MediaSegment(parsing: contents)
    let output = try Tool.run(
      "ffprobe",
      [
        "-v", "error", "-ignore_editlist", "1", "-show_entries",
        "packet=stream_index,dts,size,pos", "-of", "csv=p=0", file.path,
      ])
    var expected: [Int: [Packet]] = [:]
    for line in output.text.split(separator: "\n") {
      let fields = line.split(separator: ",").compactMap { Int64($0) }
      guard fields.count == 4 else { continue }
      expected[Int(fields[0]), default: []].append(
        Packet(position: fields[3], size: fields[2], decodeTime: fields[1]))
    }
    for (index, track) in header.movie.tracks.enumerated() {
      var samples: [Sample] = []
      var iterator = SampleIterator(track.sampleTable, fileSize: UInt64(contents.count))
      while let sample = try iterator.next() { samples.append(sample) }
      for fragment in segment.fragments {
        let last = samples.last.map { $0.decodeTime + Int64($0.duration) } ?? 0
        samples += try fragment.movieFragment.samples(
          of: track, at: UInt64(fragment.range.lowerBound), decodeTime: last)
      }
      let packets = try #require(expected[index])
      #expect(samples.count == packets.count)
      let (first, other) = (samples.first?.decodeTime ?? 0, packets.first?.decodeTime ?? 0)
      for (sample, packet) in zip(samples, packets) {
        let found = Packet(
          position: Int64(sample.offset), size: Int64(sample.size),
          decodeTime: sample.decodeTime - first + other)
        #expect(found == packet)
        if found != packet { break }
      }
    }
  }

  /// Its second `traf` leaves out where offsets count from, and means the start of `moof`: FFmpeg
  /// takes it by the letter of the standard and reads garbage. MediaInfo counts 82 and 119 frames.
  @Test func `tracks of one fragment share its data`() throws {
    let contents = try bytes(of: Corpus.url("media/bear-640x360-av_frag.mp4"))
    let tracks = try InitializationSegment(parsing: contents).movie.tracks
    var counts = [0, 0]
    for fragment in try MediaSegment(parsing: contents).fragments {
      let start = UInt64(fragment.range.lowerBound)
      let samples = try tracks.map { try fragment.movieFragment.samples(of: $0, at: start) }
      for index in 0..<2 { counts[index] += samples[index].count }
      var position = UInt64(fragment.dataRange.lowerBound)
      for sample in samples.joined() {
        #expect(sample.offset == position)
        position += UInt64(sample.size)
      }
      #expect(position == UInt64(fragment.dataRange.upperBound))
    }
    #expect(counts == [82, 119])
  }

  @Test(arguments: files)
  func `reads back what it writes`(_ name: String) throws {
    let contents = try bytes(of: Corpus.url("media/\(name).mp4"))
    let header = try InitializationSegment(parsing: contents)
    #expect(try InitializationSegment(parsing: header.bytes) == header)
    for fragment in try MediaSegment(parsing: contents).fragments {
      var writer = ByteWriter()
      fragment.movieFragment.write(to: &writer)
      let box = try #require(try Box.list(in: writer.bytes).first)
      #expect(try MovieFragment(parsing: box) == fragment.movieFragment)
    }
  }
}
