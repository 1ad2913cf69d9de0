// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HDRColor
import ISOBMFF
import RungTestSupport
import Testing

/// What is written reads back the same, whatever it is.
@Suite struct RoundTripTests {
  @Test func `initialisation segments`() throws {
    var random = Random()
    for _ in 0..<300 {
      let segment = random.initializationSegment()
      #expect(
        try InitializationSegment(parsing: segment.bytes) == segment, "let random = \(random.seed)")
    }
  }

  /// A box that comes twice is kept, and the first stays the first.
  @Test func `boxes that come twice`() throws {
    var random = Random()
    let boxes: [FourCC] = [
      "colr", "pasp", "mdcv", "clli", "amve", "btrt", "sinf", "dvvC", "hvcC", "avcC",
    ]
    for _ in 0..<50 {
      var entry = try random.videoEntry()
      (entry.protection, entry.color) = (random.protection("hvc1"), random.color(hasRange: false))
      entry.otherBoxes = boxes.map { OpaqueBox(type: $0, content: Array(repeating: 0, count: 40)) }
      let header = try InitializationSegment(parsing: Self.header(of: entry).bytes)
      #expect(try InitializationSegment(parsing: header.bytes) == header)
      guard case .video(let again) = header.movie.tracks[0].sampleEntries[0] else {
        Issue.record("expected video")
        return
      }
      #expect(again.protection == entry.protection)
      #expect(again.color == entry.color)
      #expect(again.configuration == entry.configuration)
    }
  }

  private static func header(of entry: VideoSampleEntry) -> InitializationSegment {
    CMAFTrack(.video(entry), timescale: 1).initializationSegment
  }

  @Test func `movie fragments`() throws {
    var random = Random()
    for _ in 0..<300 {
      let fragment = random.movieFragment()
      var writer = ByteWriter()
      fragment.write(to: &writer)
      let box = try #require(try Box.list(in: writer.bytes).first)
      #expect(box.range == 0..<writer.count)
      #expect(try MovieFragment(parsing: box) == fragment, "let random = \(random.seed)")
    }
  }

  @Test func `segment indexes`() throws {
    var random = Random()
    for _ in 0..<100 {
      let index = random.segmentIndex()
      var writer = ByteWriter()
      index.write(to: &writer)
      let box = try #require(try Box.list(in: writer.bytes).first)
      #expect(try SegmentIndex(parsing: box) == index, "let random = \(random.seed)")
    }
  }

  @Test func `codec strings`() {
    var random = Random()
    for _ in 0..<1000 {
      let codec = random.codecString()
      #expect(CodecString(parsing: codec.description) == codec, "let random = \(random.seed)")
    }
  }

  @Test func `emulation prevention`() {
    var random = Random()
    for _ in 0..<300 {
      let raw = random.list(0..<40) { $0.pick([0, 0, 0, 1, 2, 3, 4, 255]) as UInt8 }
      let unit = RawByteSequence.addingEmulationPrevention(to: raw)
      #expect(RawByteSequence.removingEmulationPrevention(from: unit.span) == raw)
    }
  }
}
