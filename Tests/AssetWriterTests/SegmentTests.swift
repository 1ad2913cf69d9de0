// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HDRColor
import HLSConformance
import HLSEncoding
import HLSPlaylist
import LibAV
import RungTestSupport
import Testing

@Suite struct SegmentTests {
  private static var fast: AssetWriter.Options {
    var options = AssetWriter.Options()
    options.speed = "ultrafast"
    return options
  }

  private static func pictures(_ codec: VideoCodec = .hevc) throws -> AssetWriterInput {
    try AssetWriterInput(pictures: OutputSettings.Video(codec: codec), hint: HLGGenerator.format)
  }

  private static func sound() throws -> AssetWriterInput {
    try AssetWriterInput(
      sound: OutputSettings.Audio(codec: .aac, sampleRate: 48_000, channels: 2))
  }

  /// A tone of 1 kHz in blocks of a tenth of a second.
  private static func append(_ tenths: Int, to input: AssetWriterInput, from start: Int64) throws {
    for tenth in 0..<tenths {
      let samples = (0..<4800).flatMap { index -> [UInt8] in
        let phase = Double(tenth * 4800 + index) / 48
        let value = UInt16(bitPattern: Int16(8000 * sin(2 * Double.pi * phase)))
        return [UInt8(value & 255), UInt8(value >> 8), UInt8(value & 255), UInt8(value >> 8)]
      }
      try input.waitUntilReady()
      try input.append(
        SoundBuffer(format: .int16, sampleRate: 48_000, layout: .stereo, bytes: samples),
        at: Rational(start * 10 + Int64(tenth), 10))
    }
    input.markAsFinished()
  }

  /// The findings of the validator, media read.
  private static func findings(_ master: String, skipping rule: String? = nil) async throws
    -> [String]
  {
    let source = FileSource()
    let presentation = try await Presentation.load(master, from: source)
      .readingMedia(from: source)
    // What a ladder of one HDR rung cannot have: SDR beside it, and a second variant.
    let selection = RuleSelection(
      skipping: ["apple-1.24", "apple-6.16", "apple-9.9"] + [rule].compactMap(\.self))
    return ConformanceReport(of: presentation, against: selection).findings
      .filter { $0.requirement == .must }.map(\.description)
  }

  private static func frames(_ path: String) throws -> String? {
    try Program.probe(
      path, "-count_frames", "-select_streams", "v:0", "-show_entries", "stream=nb_read_frames"
    ).first
  }

  @Test func `a generator of HLG frames gives a rung that plays`() async throws {
    let folder = try TemporaryFolder()
    let rung = try SegmentFolder("video", in: folder.url)
    let options = SegmentOptions(interval: .every(Rational(2)), initialStartTime: Rational(10))
    let writer = try AssetWriter(options, to: rung, Self.fast)
    let input = try Self.pictures()
    try writer.add(input)
    try writer.startWriting()
    try writer.startSession(atSourceTime: Rational(10))
    try HLGGenerator().append(125, to: input, from: Rational(10))
    try await writer.finishWriting()

    let reports = rung.reports
    #expect(reports.map(\.kind) == [.initialization, .separable, .separable, .separable])
    let segments = reports.dropFirst().compactMap(\.tracks.first)
    #expect(segments.map(\.duration) == [Rational(2), Rational(2), Rational(1)])
    #expect(
      segments.map(\.earliestPresentationTime) == [Rational(10), Rational(12), Rational(14)])
    #expect(segments.map(\.sampleCount) == [50, 50, 25])
    #expect(segments.allSatisfy { $0.firstPictures.first?.isSync == true })
    for (report, number) in zip(reports.dropFirst(), 1...) {
      // The first picture lies where the report says: an IDR NAL unit behind its length.
      let bytes = try Data(contentsOf: rung.url.appending(path: "segment-\(number).m4s"))
      let picture = try #require(report.tracks.first?.firstPictures.first)
      let unit = bytes[Int(picture.offset)..<Int(picture.offset + picture.length)]
      #expect([19, 20].contains(unit[unit.startIndex + 4] >> 1 & 63))
    }

    try SegmentFolder.writePlaylists([rung], in: folder.url)
    let master = folder.file("master.m3u8")
    let text = try String(contentsOfFile: master, encoding: .utf8)
    #expect(text.contains("VIDEO-RANGE=HLG") && text.contains("CODECS=\"hvc1.2.4."))
    let findings = try await Self.findings(master)
    #expect(findings == [])
    #expect(try Self.frames(master) == "125")
    #expect(try Self.frames(folder.file("video/playlist.m3u8")) == "125")
    #expect(
      try Program.probe(
        master, "-select_streams", "v:0", "-show_entries",
        "stream=profile,pix_fmt,color_space,color_transfer,color_primaries"
      ).first == "Main 10,yuv420p10le,bt2020nc,arib-std-b67,bt2020")
  }

  @Test func `pictures and sound go into one stream of segments`() async throws {
    let folder = try TemporaryFolder()
    let stream = try SegmentFolder("av", in: folder.url)
    let options = SegmentOptions(interval: .every(Rational(1)), initialStartTime: Rational(10))
    let writer = try AssetWriter(options, to: stream, Self.fast)
    let (pictures, sound) = (try Self.pictures(), try Self.sound())
    try writer.add(pictures)
    try writer.add(sound)
    try writer.startWriting()
    try writer.startSession(atSourceTime: Rational(10))
    async let heard: Void = BlockingWork.run { try Self.append(30, to: sound, from: 10) }
    try await BlockingWork.run {
      try HLGGenerator().append(75, to: pictures, from: Rational(10))
      pictures.markAsFinished()
    }
    try await heard
    try await writer.finishWriting()

    let segments = stream.reports.dropFirst()
    #expect(segments.count == 3)
    #expect(segments.allSatisfy { $0.tracks.map(\.id) == [1, 2] })
    #expect(segments.compactMap(\.tracks.first?.sampleCount) == [25, 25, 25])
    // 144,000 samples and the 1,024 that prime the decoder, 1,024 a frame.
    #expect(segments.compactMap(\.tracks.last?.sampleCount).reduce(0, +) == 142)
    try SegmentFolder.writePlaylists([stream], in: folder.url)
    let master = folder.file("master.m3u8")
    // Pictures and sound in one stream are HLS, and no CMAF.
    let findings = try await Self.findings(master, skipping: "cmaf-7.3.1")
    #expect(findings == [])
    #expect(try Self.frames(folder.file("av/playlist.m3u8")) == "75")
    let loudness = try Program(
      "ffmpeg",
      ["-i", folder.file("av/playlist.m3u8"), "-af", "volumedetect", "-vn", "-f", "null", "-"])
    // A sine of 8,000 of 32,768 has a mean of 8000 / 32768 / √2: -15.3 dB.
    #expect(loudness.errors.contains("mean_volume: -15.3 dB"))
  }

  @Test func `sound alone is cut along the interval`() async throws {
    let folder = try TemporaryFolder()
    let stream = try SegmentFolder("audio", in: folder.url)
    let options = SegmentOptions(
      profile: .mpeg4CMAFCompliant, interval: .every(Rational(1)), initialStartTime: Rational(0))
    let writer = try AssetWriter(options, to: stream, Self.fast)
    let sound = try Self.sound()
    try writer.add(sound)
    try writer.startWriting()
    try writer.startSession(atSourceTime: Rational(0))
    try Self.append(30, to: sound, from: 0)
    try await writer.finishWriting()
    let segments = stream.reports.dropFirst().compactMap(\.tracks.first)
    // Priming comes before 0; then the first frame that starts at or after each second.
    #expect(segments.map(\.sampleCount) == [48, 47, 47])
    #expect(
      segments.map(\.earliestPresentationTime)
        == [Rational(-1024, 48_000), Rational(48_128, 48_000), Rational(96_256, 48_000)])
    try SegmentFolder.writePlaylists([stream], in: folder.url)
    #expect(
      try Program.probe(
        folder.file("audio/playlist.m3u8"), "-show_entries",
        "stream=codec_name,sample_rate,channels"
      ).first == "aac,48000,2")
  }

  /// Segments end where they have to, whatever the groups of a second would be: at 25 pictures a
  /// second after 15, at 30,000/1,001 with the first picture at or after each 0.6 s.
  @Test(arguments: [
    (Rational(25), [15, 15, 15, 15]), (Rational(30_000, 1001), [18, 18, 18, 6]),
    (Rational(24), [15, 14, 15, 14, 2]),
  ]) func `a picture from which decoding can start is made where a segment begins`(
    _ rate: Rational, _ counts: [Int]
  ) throws {
    let folder = try TemporaryFolder()
    let stream = try SegmentFolder("video", in: folder.url)
    let options = SegmentOptions(interval: .every(Rational(3, 5)), initialStartTime: Rational(0))
    let writer = try AssetWriter(options, to: stream, Self.fast)
    var format = HLGGenerator.format
    format.frameRate = rate
    let input = try AssetWriterInput(pictures: OutputSettings.Video(codec: .hevc), hint: format)
    try writer.add(input)
    try writer.startWriting()
    try writer.startSession(atSourceTime: Rational(0))
    let generator = try HLGGenerator()
    for number in 0..<60 {
      try input.waitUntilReady()
      let buffer = try #require(try generator.picture(number))
      try input.append(
        buffer, at: Rational(Int64(number) * rate.denominator, rate.numerator),
        lasting: rate.inverse)
    }
    try writer.finish()
    let segments = stream.reports.dropFirst().compactMap(\.tracks.first)
    #expect(segments.map(\.sampleCount) == counts)
    #expect(segments.allSatisfy { $0.firstPictures.first?.isSync == true })
    try SegmentFolder.writePlaylists([stream], in: folder.url)
    #expect(try Self.frames(folder.file("video/playlist.m3u8")) == "60")
  }

  @Test func `a flush ends a segment behind what was appended`() throws {
    let folder = try TemporaryFolder()
    let stream = try SegmentFolder("video", in: folder.url)
    let writer = try AssetWriter(SegmentOptions(interval: .flushed), to: stream, Self.fast)
    let input = try Self.pictures()
    try writer.add(input)
    try writer.startWriting()
    try writer.startSession(atSourceTime: Rational(0))
    let generator = try HLGGenerator()
    for number in 0..<40 {
      try input.waitUntilReady()
      let buffer = try #require(try generator.picture(number))
      try input.append(buffer, at: HLGGenerator.time(number), lasting: Rational(1, 25))
      if [6, 17].contains(number) { try writer.flushSegment() }
    }
    try writer.finish()
    let segments = stream.reports.dropFirst().compactMap(\.tracks.first)
    #expect(segments.map(\.sampleCount) == [7, 11, 22])
    #expect(
      segments.map(\.earliestPresentationTime)
        == [Rational(0), Rational(7, 25), Rational(18, 25)])
    #expect(segments.allSatisfy { $0.firstPictures.first?.isSync == true })
    try SegmentFolder.writePlaylists([stream], in: folder.url)
    #expect(try Self.frames(folder.file("video/playlist.m3u8")) == "40")
  }

  @Test func `combinable fragments of two writers play under one header each, on one timeline`()
    throws
  {
    let folder = try TemporaryFolder()
    let options = SegmentOptions(
      interval: .every(Rational(1)), initialStartTime: Rational(10),
      firstSequenceNumber: 7, makesCombinableFragments: true)
    let video = try SegmentFolder("video", in: folder.url)
    let audio = try SegmentFolder("audio", in: folder.url)
    let writers = try [
      AssetWriter(options, to: video, Self.fast), AssetWriter(options, to: audio, Self.fast),
    ]
    let (pictures, sound) = (try Self.pictures(), try Self.sound())
    for (writer, input) in zip(writers, [pictures, sound]) {
      try writer.add(input)
      try writer.startWriting()
      try writer.startSession(atSourceTime: Rational(10))
    }
    try HLGGenerator().append(50, to: pictures, from: Rational(10))
    try Self.append(20, to: sound, from: 10)
    for writer in writers { try writer.finish() }
    for (rendition, stream) in [(video, "v:0"), (audio, "a:0")] {
      let header = try Data(contentsOf: rendition.url.appending(path: "init.mp4"))
      let segment = try Data(contentsOf: rendition.url.appending(path: "segment-1.m4s"))
      // No edit list, and the first fragment has the number that was asked for.
      #expect(header.range(of: Data("elst".utf8)) == nil)
      let number = try #require(segment.range(of: Data("mfhd".utf8))).upperBound + 4
      #expect(segment[number..<number + 4].elementsEqual([0, 0, 0, 7]))
      guard stream == "a:0" else {
        // The first picture is decoded and shown at 10 s, in units of 1/25,000.
        let time = try #require(segment.range(of: Data("tfdt".utf8))).upperBound
        let value = segment[time..<time + 12].drop { $0 <= 1 }.reduce(0) { $0 << 8 | Int($1) }
        #expect(value == 250_000)
        continue
      }
      let joined = folder.file("sound.mp4")
      try (header + segment).write(to: URL(filePath: joined))
      let first = try Program.probe(
        joined, "-read_intervals", "%+#1", "-show_entries", "packet=pts_time")
      let time = try #require(first.first.flatMap { Double($0.replacing(",", with: "")) })
      // Sound begins with the 1,024 samples that prime its decoder.
      #expect(abs(time - (10 - 1024.0 / 48_000)) < 0.001)
    }
  }

  @Test func `a session that starts later leaves out what comes before`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("out.mov")
    let writer = try AssetWriter(to: path, Self.fast)
    let input = try Self.pictures()
    try writer.add(input)
    try writer.startWriting()
    try writer.startSession(atSourceTime: Rational(101))
    // Pictures from 100 s on: the first 25 come before the session.
    try HLGGenerator().append(75, to: input, from: Rational(100))
    try writer.endSession(atSourceTime: Rational(103))
    try writer.finish()
    #expect(
      try Program.probe(path, "-show_entries", "stream=nb_frames,start_time,duration")
        == ["0.000000,2.000000,50"])
  }
}
