// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import ISOBMFF
import RungTestSupport
import Testing

@Suite struct ISOBMFFDocumentationTests {
  @Test func `the article's examples do what it says`() throws {
    let stream = try Streams.hdr10.get()
    let headers = stream.elementary
    let accessUnits: [[UInt8]] = try Self.accessUnits(stream)

    let sets = try ParameterSets(codec: .hevc, in: headers.span)
    let entry = try VideoSampleEntry(sets)
    let track = CMAFTrack(.video(entry), timescale: 24_000, sampleDuration: 1001)
    let codec = CodecString(entry)
    let map = track.initializationSegment.bytes

    #expect(codec?.description == "hvc1.2.4.L60.90")
    #expect(try InitializationSegment(parsing: map) == track.initializationSegment)

    let filter = NALUnitFilter(codec: .hevc)
    let pictures = try accessUnits.map { try filter.sample(from: $0.span) }
    let samples = pictures.enumerated().map { index, picture in
      CMAFSample(size: UInt32(picture.count), duration: 1001, isSync: index == 0)
    }
    let fragment = track.fragment(sequenceNumber: 1, baseDecodeTime: 0, samples: samples)
    let segment = track.segmentStart + fragment.header + pictures.joined()

    #expect(UInt64(segment.count) == UInt64(track.segmentStart.count) + fragment.size)

    let config = AudioSpecificConfig.lowComplexity(sampleRate: 48_000, channelConfiguration: 2)
    let audio = CMAFTrack(
      .audio(AudioSampleEntry(config)), timescale: 48_000, language: "en", presentationStart: 1024)

    #expect(audio.initializationSegment.movie.tracks[0].edits == [Edit(mediaTime: 1024)])

    let file = stream.file
    let header = try InitializationSegment(parsing: file)
    var total: UInt64 = 0
    for track in header.movie.tracks where track.handler == "vide" {
      var samples = SampleIterator(track.sampleTable, fileSize: UInt64(file.count))
      while let sample = try samples.next() { total += UInt64(sample.size) }
    }

    #expect(total == stream.packets.reduce(0) { $0 + UInt64($1.size) })

    var count = 0
    let parsed = try MediaSegment(parsing: segment)
    for fragment in parsed.fragments {
      let samples = try fragment.movieFragment.samples(
        of: track.initializationSegment.movie.tracks[0], at: UInt64(fragment.range.lowerBound))
      count += samples.count
    }

    #expect(count == 12)
  }

  @Test func `the examples stand in this file`() throws {
    let examples = try DocumentationExamples(article: "Sources/ISOBMFF/ISOBMFF.docc/ISOBMFF.md")
    #expect(examples.examples.count == 5)
    #expect(try examples.missing(from: #filePath).isEmpty)
  }

  /// The first twelve access units, with start codes.
  private static func accessUnits(_ stream: Streams) throws -> [[UInt8]] {
    try stream.packets.prefix(12).map { packet in
      let sample = Array(stream.file[packet.position..<packet.position + packet.size])
      return try NALUnitFraming.fourByteLengths.units(in: sample.span).flatMap {
        [0, 0, 0, 1] + sample[$0]
      }
    }
  }
}
