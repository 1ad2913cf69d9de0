// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HDRColor
import HLSEncoding
import HLSPackaging
import HLSPlaylist
import LibAV
import RungTestSupport
import Synchronization
import Testing

/// What the articles show compiles and does what they say.
@Suite struct DocumentationTests {
  @Test func `planning a ladder`() throws {
    let path = Fixture.path("pq.mp4")
    let source = try SourceDescription.inspect(path)
    let plan = try LadderPlan(for: source)
    let names = plan.rungs.map(\.name)
    #expect(names.contains("video-hevc-pq-360p-105k"))

    var options = LadderOptions()
    options.codecs = [.h264, .hevc]
    options.maximumHeight = 720
    let smaller = try LadderPlan(for: source, options)
    #expect(smaller.rungs.count == 4)
  }

  @Test func `planning sound`() throws {
    let temporary = try TemporaryFolder()
    let tracks = (0..<8).flatMap { _ in ["-f", "lavfi", "-i", "sine=sample_rate=48000:duration=1"] }
    let maps = (0..<8).flatMap { ["-map", "\($0)"] }
    try FFmpeg.make(tracks + maps + ["-ac", "1", temporary.file("master.mov")])
    let source = try SourceDescription.inspect(temporary.file("master.mov"))

    var options = LadderOptions()
    options.audioMaps = [
      try AudioMap("5.1=a:0-5,language=en"),
      try AudioMap("stereo=a:6,a:7,language=en,disposition=comment,title=The director"),
    ]
    let plan = try LadderPlan(for: source, options)
    #expect(plan.audio.map(\.groupID) == ["aac", "aac", "ac3", "ac3", "eac3", "eac3"])

    let louder = try plan.normalized(to: -16)
    #expect(louder.audio.allSatisfy { $0.gain != 0 })
  }

  @Test func `packaging a ladder`() throws {
    let temporary = try TemporaryFolder()
    let (path, folder) = (Fixture.path("sound.wav"), temporary.file("out"))
    let source = try MediaSource.open(path)
    let plan = try LadderPlan(for: source.description)
    let output = try OutputDirectory(folder, replaces: false)
    let report = try LadderPackager(plan, to: output, version: "1.0").run(reading: source)
    let peaks = report.renditions.map(\.peakBitRate)
    #expect(peaks.count == 1)
  }

  @Test func `copying`() throws {
    let temporary = try TemporaryFolder()
    let (film, folder) = (Fixture.path("sync.mp4"), temporary.file("out"))
    let subtitles = temporary.file("lines.vtt")
    try "WEBVTT\n\n00:00.000 --> 00:01.000\nHi\n"
      .write(toFile: subtitles, atomically: true, encoding: .utf8)
    let inputs = [
      CopyInput(film), CopyInput(subtitles, as: .subtitles, language: "en"),
    ]
    let output = try OutputDirectory(folder, replaces: false)
    let report = try CopyPackager(inputs, CopyOptions(), to: output, version: "1.0").run()
    let folders = report.renditions.map(\.directory)
    #expect(folders.last == "subtitles-en")
  }

  @Test func `a film is exported`() async throws {
    let folder = try TemporaryFolder()
    let film = Fixture.path("sync.mp4")
    let (output, hdr, sdr) = (folder.file("a.mov"), folder.file("b.mov"), folder.file("c.mp4"))
    let session = try ExportSession(film, .hevcHighestQuality, to: output)
    let exported = try await session.export()
    let codec = exported[0].description.mainVideo?.codecTag
    #expect(codec == "hvc1")
    let source = try SourceDescription.inspect(film)
    let requests = [
      try ExportRequest(.preset(.hevcHighestQuality), to: hdr),
      try ExportRequest(.preset(.h264UpTo1080), to: sdr),
    ]
    let plan = try ExportPlan(for: source, requests)
    let transfers = plan.outputs.compactMap { $0.picture?.color.transfer }
    #expect(transfers == [.bt709, .bt709])
    var assistant = OutputSettingsAssistant(preset: "AVOutputSettingsPresetHEVC1920x1080")
    assistant?.source = SourceFormat(source)
    var settings = assistant?.videoSettings
    settings?.compression.averageBitRate = 6_000_000
    let verdict = settings.map { HDR10Check($0, of: SourceFormat(source)).verdict }
    #expect(verdict == .notHDR10)
  }

  @Test func `encrypting`() throws {
    let temporary = try TemporaryFolder()
    let (film, folder) = (Fixture.path("sync.mp4"), temporary.file("out"))
    let keyFile = temporary.file("film.keys")
    let keys = KeyRing.generating()
    var options = CopyOptions()
    options.protection = try PackageProtection(
      .samples, KeyPlan(clearLead: 1), keys: keys,
      systems: [KeySystem(.fairPlay, url: "skd://film/{id}"), KeySystem(.widevine)])
    let output = try OutputDirectory(folder, replaces: false)
    let report = try CopyPackager([CopyInput(film)], options, to: output, version: "1.0").run()
    try keys.write(to: keyFile)
    #expect(!report.renditions.isEmpty)
    let text = try String(contentsOfFile: keyFile, encoding: .utf8)
    #expect(text.split(separator: "\n").count == 2)
  }

  @Test func `writing frames`() async throws {
    let temporary = try TemporaryFolder()
    let (output, sdr) = (temporary.file("out.mov"), temporary.file("sdr.mp4"))
    let film = Fixture.path("hlg.mp4")
    let input = try AssetWriterInput(
      pictures: OutputSettings.Video(codec: .hevc),
      hint: SourceFormat(width: 192, height: 128, color: .hlg, bitDepth: 10))
    let writer = try AssetWriter(to: output)
    try writer.add(input)
    try writer.startWriting()
    try writer.startSession(atSourceTime: Rational(0))
    let pool = try PixelBufferPool(width: 192, height: 128, format: .biPlanar420Deep, color: .hlg)
    for number in 0..<50 {
      try input.waitUntilReady()
      guard let buffer = try pool.makeBuffer() else { break }
      try buffer.withMutablePlane(0) { luma in
        for offset in stride(from: 0, to: luma.byteCount, by: 2) {
          luma.storeBytes(of: UInt16(64 + number) << 6, toByteOffset: offset, as: UInt16.self)
        }
      }
      try input.append(buffer, at: Rational(Int64(number), 30))
    }
    try await writer.finishWriting()
    #expect(try Program.probe(output, "-show_entries", "stream=nb_frames") == ["50"])

    let reader = try FrameReader(film)
    let copy = try AssetWriterInput(
      pictures: OutputSettings.Video(codec: .h264, color: .bt709), hint: reader.format)
    let second = try AssetWriter(to: sdr)
    try second.add(copy)
    try second.startWriting()
    try second.startSession(atSourceTime: Rational(0))
    try copy.append(contentsOf: reader)
    try await second.finishWriting()
    let probed = try Program.probe(sdr, "-show_entries", "stream=codec_name,color_transfer")
    #expect(probed == ["h264,bt709"])
  }

  final class Shelf: SegmentDelegate {
    let rendition = Mutex<ReportedRendition?>(nil)

    func take(_ segment: [UInt8], _ report: SegmentReport) throws {
      try rendition.withLock { rendition in
        guard report.kind == .separable else {
          rendition = try ReportedRendition(report, directory: "video")
          return
        }
        let name = "segment-\((rendition?.record.segments.count ?? 0) + 1).m4s"
        try rendition?.append(report, size: segment.count, as: name)
      }
    }
  }

  @Test func `packaging what a writer makes`() throws {
    let shelf = Shelf()
    let options = SegmentOptions(interval: .every(Rational(2)), initialStartTime: Rational(0))
    let writer = try AssetWriter(options, to: shelf)
    let reader = try FrameReader(Fixture.path("hlg.mp4"))
    let input = try AssetWriterInput(
      pictures: OutputSettings.Video(codec: .hevc), hint: reader.format)
    try writer.add(input)
    try writer.startWriting()
    try writer.startSession(atSourceTime: Rational(0))
    try input.append(contentsOf: reader)
    try writer.finish()
    let record = try #require(shelf.rendition.withLock { $0?.record })
    let text = try LadderPlaylists([record]).master.text()
    #expect(text.contains("VIDEO-RANGE=HLG"))
    #expect(text.contains("video/playlist.m3u8"))
  }

  @Test(arguments: [
    "Sources/HLSEncoding/HLSEncoding.docc/HLSEncoding.md",
    "Sources/HLSPackaging/HLSPackaging.docc/HLSPackaging.md",
  ])
  func `every example is compiled here`(_ article: String) throws {
    let examples = try DocumentationExamples(article: article)
    #expect(!examples.examples.isEmpty)
    #expect(try examples.missing(from: #filePath) == [])
  }
}
