// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import ISOBMFF
import Testing

/// Sample tables as ISO/IEC 14496-12 sections 8.6 and 8.7 describe them.
@Suite struct SampleIteratorTests {
  private func samples(
    durations: [(UInt32, UInt32)], offsets: [(UInt32, Int32)] = [],
    runs: [(UInt32, UInt32, UInt32)], sizes: (UInt32, UInt32, [UInt32]), chunks: [UInt64],
    sync: [UInt32]? = nil, areLong: Bool = false, fileSize: UInt64 = 1 << 40
  ) throws -> [Sample] {
    var writer = ByteWriter()
    Tables.movie(
      to: &writer, durations: durations, offsets: offsets, runs: runs, sizes: sizes,
      chunks: chunks, sync: sync, areLong: areLong)
    let table = try InitializationSegment(parsing: writer.bytes).movie.tracks[0].sampleTable
    var iterator = SampleIterator(table, fileSize: fileSize)
    var samples: [Sample] = []
    while let sample = try iterator.next() { samples.append(sample) }
    return samples
  }

  @Test func `samples are laid out in chunks`() throws {
    let found = try samples(
      durations: [(2, 10), (3, 20)], offsets: [(1, 5), (1, -5), (3, 0)],
      runs: [(1, 2, 1), (3, 1, 2)], sizes: (0, 5, [1, 2, 3, 4, 5]), chunks: [100, 200, 300],
      sync: [1, 4])
    #expect(found.map(\.offset) == [100, 101, 200, 203, 300])
    #expect(found.map(\.size) == [1, 2, 3, 4, 5])
    #expect(found.map(\.decodeTime) == [0, 10, 20, 40, 60])
    #expect(found.map(\.presentationTime) == [5, 5, 20, 40, 60])
    #expect(found.map(\.duration) == [10, 10, 20, 20, 20])
    #expect(found.map(\.isSync) == [true, false, false, true, false])
    #expect(found.map(\.descriptionIndex) == [1, 1, 1, 1, 2])
  }

  @Test func `samples of one size need no list`() throws {
    let found = try samples(
      durations: [(3, 1024)], runs: [(1, 3, 1)], sizes: (7, 3, []), chunks: [1 << 33],
      areLong: true)
    #expect(found.map(\.offset) == [1 << 33, 1 << 33 + 7, 1 << 33 + 14])
    #expect(found.map(\.isSync) == [true, true, true])
  }

  @Test func `samples may be empty`() throws {
    let found = try samples(
      durations: [(2, 1)], runs: [(1, 2, 1)], sizes: (0, 2, [0, 0]), chunks: [0], fileSize: 0)
    #expect(found.map(\.size) == [0, 0])
  }

  /// Tables of more than a page, in a file of which only their heads are read beforehand.
  @Test func `tables may stay in the file`() throws {
    let count: UInt32 = 20_000
    var writer = ByteWriter()
    writer.box("free") { $0.zeros(100) }
    Tables.movie(
      to: &writer, durations: (0..<count).map { (1, $0 % 7) },
      offsets: (0..<count).map { (1, Int32($0 % 3)) },
      runs: [(1, 1, 1), (9_999, 2, 1)], sizes: (0, count, (0..<count).map { $0 % 11 }),
      chunks: (0..<15_000).map { UInt64($0) * 100 }, sync: (0..<2_000).map { $0 * 10 + 1 })
    let file = MemorySource(content: writer.bytes)
    var unreadable: [ISOBMFFError] = []
    let movie = try Movie(
      in: file, at: 108, size: UInt64(writer.bytes.count - 108), unreadableTracks: &unreadable)
    var iterator = SampleIterator(
      movie.tracks[0].sampleTable, fileSize: 1 << 40, source: file)
    var found: [Sample] = []
    while let sample = try iterator.next() { found.append(sample) }
    #expect(unreadable == [])
    #expect(found.count == 20_000)
    #expect(found.map(\.size) == (0..<count).map { $0 % 11 })
    #expect(found.map(\.duration) == (0..<count).map { $0 % 7 })
    #expect(found.map(\.compositionOffset) == (0..<count).map { Int32($0 % 3) })
    #expect(found.filter(\.isSync).count == 2_000)
    #expect(found[9_997].offset == 999_700)
    // From chunk 9,999 on there are two samples to a chunk.
    #expect(found[9_998].offset == 999_800)
    #expect(found[9_999].offset == 999_800 + 9_998 % 11)
    #expect(found[10_000].offset == 999_900)
    #expect(throws: ISOBMFFError(.truncated, at: 0, "")) {
      var blind = SampleIterator(movie.tracks[0].sampleTable, fileSize: 1 << 40)
      while try blind.next() != nil {}
    }
  }

  @Test func `a box that is larger than its movie spoils one track`() throws {
    var writer = ByteWriter()
    Tables.movie(
      to: &writer, durations: [(1, 1)], runs: [(1, 1, 1)], sizes: (1, 1, []), chunks: [0])
    var bytes = writer.bytes
    let place = try #require(
      bytes.indices.dropLast(4).first {
        bytes[$0..<$0 + 4].elementsEqual("stts".utf8)
      })
    bytes[place - 4] = 0x7F
    var unreadable: [ISOBMFFError] = []
    let movie = try Movie(
      in: MemorySource(content: bytes), at: 0, size: UInt64(bytes.count),
      unreadableTracks: &unreadable)
    #expect(movie.tracks.isEmpty)
    #expect(unreadable.map(\.code) == [.truncated])
  }

  /// `stz2` with fields of 4, 8 and 16 bits.
  @Test(
    arguments: [
      (4, [0x12, 0x30], [1, 2, 3]), (8, [1, 255, 3], [1, 255, 3]),
      (16, [1, 0, 0, 2, 0, 3], [256, 2, 3]),
    ] as [(UInt8, [UInt8], [UInt32])])
  func `compact sizes`(_ bits: UInt8, _ fields: [UInt8], _ sizes: [UInt32]) throws {
    var writer = ByteWriter()
    Tables.movie(
      to: &writer, durations: [(3, 1)], runs: [(1, 3, 1)], sizes: (0, 0, []), chunks: [0])
    // The table takes the place of an empty `stsz` of the same length or less.
    var compact = ByteWriter()
    compact.fullBox("stz2") { writer in
      writer.uint32(UInt32(bits))
      writer.uint32(3)
      writer.append(fields)
    }
    let bytes = try Self.replacing("stsz", in: writer.bytes, with: compact.bytes)
    let table = try InitializationSegment(parsing: bytes).movie.tracks[0].sampleTable
    var iterator = SampleIterator(table, fileSize: 1000)
    var found: [UInt32] = []
    while let sample = try iterator.next() { found.append(sample.size) }
    #expect(found == sizes)
  }

  /// Rebuilds boxes with one of them replaced.
  private static func replacing(
    _ type: FourCC, in bytes: [UInt8], with other: [UInt8]
  ) throws -> [UInt8] {
    try Box.list(in: bytes).flatMap { box -> [UInt8] in
      if box.type == type { return other }
      guard box.contents != nil else { return box.bytes }
      var content = box.content
      let inner = try replacing(type, in: content.bytes(content.remaining), with: other)
      return OpaqueBox(type: box.type, content: inner).bytes
    }
  }

  /// What is wrong, after how many good samples.
  @Test(arguments: [
    ("durations end", 2, ISOBMFFError.Code.truncated), ("sizes end", 3, .truncated),
    ("chunks end", 2, .truncated), ("file ends", 3, .truncated),
  ])
  func `what is missing is named at its sample`(
    _ what: String, _ good: Int, _ code: ISOBMFFError.Code
  ) {
    let error = #expect(throws: ISOBMFFError.self) {
      try samples(
        durations: [(what == "durations end" ? 2 : 4, 1)], runs: [(1, 2, 1)],
        sizes: (0, 4, what == "sizes end" ? [1, 1, 1] : [1, 1, 1, 1]),
        chunks: what == "chunks end" ? [0] : [0, 100], fileSize: what == "file ends" ? 101 : 200)
    }
    #expect(error == ISOBMFFError(code, at: good, ""))
  }
}
