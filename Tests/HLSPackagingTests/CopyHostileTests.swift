// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HLSPackaging
import HLSPlaylist
import ISOBMFF
import RungTestSupport
import Testing

/// Inputs that end early or lie.
@Suite(.serialized) struct CopyHostileTests {
  /// Eight seconds of pictures and sound with an IDR picture each second, tables in front.
  private static let film: [UInt8] = {
    let folder = try? TemporaryFolder()
    let path = folder?.file("film.mp4") ?? ""
    _ = try? Program(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x90:r=25:d=8", "-f", "lavfi", "-i",
        "sine=440:r=48000:d=8", "-c:v", "libx264", "-preset", "ultrafast", "-g", "25",
        "-sc_threshold", "0", "-pix_fmt", "yuv420p", "-c:a", "aac", "-movflags", "+faststart", path,
      ])
    return [UInt8]((try? Data(contentsOf: URL(filePath: path))) ?? Data())
  }()

  private func package(_ bytes: [UInt8]) throws -> CopiedPackage {
    let folder = try TemporaryFolder()
    let path = folder.file("film.mp4")
    try Data(bytes).write(to: URL(filePath: path))
    return try CopiedPackage(path, CopyOptions(segmentDuration: 2))
  }

  /// The places of the boxes of a type within the boxes around it.
  private func boxes(_ path: [FourCC], in bytes: [UInt8]) throws -> [Range<Int>] {
    var found = try Box.list(in: bytes).filter { $0.type == path[0] }
    for type in path.dropFirst() {
      found = try found.flatMap { try $0.children() }.filter { $0.type == type }
    }
    return found.map(\.range)
  }

  private static let table: [FourCC] = ["moov", "trak", "mdia", "minf", "stbl"]

  private func put(_ value: UInt32, at place: Int, in bytes: inout [UInt8]) {
    for shift in 0..<4 {
      bytes[place + shift] = UInt8(truncatingIfNeeded: value >> UInt32(24 - 8 * shift))
    }
  }

  private func expectDecodes(_ package: CopiedPackage) throws {
    for rendition in package.report.renditions {
      let playlist = package.file("\(rendition.directory)/playlist.m3u8")
      let decoded = try Program("ffmpeg", ["-v", "error", "-i", playlist, "-f", "null", "-"])
      #expect(decoded.errors == "")
    }
  }

  struct Lie: Sendable, CustomTestStringConvertible {
    var id: String
    /// The table of the pictures, and what is written where in it, from its header on.
    var table: FourCC
    var numbers: [(at: Int, value: UInt32)]
    /// What is said of the pictures, behind the path.
    var outcome: String
    var testDescription: String { id }
  }

  /// 200 pictures in a file of eight seconds; its sound is whole.
  static let lies: [Lie] = [
    Lie(
      id: "a first place beyond the end", table: "stco", numbers: [(16, 0xFFFF_FFF0)],
      outcome: "0: film#1 is left out: sample 1: expected 4341 bytes at 4294967280, "
        + "found a file of 378527"),
    Lie(id: "four thousand million places", table: "stco", numbers: [(12, .max)], outcome: "200: "),
    Lie(
      id: "no places", table: "stco", numbers: [(12, 0)],
      outcome: "0: film#1 is left out: sample 1: expected its chunk, found no such entry"),
    Lie(
      id: "four thousand million sizes", table: "stsz", numbers: [(16, .max)],
      outcome: "200: film#1 ends at 8 s: sample 201: expected its size, found no such " + "entry"),
    Lie(
      id: "four thousand million samples of a size", table: "stsz",
      numbers: [(12, 1), (16, .max)],
      outcome: "film#1: expected an IDR picture to begin a segment at about 1 s, found "
        + "an open group of pictures; none comes between 0 s and 8 s"),
    Lie(
      id: "no samples", table: "stsz", numbers: [(16, 0)],
      outcome: "0: film#1 is left out: expected samples, found none"),
    Lie(
      id: "a sample of four gigabytes", table: "stsz", numbers: [(20, .max)],
      outcome: "0: film#1 is left out: sample 1: expected 4294967295 bytes at 6153, "
        + "found a file of 378527"),
    Lie(
      id: "samples without bytes", table: "stsz", numbers: (0..<200).map { (20 + 4 * $0, 0) },
      outcome: "film#1: expected an IDR picture to begin a segment at about 1 s, found "
        + "an open group of pictures; none comes between 0 s and 8 s"),
    Lie(
      id: "no times", table: "stts", numbers: [(12, 0)],
      outcome: "0: film#1 is left out: sample 1: expected its duration, found no such " + "entry"),
    Lie(
      id: "times of nothing", table: "stts", numbers: [(16, 0)],
      outcome: "0: film#1 is left out: sample 1: expected its duration, found no such " + "entry"),
    Lie(id: "times of forever", table: "stts", numbers: [(20, .max)], outcome: "1: "),
    Lie(id: "a run from chunk 0", table: "stsc", numbers: [(16, 0)], outcome: "200: "),
    Lie(
      id: "a run of no samples", table: "stsc", numbers: [(20, 0)],
      outcome: "0: film#1 is left out: sample 1: expected its chunk, found no such entry"),
    Lie(
      id: "a run of four thousand million samples", table: "stsc", numbers: [(20, .max)],
      outcome: "film#1: expected an IDR picture to begin a segment at about 1 s, found "
        + "an open group of pictures; none comes between 0 s and 8 s"),
    Lie(id: "a description that is not there", table: "stsc", numbers: [(24, 9)], outcome: "200: "),
    Lie(id: "sync samples out of order", table: "stss", numbers: [(20, 0)], outcome: "200: "),
  ]

  @Test(arguments: lies)
  func `what tables lie about is said exactly`(_ c: Lie) throws {
    var bytes = Self.film
    let place = try boxes(Self.table + [c.table], in: bytes)[0].lowerBound
    for number in c.numbers { put(number.value, at: place + number.at, in: &bytes) }
    let folder = try TemporaryFolder()
    let path = folder.file("film.mp4")
    try Data(bytes).write(to: URL(filePath: path))
    var outcome = ""
    do {
      let package = try CopiedPackage(path, CopyOptions(segmentDuration: 2))
      let notes = package.report.warnings.filter { $0.hasPrefix("\(path)#1") }
      let pictures = package.report.renditions.first { $0.directory.hasPrefix("video") }?.samples
      outcome = "\(pictures ?? 0): \(notes.joined(separator: "; "))"
      if pictures != nil, c.id != "samples without bytes" { try expectDecodes(package) }
    } catch let error as PackagingError {
      outcome = "\(error)"
    }
    #expect(outcome.replacing(path, with: "film") == c.outcome)
  }

  @Test func `a file that ends in the middle is packaged up to there, and said so`() throws {
    let bytes = Self.film
    let package = try package(Array(bytes.prefix(bytes.count * 6 / 10)))
    let video = try #require(package.report.renditions.first)
    #expect(video.samples > 80 && video.samples < 150)
    #expect(package.report.warnings.contains { $0.contains("#1 ends at") })
    #expect(package.report.warnings.contains { $0.contains("'mdat' claims") })
    try expectDecodes(package)
  }

  @Test func `places beyond the end of the file end the track`() throws {
    var bytes = Self.film
    let offsets = try boxes(Self.table + ["stco"], in: bytes)[0]
    // The chunks after the tenth.
    for place in stride(from: offsets.lowerBound + 16 + 40, to: offsets.upperBound, by: 4) {
      put(0xFFFF_FFF0, at: place, in: &bytes)
    }
    let package = try package(bytes)
    #expect(package.report.warnings.contains { $0.contains("#1 ends at") })
    try expectDecodes(package)
  }

  @Test func `samples that overlap as a whole are a trap that is seen`() throws {
    var bytes = Self.film
    let offsets = try boxes(Self.table + ["stco"], in: bytes)[0]
    let sizes = try boxes(Self.table + ["stsz"], in: bytes)[0]
    for place in stride(from: offsets.lowerBound + 16, to: offsets.upperBound, by: 4) {
      put(48, at: place, in: &bytes)
    }
    for place in stride(from: sizes.lowerBound + 20, to: sizes.upperBound, by: 4) {
      put(UInt32(bytes.count / 8), at: place, in: &bytes)
    }
    let package = try package(bytes)
    let video = try #require(package.report.renditions.first { $0.directory.hasPrefix("video") })
    #expect(video.samples <= 8)
    #expect(package.report.warnings.contains { $0.contains("the samples overlap") })
  }

  @Test func `four thousand million samples are not believed`() throws {
    var bytes = Self.film
    let sizes = try boxes(Self.table + ["stsz"], in: bytes)[0]
    put(.max, at: sizes.lowerBound + 16, in: &bytes)
    let package = try package(bytes)
    #expect(package.report.renditions.first?.samples == 200)
    try expectDecodes(package)
  }

  @Test func `samples without bytes keep their time`() throws {
    var bytes = Self.film
    // The last picture of the film and the ones behind it in its chunk are one.
    let sizes = try boxes(Self.table + ["stsz"], in: bytes)[0]
    put(0, at: sizes.upperBound - 4, in: &bytes)
    let package = try package(bytes)
    let video = try #require(package.report.renditions.first)
    #expect(video.samples == 200)
    #expect(video.duration == 8)
  }

  @Test func `a track that cannot be read is left out`() throws {
    var bytes = Self.film
    let media = try boxes(["moov", "trak", "mdia", "mdhd"], in: bytes)[1]
    put(0, at: media.lowerBound + 20, in: &bytes)  // a timescale of 0
    let package = try package(bytes)
    #expect(package.report.renditions.map(\.samples) == [200])
    #expect(package.report.warnings.contains { $0.contains("a track cannot be read") })
  }

  @Test func `five hundred tracks are five hundred renditions`() throws {
    let bytes = Self.film
    let movie = try boxes(["moov"], in: bytes)[0]
    let tracks = try boxes(["moov", "trak"], in: bytes)
    // The copies stand behind the media, so that no place in the file changes.
    var writer = ByteWriter()
    writer.box("moov") { writer in
      writer.append(bytes[movie.lowerBound + 8..<tracks[1].upperBound])
      for number in 3...500 {
        var track = Array(bytes[tracks[1]])
        put(UInt32(number), at: 8 + 20, in: &track)
        writer.append(track)
      }
    }
    var many = bytes
    many.replaceSubrange(movie.lowerBound + 4..<movie.lowerBound + 8, with: Array("free".utf8))
    let package = try package(many + writer.bytes)
    #expect(package.report.renditions.count == 500)
    #expect(Set(package.report.renditions.map(\.directory)).count == 500)
    #expect(Set(try package.master().renditions.map(\.name)).count == 499)
  }

  @Test func `encrypted samples are refused`() throws {
    let folder = try TemporaryFolder()
    let (clear, path) = (folder.file("clear.mp4"), folder.file("secret.mp4"))
    try Data(Self.film).write(to: URL(filePath: clear))
    let key = "76a6c65c5ea762046bd749a2e632ccbb"
    _ = try Program(
      "ffmpeg",
      [
        "-v", "error", "-i", clear, "-c", "copy", "-encryption_scheme", "cenc-aes-ctr",
        "-encryption_key", key, "-encryption_kid", "a7e61c373e219033c21091fa607bf3b8", path,
      ])
    let error = #expect(throws: PackagingError.self) { try CopiedPackage(path) }
    #expect(error?.reason == "expected samples in the clear, found encrypted ones")
  }

  @Test(.enabled(if: Corpus.isPresent))
  func `what a fuzzer found in another reader ends in an error`() throws {
    let files = try FileManager.default.contentsOfDirectory(
      atPath: Corpus.url("media/hostile").path)
    #expect(files.count == 20)
    for file in files {
      #expect(throws: PackagingError.self, "\(file)") {
        try CopiedPackage(Corpus.url("media/hostile/\(file)").path)
      }
    }
  }
}
