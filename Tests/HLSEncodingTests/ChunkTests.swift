// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HDRColor
import RungTestSupport
import Testing

@testable import HLSEncoding
@testable import LibAV

/// Chunks that know nothing of each other, and the cap that they keep together.
@Suite struct ChunkTests {
  private static func rung(_ bitRate: Int, cap: Int, buffer: Int) -> VideoRung {
    var rung = VideoRung(
      codec: .h264, range: .sdr, width: 640, height: 360, divisor: 1, fullRate: Rational(25),
      bitRate: bitRate)
    rung.maximumRate = cap
    rung.bufferSize = buffer
    return rung
  }

  /// Mean, cap and buffer in bits; a fifth of the buffer is there at each chunk's start, and given
  /// back over three seconds.
  @Test(arguments: [
    (2_000_000, 3_000_000, 3_000_000, rate: 2_800_000, buffer: 2_400_000, start: 600_000),
    (105_000, 111_000, 55_500, rate: 107_300, buffer: 44_400, start: 11_100),
    // A buffer of ten seconds: no more than the room above the mean in three seconds.
    (1_000_000, 1_500_000, 15_000_000, rate: 1_000_000, buffer: 13_500_000, start: 1_500_000),
  ])
  func `the chunk's start and its buffer are the rung's buffer`(
    mean: Int, cap: Int, size: Int, rate: Int, buffer: Int, start: Int
  ) {
    let chunk = ChunkCap(Self.rung(mean, cap: cap, buffer: size))
    #expect(chunk.maximumRate == rate)
    #expect(chunk.bufferSize == buffer)
    #expect(Int((chunk.initialFullness * Double(chunk.bufferSize)).rounded()) == start)
    #expect(chunk.bufferSize + start == size)
  }

  @Test func `what easy chunks leave over goes to later ones, three on`() {
    let rung = Self.rung(1_000_000, cap: 1_500_000, buffer: 1_500_000)
    var budget = RateBudget(rung, chunkSeconds: 6)
    #expect((0..<3).map { _ in budget.next() } == [1_000_000, 1_000_000, 1_000_000])
    #expect(!budget.isKnown)
    budget.settle(0, 3_000_000)
    #expect(budget.isKnown)
    // Half of the three million bits that are left, over six seconds.
    #expect(budget.next() == 1_250_000)
  }

  @Test func `rates do not depend on what was done first`() {
    let rung = Self.rung(1_000_000, cap: 1_500_000, buffer: 1_500_000)
    var random = SeededGenerator(seed: 1)
    let sizes = (0..<40).map { _ in Int.random(in: 100_000...9_000_000, using: &random) }
    func rates(inFlight limit: Int) -> [Int] {
      var budget = RateBudget(rung, chunkSeconds: 6)
      var (rates, settled) = ([Int](), 0)
      for _ in sizes {
        while !budget.isKnown || rates.count - settled >= limit {
          budget.settle(settled, sizes[settled])
          settled += 1
        }
        rates.append(budget.next())
      }
      return rates
    }
    #expect(rates(inFlight: 1) == rates(inFlight: 3))
    #expect(rates(inFlight: 1).allSatisfy { (500_000...1_425_000).contains($0) })
  }

  private static let chunk: EncodedChunk = {
    var chunk = EncodedChunk()
    chunk.header = [1, 2, 3]
    chunk.reorderDepth = 2
    chunk.append([0xAA, 0xBB], at: 0, isSync: true)
    chunk.append([0xCC], at: 2, isSync: false)
    return chunk
  }()

  @Test func `a stored chunk comes back as it was, or not at all`() throws {
    let recipe = Array("recipe".utf8)
    let stored = try Self.chunk.stored(under: recipe)
    #expect(EncodedChunk(stored: stored, under: recipe) == Self.chunk)
    #expect(EncodedChunk(stored: stored, under: Array("Recipe".utf8)) == nil)
    for index in stored.indices {
      var damaged = stored
      damaged[index] ^= 1
      #expect(EncodedChunk(stored: damaged, under: recipe) == nil)
      #expect(EncodedChunk(stored: Array(stored[..<index]), under: recipe) == nil)
    }
  }

  @Test func `a recipe names what the coding of a rung has of its own`() throws {
    let codings: [(text: String, change: (inout VideoCoding) -> Void)] = [
      ("", { _ in }),
      (#""bitDepth":"Optional(10)""#, { $0.bitDepth = 10 }),
      (#""allowsReordering":"false""#, { $0.allowsReordering = false }),
      (#""h264Profile":"main""#, { $0.h264Profile = "main" }),
      (#""parameters":"[\"aq-mode=3\"]""#, { $0.parameters = ["aq-mode=3"] }),
      (#""keepsHDR10Plus":"true""#, { $0.keepsHDR10Plus = true }),
    ]
    for (text, change) in codings {
      var plan = try LadderPlan(for: Source.of(Source.video(640, 360)))
      change(&plan.rungs[0].coding)
      let recipe = try ChunkRecipe(plan.rungs[0], plan, source: "source").text()
      #expect(String(decoding: recipe, as: UTF8.self).contains("\"coding\":{\(text)},"))
    }
  }

  @Test func `a store forgets what is damaged and what nobody uses`() throws {
    let folder = try TemporaryFolder()
    let store = ChunkStore(folder.file("cache"))
    #expect(!store.exists)
    let plan = try LadderPlan(for: Source.of(Source.video(640, 360)))
    var recipes = (0..<3).map { number in
      var recipe = ChunkRecipe(plan.rungs[0], plan, source: "source")
      recipe.chunk = number
      return recipe
    }
    for recipe in recipes { try store.keep(Self.chunk, of: recipe) }
    #expect(try store.chunk(recipes[1]) == Self.chunk)
    #expect(store.contents().chunks == 3)
    #expect(store.contents().parts.map(\.name) == ["h264 SDR 640x360"])
    let damaged = store.folder(of: .chunk).appending(
      path: try ChunkStore.name(of: recipes[2].text()))
    try Data("damaged".utf8).write(to: damaged)
    #expect(try store.chunk(recipes[2]) == nil)
    #expect(!FileManager.default.fileExists(atPath: damaged.path))
    try store.note(chunks: [ChunkStore.name(of: recipes[0].text())], of: "package")
    #expect(try store.prune() > 0)
    #expect(try store.chunk(recipes[0]) == Self.chunk)
    #expect(try store.chunk(recipes[1]) == nil)
    recipes[0].bitRate += 1
    #expect(try store.chunk(recipes[0]) == nil)
  }

  @Test func `a source is known by its bytes`() throws {
    let folder = try TemporaryFolder()
    let store = ChunkStore(folder.file("cache"))
    let path = folder.file("source")
    try Data("abc".utf8).write(to: URL(filePath: path))
    // FIPS 180-4's own example.
    let digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    #expect(try store.source(path)?.digest == digest)
    #expect(try store.source(folder.file("none")) == nil)
    #expect(try store.source("/dev/null") == nil)
    try Data("abd".utf8).write(to: URL(filePath: path))
    #expect(try store.source(path)?.digest != digest)
  }
}

/// Options of encoders that users set.
@Suite struct EncoderParametersTests {
  @Test func `options that search harder pass`() throws {
    #expect(
      try EncoderParameters("aq-mode=3:bframes=5:no-mbtree", for: .h264).options
        == ["aq-mode=3", "bframes=5", "no-mbtree"])
    #expect(try EncoderParameters("rc_lookahead=30", for: .hevc).options == ["rc-lookahead=30"])
  }

  static let refused: [(String, VideoCodec, String)] = [
    (
      "keyint=48", .h264,
      "--x264-params: 'keyint' is refused: pictures from which decoding can start lie at the same times in all rungs"
    ),
    (
      "no-open-gop", .hevc,
      "--x265-params: 'no-open-gop' is refused: pictures from which decoding can start lie at the same times in all rungs"
    ),
    ("aq-mode=1:crf=20", .h264, "--x264-params: 'crf' is refused: rates are what the ladder says"),
    (
      "vbv-maxrate=1", .hevc,
      "--x265-params: 'vbv-maxrate' is refused: rates are what the ladder says"
    ),
    (
      "max-cll=1,1", .hevc,
      "--x265-params: 'max-cll' is refused: what the numbers of pictures mean follows from the source and the ladder"
    ),
    (
      "threads=4", .h264,
      "--x264-params: 'threads' is refused: segments are put together from what the encoder makes, the same on every machine"
    ),
    ("aqmode=1", .h264, "--x264-params: expected an option of x264, found 'aqmode=1'"),
    ("", .h264, "--x264-params: expected an option of x264, found ''"),
  ]

  @Test(arguments: refused)
  func `options that break a ladder's promises are refused`(
    _ text: String, _ codec: VideoCodec, _ message: String
  ) {
    let error = #expect(throws: EncodingError.self) { try EncoderParameters(text, for: codec) }
    #expect(error?.description == message)
  }
}
