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
  private static func findings(_ master: String) async throws -> [String] {
    let source = FileSource()
    let presentation = try await Presentation.load(master, from: source)
      .readingMedia(from: source)
    // What a ladder of one HDR rung cannot have: SDR beside it, and a second variant.
    let selection = RuleSelection(skipping: ["apple-1.24", "apple-6.16", "apple-9.9"])
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
}
