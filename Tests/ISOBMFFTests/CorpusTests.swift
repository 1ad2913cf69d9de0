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

  /// What a file's tracks are: codecs as Shaka Packager's own playlists have them (in the letter case
  /// of ISO/IEC 14496-15) or as the configuration's bytes say, all else as `ffprobe` says.
  struct Facts: Sendable, CustomTestStringConvertible {
    var file: String
    var codecs: [String]
    var languages: [String?] = [nil]
    var color: ColorDescription?
    var rotation = 0
    var edits: [[Int64]] = []
    var testDescription: String { file }
  }

  static let facts = [
    Facts(
      file: "bear-640x360", codecs: ["avc1.64001E", "mp4a.40.2"], languages: [nil, nil],
      edits: [[2002], [1024]]),
    Facts(
      file: "bear-1280x720", codecs: ["avc1.64001F", "mp4a.40.2"], languages: [nil, nil],
      edits: [[2002], [1024]]),
    Facts(
      file: "bear-640x360-ec3", codecs: ["avc1.64001E", "ec-3"], languages: [nil, nil],
      edits: [[2002], [256]]),
    Facts(
      file: "bear-640x360-hevc", codecs: ["hev1.1.6.L63.90", "mp4a.40.2"], languages: [nil, nil],
      edits: [[2002], [0]]),
    Facts(
      file: "bear-640x360-hevc-hdr10", codecs: ["hvc1.2.4.L63.90", "mp4a.40.2"],
      languages: [nil, nil], edits: [[2002], [0]]),
    Facts(file: "bear-av1", codecs: ["av01.0.00M.08"], edits: [[]]),
    Facts(file: "bear-flac", codecs: ["fLaC"], edits: [[0]]),
    Facts(file: "bear-alac", codecs: ["alac"], edits: [[0]]),
    Facts(file: "sparks_dovi_8", codecs: ["hvc1.2.4.L90.90"], edits: [[2002]]),
    Facts(
      file: "hlg10-color-test", codecs: ["mp4a.40.2", "hvc1.2.4.L153"],
      languages: ["eng", "eng"], color: .hlg, edits: [[], []]),
    Facts(
      file: "sample_15fps_720p_1s", codecs: ["mp4a.40.2", "avc1.64003C"],
      languages: ["eng", "eng"], color: .bt709, edits: [[1600], []]),
    Facts(
      file: "hdr10-video-with-sdr-container", codecs: ["hev1.2.4.L150.B0", "mp4a.40.2"],
      languages: ["eng", "eng"], edits: [[], []]),
    Facts(
      file: "internal_emulator_transformer_output_270_rotated",
      codecs: ["avc1.42C029", "mp4a.40.2"], languages: ["eng", "eng"], color: .bt709,
      rotation: 270, edits: [[0], [0]]),
    Facts(
      file: "edit_list_positive_shift", codecs: ["avc1.42C028", "mp4a.40.2"],
      languages: [nil, nil], edits: [[-1, 0], [1024]]),
    Facts(
      file: "sample_edit_list", codecs: ["hvc1.2.4.L120.B0", "mp4a.40.2", "mebx", "mebx"],
      languages: [nil, nil, nil, nil], color: .hlg, rotation: 90,
      edits: [[273], [1698], [273], [273]]),
    Facts(
      file: "sample_with_colr_mdcv_and_clli",
      codecs: ["av01.0.09M.10.0.110.09.16.09.0", "mp4a.40.2"], languages: [nil, nil],
      color: .pq, edits: [[0], [0]]),
  ]

  @Test(arguments: facts)
  func `says what a track is`(_ facts: Facts) throws {
    let contents = try bytes(of: Corpus.url("media/\(facts.file).mp4"))
    let tracks = try InitializationSegment(parsing: contents).movie.tracks
    let entries = tracks.compactMap(\.sampleEntries.first)
    #expect(entries.map { CodecString($0)?.description ?? "" } == facts.codecs)
    #expect(tracks.map(\.language) == facts.languages)
    #expect(tracks.map { $0.edits.map(\.mediaTime) } == facts.edits)
    for (track, entry) in zip(tracks, entries) {
      guard case .video(let video) = entry else { continue }
      #expect(video.color == facts.color)
      #expect(track.rotation == facts.rotation)
    }
  }

  @Test func `reads the boxes of HDR metadata`() throws {
    let contents = try bytes(of: Corpus.url("media/sample_with_colr_mdcv_and_clli.mp4"))
    let entry = try video(contents)
    #expect(
      entry.masteringDisplay
        == MasteringDisplay(
          green: .init(x: 12250, y: 35150), blue: .init(x: 6899, y: 2600),
          red: .init(x: 33899, y: 16099), whitePoint: .init(x: 15634, y: 16449),
          maximumLuminance: 10_000_000, minimumLuminance: 0))
    #expect(
      entry.contentLightLevel
        == ContentLightLevel(
          maximumContentLightLevel: 1100, maximumFrameAverageLightLevel: 180))
  }

  /// Dolby Vision 8.4 of an iPhone: `nclc`, `amve` in the box and in the SEI unit.
  @Test func `reads Dolby Vision over HLG`() throws {
    let entry = try video(bytes(of: Corpus.url("media/sample_edit_list.mp4")))
    let environment = AmbientViewingEnvironment(
      illuminance: 3_140_000, light: .init(x: 15_635, y: 16_450))
    #expect(entry.supplementalCodecs == "dvh1.08.04/db4h")
    #expect(entry.hasQuickTimeColor)
    #expect(entry.ambientViewingEnvironment == environment)
    guard case .hevc(let record) = entry.configuration else {
      Issue.record("expected HEVC")
      return
    }
    #expect(record.messages == [.ambientViewingEnvironment(environment)])
    let sets = try #require(ParameterSets(.hevc(record)))
    #expect(try VideoSampleEntry(sets).ambientViewingEnvironment == environment)
  }

  /// HDR10 that stands in the samples alone, with light levels that contradict the display.
  @Test func `finds HDR metadata in samples`() throws {
    let contents = try bytes(of: Corpus.url("media/hdr10-video-with-sdr-container.mp4"))
    let track = try #require(
      try InitializationSegment(parsing: contents).movie.tracks.first { $0.handler == "vide" })
    var samples = SampleIterator(track.sampleTable, fileSize: UInt64(contents.count))
    let first = try #require(try samples.next())
    let sample = Array(contents[Int(first.offset)..<Int(first.offset) + Int(first.size)])
    let sets = try ParameterSets(codec: .hevc, in: sample.span, framing: .fourByteLengths)
    let messages = sets.metadata
    #expect(
      messages.contains(
        .contentLightLevel(
          ContentLightLevel(
            maximumContentLightLevel: 1000, maximumFrameAverageLightLevel: 200))))
    // ffprobe: max_luminance=1000/10000, min_luminance=50/10000.
    let display = messages.compactMap { message -> MasteringDisplay? in
      guard case .masteringDisplay(let display) = message else { return nil }
      return display
    }
    #expect(display.map(\.maximumLuminance) == [1000])
    #expect(display.map(\.minimumLuminance) == [50])
  }

  /// Apple's E-AC-3 with objects: 5.1 channels and a complexity of 16.
  @Test func `tells Dolby Atmos`() throws {
    let contents = try bytes(of: Corpus.url("media/sample_eac3joc.mp4"))
    let entry = try InitializationSegment(parsing: contents).movie.tracks[0].sampleEntries[0]
    guard case .audio(let audio) = entry, case .eac3(let record) = audio.configuration else {
      Issue.record("expected E-AC-3")
      return
    }
    #expect(record.channels == 6)
    #expect(record.objectComplexity == 16)
  }

  /// ffprobe: two channels at 44.1 kHz.
  @Test(arguments: ["bear-flac", "bear-alac"])
  func `tells the format of lossless audio`(_ name: String) throws {
    let contents = try bytes(of: Corpus.url("media/\(name).mp4"))
    let entry = try InitializationSegment(parsing: contents).movie.tracks[0].sampleEntries[0]
    guard case .audio(let audio) = entry else {
      Issue.record("expected audio")
      return
    }
    #expect(audio.configuration?.channels == 2)
    #expect(audio.configuration?.sampleRate == 44_100)
  }

  /// What the stream says of its colour, box or not, as ffprobe shows it on frames.
  @Test(
    arguments: [
      ("sample_with_colr_mdcv_and_clli", .pq), ("bear-640x360-hevc-hdr10", .pq),
      ("hlg10-color-test", .hlg), ("sample_15fps_720p_1s", .bt709), ("bear-av1", nil),
      ("bear-640x360", nil),
    ] as [(String, ColorDescription?)])
  func `finds the colour of the stream`(_ name: String, _ color: ColorDescription?) throws {
    #expect(try video(bytes(of: Corpus.url("media/\(name).mp4"))).streamColor == color)
  }

  @Test func `reads the sequence header of AV1`() throws {
    let entry = try video(bytes(of: Corpus.url("media/sample_with_colr_mdcv_and_clli.mp4")))
    guard case .av1(let record) = entry.configuration else {
      Issue.record("expected AV1")
      return
    }
    let header = try #require(try AV1SequenceHeader(inUnits: Array(record.bytes.dropFirst(4))))
    #expect(header.width == 1920)
    #expect(header.height == 1080)
    #expect(header.color == .pq)
  }

  private func video(_ contents: [UInt8]) throws -> VideoSampleEntry {
    for track in try InitializationSegment(parsing: contents).movie.tracks {
      for case .video(let entry) in track.sampleEntries { return entry }
    }
    throw CocoaError(.fileReadCorruptFile)
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
