// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import ISOBMFF
import RungTestSupport
import Testing

/// No input may crash, hang or take memory without bound.
@Suite struct HostileInputTests {
  @Test(.enabled(if: Corpus.isPresent), .timeLimit(.minutes(15)))
  func `findings against another parser end in an error or in part`() throws {
    let folder = try Corpus.url("media/hostile")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    #expect(files.count == 20)
    for file in files { readEverything(try bytes(of: file)) }
  }

  @Test(.timeLimit(.minutes(15)))
  func `files cut at any place end in an error or in part`() throws {
    let file = try Streams.hdr10.get().file
    let moov = try #require(try Box.list(in: file).first { $0.type == "moov" })
    let header = try InitializationSegment(parsing: file)
    // `moov` is last: all cuts inside it lose it.
    for end in stride(from: moov.range.lowerBound, to: moov.range.upperBound, by: 7) {
      #expect(throws: ISOBMFFError.self) {
        try InitializationSegment(parsing: Array(file[..<end]))
      }
    }
    // The table is whole but the file is not: the samples before the cut are good.
    var samples = SampleIterator(header.movie.tracks[0].sampleTable, fileSize: 20_000)
    var count = 0
    let error = #expect(throws: ISOBMFFError.self) {
      while let sample = try samples.next() {
        #expect(sample.offset + UInt64(sample.size) <= 20_000)
        count += 1
      }
    }
    let whole = try Streams.hdr10.get().packets.prefix { $0.position + $0.size <= 20_000 }.count
    #expect(count == whole)
    #expect(error == ISOBMFFError(.truncated, at: whole, ""))
  }

  @Test(.timeLimit(.minutes(15)))
  func `mutated files end in an error or in part`() throws {
    var random = SeededGenerator()
    let seed = "\(random)"
    let originals = try [
      Streams.hdr10.get().file, Streams.h264.get().file,
      CMAFTrack(.video(VideoSampleEntry(Streams.hevcSets)), timescale: 24_000)
        .initializationSegment.bytes,
    ].map { Self.withoutMedia($0) }
    for round in 0..<600 {
      var bytes = originals[round % originals.count]
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = .random(in: 0...255, using: &random)
        case 1: bytes[place] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
        case 2: bytes.removeSubrange(place..<min(place + 4, bytes.count))
        default:
          bytes.insert(contentsOf: bytes[place..<min(place + 16, bytes.count)], at: place)
        }
      }
      readEverything(bytes)
    }
    // The seed stands in the log of every run; a crash is replayed with it.
    print("let random = \(seed)")
  }

  /// The boxes of a file other than its media data, so that mutations hit what is parsed.
  private static func withoutMedia(_ file: [UInt8]) -> [UInt8] {
    let boxes = (try? Box.list(in: file)) ?? []
    return boxes.filter { $0.type != "mdat" }.flatMap(\.bytes)
  }

  /// Tables that claim more than there is (count, sample size) and how the walk ends.
  @Test(
    arguments: [
      (UInt32.max, UInt32(1), 5, ISOBMFFError.Code.truncated),
      (UInt32.max, 0, 0, .truncated), (3, 1, 3, nil), (UInt32.max, 2000, 0, .truncated),
    ] as [(UInt32, UInt32, Int, ISOBMFFError.Code?)])
  func `a table that lies is followed as far as it is true`(
    _ count: UInt32, _ size: UInt32, _ good: Int, _ code: ISOBMFFError.Code?
  ) throws {
    var writer = ByteWriter()
    Tables.movie(
      to: &writer, durations: [(UInt32.max, 10)], runs: [(1, 5, 1)], sizes: (size, count, []),
      chunks: [100])
    let movie = try InitializationSegment(parsing: writer.bytes).movie
    var samples = SampleIterator(movie.tracks[0].sampleTable, fileSize: 1000)
    var found = 0
    do {
      while try samples.next() != nil { found += 1 }
      #expect(code == nil)
    } catch {
      #expect(error.code == code)
      #expect(error.offset == good)
    }
    #expect(found == good)
  }

  @Test func `chunks that all lie at one place are a trap`() throws {
    var writer = ByteWriter()
    Tables.movie(
      to: &writer, durations: [(UInt32.max, 10)], runs: [(1, 100, 1)],
      sizes: (1, UInt32.max, []), chunks: Array(repeating: 100, count: 1000))
    let movie = try InitializationSegment(parsing: writer.bytes).movie
    var samples = SampleIterator(movie.tracks[0].sampleTable, fileSize: 1000)
    #expect(throws: ISOBMFFError(.limitExceeded, at: 1000, "")) {
      while try samples.next() != nil {}
    }
  }

  @Test func `a run of samples without a byte for each is bounded`() throws {
    let track = Track(handler: "vide", timescale: 1, sampleEntries: [])
    var fragment = TrackFragment(trackID: 1, baseDecodeTime: 0)
    fragment.runs = Array(repeating: TrackRun(count: 1 << 20), count: 5)
    #expect(throws: ISOBMFFError(.limitExceeded, at: 0, "")) {
      try MovieFragment(sequenceNumber: 1, tracks: [fragment]).samples(of: track, at: 0)
    }
    fragment.runs = [TrackRun(count: 1 << 20 + 1)]
    var writer = ByteWriter()
    MovieFragment(sequenceNumber: 1, tracks: [fragment]).write(to: &writer)
    let box = try #require(try Box.list(in: writer.bytes).first)
    let error = #expect(throws: ISOBMFFError.self) { try MovieFragment(parsing: box) }
    #expect(error?.code == .limitExceeded)
  }

  @Test func `boxes inside boxes end at a depth`() throws {
    var content: [UInt8] = []
    for _ in 0..<40 { content = OpaqueBox(type: "moov", content: content).bytes }
    var boxes = try Box.list(in: content)
    var depth = 1
    let error = #expect(throws: ISOBMFFError.self) {
      while let box = boxes.first {
        boxes = try box.children()
        depth += 1
      }
    }
    #expect(error?.code == .limitExceeded)
    #expect(depth == Box.maximumDepth)
  }

  @Test func `boxes beside boxes end at a count`() throws {
    let box = OpaqueBox(type: "free", content: []).bytes
    let most = Array(repeating: box, count: Box.maximumCount).flatMap(\.self)
    #expect(try Box.list(in: most).count == Box.maximumCount)
    #expect(throws: ISOBMFFError(.limitExceeded, at: most.count, "")) {
      try Box.list(in: most + box)
    }
  }

  /// Boxes whose size cannot be (bytes, error).
  @Test(
    arguments: [
      ([0, 0, 0, 7, 0x66, 0x72, 0x65, 0x65], ISOBMFFError(.malformed, at: 0, "")),
      ([0, 0, 0, 9, 0x66, 0x72, 0x65, 0x65], ISOBMFFError(.truncated, at: 0, "")),
      ([0, 0, 0, 1, 0x66, 0x72, 0x65, 0x65], ISOBMFFError(.truncated, at: 8, "")),
      (
        [0, 0, 0, 1, 0x66, 0x72, 0x65, 0x65, 0, 0, 0, 0, 0, 0, 0, 15],
        ISOBMFFError(.malformed, at: 0, "")
      ),
      (
        [0, 0, 0, 1, 0x66, 0x72, 0x65, 0x65, 255, 255, 255, 255, 255, 255, 255, 255],
        ISOBMFFError(.truncated, at: 0, "")
      ),
    ] as [([UInt8], ISOBMFFError)])
  func `rejects a box of an impossible size`(_ bytes: [UInt8], _ error: ISOBMFFError) {
    #expect(throws: error) { try Box.list(in: bytes) }
  }
}

extension OpaqueBox {
  var bytes: [UInt8] {
    var writer = ByteWriter()
    write(to: &writer)
    return writer.bytes
  }
}
