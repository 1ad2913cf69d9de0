// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HDRColor
import ISOBMFF
import Testing

/// The rules of ISO/IEC 23000-19 section 7 on what we write, box by box.
@Suite struct CMAFStructureTests {
  static func audio() -> CMAFTrack {
    CMAFTrack(
      .audio(
        AudioSampleEntry(
          AudioSpecificConfig.lowComplexity(sampleRate: 48_000, channelConfiguration: 2))),
      timescale: 48_000, language: "pt-BR", presentationStart: 1024)
  }

  static func video() throws -> CMAFTrack {
    try CMAFTrack(
      .video(VideoSampleEntry(Streams.hevcSets)), timescale: 24_000, sampleDuration: 1001)
  }

  /// The types of all boxes, in order, with their depth as indentation.
  private func outline(_ bytes: [UInt8]) throws -> [String] {
    func lines(_ boxes: [Box], _ depth: Int) -> [String] {
      boxes.flatMap { box in
        [String(repeating: " ", count: depth) + "\(box.type)"]
          + lines(box.contents?.filter { _ in box.type != "dref" } ?? [], depth + 1)
      }
    }
    return try lines(Box.list(in: bytes), 0)
  }

  @Test func `the boxes of a video header stand in order`() throws {
    #expect(
      try outline(Self.video().initializationSegment.bytes) == [
        "ftyp", "moov", " mvhd", " trak", "  tkhd", "  mdia", "   mdhd", "   hdlr", "   minf",
        "    vmhd", "    dinf", "     dref", "    stbl", "     stsd", "      hvc1", "       hvcC",
        "       colr", "       pasp", "       mdcv", "       clli", "     stts", "     stsc",
        "     stsz", "     stco", "     stss", " mvex", "  trex",
      ])
  }

  @Test func `a box is found by its path`() throws {
    let bytes = try Self.video().initializationSegment.bytes
    let moov = try #require(try Box.list(in: bytes).last)
    #expect(moov.first("trak", "mdia", "minf", "stbl", "stsd", "hvc1", "colr")?.range.count == 19)
    #expect(moov.first("trak", "edts")?.type == nil)
    #expect(moov.first("mvhd")?.contents?.count == nil)
  }

  @Test func `the boxes of an audio header stand in order`() throws {
    #expect(
      try outline(Self.audio().initializationSegment.bytes) == [
        "ftyp", "moov", " mvhd", " trak", "  tkhd", "  edts", "   elst", "  mdia", "   mdhd",
        "   hdlr", "   elng", "   minf", "    smhd", "    dinf", "     dref", "    stbl",
        "     stsd", "      mp4a", "       esds", "     stts", "     stsc", "     stsz",
        "     stco",
        " mvex", "  trex",
      ])
  }

  /// The content of boxes whose every byte the standard decides.
  @Test(arguments: [
    ("ftyp", "636d6632 00000000 636d6632 636d6663 69736f36 63616163"),
    (
      "tkhd",
      "00000007 00000000 00000000 00000001 00000000 00000000 00000000 00000000 00000000 01000000"
        + "00010000 00000000 00000000 00000000 00010000 00000000 00000000 00000000 40000000"
        + "00000000 00000000"
    ),
    ("elst", "00000000 00000001 00000000 00000400 00010000"),
    ("mdhd", "00000000 00000000 00000000 0000bb80 00000000 41f20000"),
    ("elng", "00000000 70742d42 5200"),
    ("smhd", "00000000 00000000"),
    ("dref", "00000000 00000001 0000000c 75726c20 00000001"),
    (
      "esds",
      "00000000 0319 0000 00 0411 40 15 000000 00000000 00000000 0502 1190 060102"
    ),
    ("stts", "00000000 00000000"), ("stsc", "00000000 00000000"),
    ("stsz", "00000000 00000000 00000000"), ("stco", "00000000 00000000"),
    ("trex", "00000000 00000001 00000001 00000000 00000000 00000000"),
  ])
  func `an audio header holds what it must`(_ type: String, _ content: String) throws {
    let bytes = Self.audio().initializationSegment.bytes
    #expect(try hexadecimal(of: FourCC(type), in: bytes) == content.filter { $0 != " " })
  }

  @Test(arguments: [
    ("ftyp", "636d6632 00000000 636d6632 636d6663 69736f36 63686431"),
    ("colr", "6e636c78 0009 0010 0009 00"), ("pasp", "00000001 00000001"),
    ("mdcv", "33c286c4 1d4c0bb8 84d03e80 3d134042 00989680 00000032"), ("clli", "03e8 0190"),
    ("vmhd", "00000001 00000000 00000000"), ("stss", "00000000 00000000"),
    ("mdhd", "00000000 00000000 00000000 00005dc0 00000000 55c40000"),
  ])
  func `a video header holds what it must`(_ type: String, _ content: String) throws {
    let bytes = try Self.video().initializationSegment.bytes
    #expect(try hexadecimal(of: FourCC(type), in: bytes) == content.filter { $0 != " " })
  }

  /// Parameter sets are complete in `hvc1`, metadata are not (ISO/IEC 14496-15 section 8.4.1).
  @Test func `hvcC holds parameter sets and metadata`() throws {
    let record = try HEVCConfiguration(Streams.hevcSets)
    #expect(record.arrays.map(\.type) == [32, 33, 34, 39])
    #expect(record.arrays.map(\.isComplete) == [true, true, true, false])
    #expect(record.arrays.map(\.units.count) == [1, 1, 1, 2])
    #expect(record.lengthSize == 4)
    // FFmpeg's record of the same stream has the same first 22 bytes, but for the frame rate.
    let file = try Streams.hdr10.get().file
    let header = try InitializationSegment(parsing: file)
    guard case .video(let entry) = header.movie.tracks[0].sampleEntries[0],
      case .hevc(let other) = entry.configuration
    else {
      Issue.record("expected HEVC")
      return
    }
    #expect(record.profile == other.profile)
    #expect(record.minimumSpatialSegmentation == other.minimumSpatialSegmentation)
    #expect(record.chromaFormat == other.chromaFormat)
    #expect(record.lumaBitDepth == other.lumaBitDepth)
    #expect(record.temporalLayers == other.temporalLayers)
    #expect(record.isTemporallyNested == other.isTemporallyNested)
    #expect(record.units(ofType: 33) == other.units(ofType: 33))
  }

  @Test func `avcC is what FFmpeg writes for the same stream`() throws {
    let record = try AVCConfiguration(Streams.h264Sets)
    let header = try InitializationSegment(parsing: Streams.h264.get().file)
    guard case .video(let entry) = header.movie.tracks[0].sampleEntries[0],
      case .avc(let other) = entry.configuration
    else {
      Issue.record("expected H.264")
      return
    }
    #expect(record == other)
  }

  /// Samples and the fields of the fragment that they make: flags of `tfhd`, flags of `trun`.
  @Test(
    arguments: [
      (
        "audio", [CMAFSample(size: 5, duration: 1024), CMAFSample(size: 6, duration: 1024)],
        "00020038", "01000201"
      ),
      (
        "audio of one size",
        [CMAFSample(size: 5, duration: 1024), CMAFSample(size: 5, duration: 1024)],
        "00020038", "01000001"
      ),
      (
        "a key picture and others",
        [
          CMAFSample(size: 9, duration: 1001),
          CMAFSample(size: 3, duration: 1001, compositionOffset: 1001, isSync: false),
          CMAFSample(size: 2, duration: 1001, compositionOffset: -1001, isSync: false),
        ], "00020038", "01000a05"
      ),
      (
        "several key pictures",
        [
          CMAFSample(size: 9, duration: 1001), CMAFSample(size: 3, duration: 1001, isSync: false),
          CMAFSample(size: 2, duration: 1001),
        ], "00020038", "01000601"
      ),
      ("one picture", [CMAFSample(size: 9, duration: 1001)], "00020038", "01000001"),
      (
        "pictures of any duration",
        [CMAFSample(size: 9, duration: 1001), CMAFSample(size: 9, duration: 2002, isSync: false)],
        "00020038", "01000105"
      ),
    ] as [(String, [CMAFSample], String, String)])
  func `a fragment says what its samples are`(
    _ name: String, _ samples: [CMAFSample], _ header: String, _ run: String
  ) throws {
    let track = try Self.video()
    let fragment = track.fragment(sequenceNumber: 3, baseDecodeTime: 1 << 33, samples: samples)
    let bytes = fragment.header + Array(repeating: 0, count: Int(fragment.payloadSize))
    #expect(try outline(bytes) == ["moof", " mfhd", " traf", "  tfhd", "  tfdt", "  trun", "mdat"])
    #expect(try hexadecimal(of: "mfhd", in: bytes) == "0000000000000003")
    #expect(try hexadecimal(of: "tfdt", in: bytes) == "010000000000000200000000")
    #expect(try hexadecimal(of: "tfhd", in: bytes).hasPrefix(header + "00000001"))
    #expect(try hexadecimal(of: "trun", in: bytes).hasPrefix(run))
    #expect(fragment.firstSampleEnd == UInt64(fragment.header.count) + UInt64(samples[0].size))

    // It reads back as the samples it was made of, one after the other behind the header.
    let segment = try MediaSegment(parsing: bytes)
    let read = try segment.fragments[0].movieFragment.samples(
      of: track.initializationSegment.movie.tracks[0], at: 0)
    var (offset, time) = (UInt64(fragment.header.count), Int64(1) << 33)
    for (sample, original) in zip(read, samples) {
      #expect(
        sample
          == Sample(
            offset: offset, size: original.size, decodeTime: time, duration: original.duration,
            compositionOffset: original.compositionOffset, isSync: original.isSync))
      offset += UInt64(original.size)
      time += Int64(original.duration)
    }
    #expect(read.count == samples.count)
    #expect(segment.fragments[0].dataRange == fragment.header.count..<bytes.count)
  }

  @Test func `media data beyond 4 GiB have a long header`() throws {
    let samples = Array(repeating: CMAFSample(size: 1 << 30, duration: 1), count: 5)
    let fragment = Self.audio().fragment(
      sequenceNumber: 1, baseDecodeTime: 0, samples: samples)
    #expect(fragment.payloadSize == 5 << 30)
    #expect(
      fragment.header.suffix(16) == [
        0, 0, 0, 1, 0x6D, 0x64, 0x61, 0x74, 0, 0, 0, 1, 0x40, 0, 0, 16,
      ])
  }

  @Test func `a fragment without samples is nothing but a header`() throws {
    let fragment = Self.audio().fragment(sequenceNumber: 1, baseDecodeTime: 7, samples: [])
    #expect(fragment.payloadSize == 0)
    #expect(fragment.firstSampleEnd == UInt64(fragment.header.count))
    #expect(try MediaSegment(parsing: fragment.header).fragments.count == 1)
  }

  @Test func `a segment that is cut in its media data is read up to there`() throws {
    let track = try Self.video()
    let samples = [
      CMAFSample(size: 9, duration: 1), CMAFSample(size: 7, duration: 1, isSync: false),
    ]
    let fragment = track.fragment(sequenceNumber: 1, baseDecodeTime: 0, samples: samples)
    let bytes = track.segmentStart + fragment.header + Array(repeating: 1, count: 9)
    let segment = try MediaSegment(parsing: bytes)
    #expect(segment.isCut)
    #expect(segment.fileType == FileType("cmfs", compatible: ["msdh"]))
    #expect(segment.fragments[0].dataRange.count == 9)
    #expect(UInt64(bytes.count) == UInt64(track.segmentStart.count) + fragment.firstSampleEnd)
  }

  /// The media profile that video may claim: (colour, pictures a second, brand).
  @Test(
    arguments: [
      (.pq, 24, "chd1"), (.hlg, 24, "clg1"), (.bt709, 24, "chh1"), (.pq, 61, nil), (.pq, nil, nil),
      (ColorDescription(primaries: .p3D65, transfer: .bt709, matrix: .bt709), 24, nil),
    ] as [(ColorDescription, UInt32?, FourCC?)])
  func `a brand is claimed where it is true`(
    _ color: ColorDescription, _ rate: UInt32?, _ brand: FourCC?
  ) throws {
    var entry = try VideoSampleEntry(Streams.hevcSets)
    entry.color = color
    var track = CMAFTrack(.video(entry), timescale: 1)
    if let rate {
      track.timescale = 1000 * rate
      track.sampleDuration = 1000
    }
    #expect(
      track.fileType.compatibleBrands == ["cmf2", "cmfc", "iso6"] + (brand.map { [$0] } ?? []))
  }

  /// BCP 47 tags and the code of `mdhd`: three letters of five bits.
  @Test(
    arguments: [
      (nil, "55c4"), ("und", "55c4"), ("en", "15c7"), ("eng", "15c7"), ("en-US", "15c7"),
      ("de", "10b5"), ("zh-Hant-TW", "690f"), ("FR", "1a41"), ("yue", "66a5"),
      ("x-klingon", "55c4"),
      ("", "55c4"), ("tlh", "5188"), ("xx", "55c4"),
    ] as [(String?, String)])
  func `a language is written in both forms`(_ tag: String?, _ code: String) throws {
    var track = Self.audio()
    track.language = tag
    let bytes = track.initializationSegment.bytes
    #expect(try hexadecimal(of: "mdhd", in: bytes).hasSuffix(code + "0000"))
    #expect(try InitializationSegment(parsing: bytes).movie.tracks[0].language == tag)
  }

  /// The content of the first box of a type, however deep.
  private func hexadecimal(of type: FourCC, in bytes: [UInt8]) throws -> String {
    func find(_ boxes: [Box]) -> Box? {
      for box in boxes {
        if box.type == type { return box }
        if let found = find(box.contents ?? []) { return found }
      }
      return nil
    }
    var content = try #require(find(Box.list(in: bytes))).content
    return try content.bytes(content.remaining).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }
}
