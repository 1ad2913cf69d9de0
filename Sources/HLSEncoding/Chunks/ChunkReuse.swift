// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import LibAV
internal import Synchronization

/// The chunks of one source and plan in a store.
final class ChunkReuse: Sendable {
  private let store: ChunkStore
  private let source: ChunkStore.Source
  private let plan: LadderPlan
  private let package: String
  /// The part of the source, as the store knows it.
  private let part: String
  /// The full-rate pictures of the part, where an earlier run has counted them.
  private let pictureCount: Int64?
  /// The names of the chunks that the package uses.
  private let used = Mutex<Set<String>>([])
  private let isNoted = Mutex(false)

  /// Looks a source up in a store; `nil` for one that is no file, of which nothing is kept.
  static func look(
    up plan: LadderPlan, in store: ChunkStore, for package: String
  ) throws -> ChunkReuse? {
    guard !plan.allPictures.isEmpty else { return nil }
    return try store.source(plan.source.path).map { source in
      try ChunkReuse(plan, store, source, package)
    }
  }

  private init(
    _ plan: LadderPlan, _ store: ChunkStore, _ source: ChunkStore.Source, _ package: String
  ) throws {
    self.store = store
    self.source = source
    self.plan = plan
    self.package = package
    let range = plan.range
    part =
      "\(source.digest) \(plan.video?.index ?? 0) \(plan.grid.frameRate) \(range.start) "
      + "\(range.duration.map { "\($0)" } ?? "all")"
    pictureCount = try store.fact(.pictures, of: part).flatMap { Int64($0) }
  }

  private func recipe(
    _ chunk: Int, bitRate: Int, pictures: Int, of rung: VideoRung
  ) throws -> ChunkRecipe {
    var recipe = ChunkRecipe(rung, plan, source: source.digest)
    recipe.chunk = chunk
    recipe.bitRate = bitRate
    recipe.pictures = pictures
    let name = try ChunkStore.name(of: recipe.text())
    used.withLock { _ = $0.insert(name) }
    return recipe
  }

  /// The chunk, where it is kept, and is sure not to reach beyond the end of the source.
  func chunk(_ number: Int, bitRate: Int, of rung: VideoRung) throws -> EncodedChunk? {
    let length = Int64(plan.grid.framesPerChunk)
    let end = Int64(number + 1) * length
    if pictureCount == nil, let likelyCount, end > likelyCount { return nil }
    let rest = pictureCount.map { max(0, $0 - end + length) } ?? length
    let pictures = (Int(min(rest, length)) + rung.divisor - 1) / rung.divisor
    return try store.chunk(try recipe(number, bitRate: bitRate, pictures: pictures, of: rung))
  }

  /// Keeps a chunk.
  func keep(_ chunk: EncodedChunk, _ number: Int, bitRate: Int, of rung: VideoRung) throws {
    let recipe = try recipe(
      number, bitRate: bitRate, pictures: chunk.pictures.count, of: rung)
    try store.keep(chunk, of: recipe)
    // Nothing is left in the folder of a run that fails before.
    let isFirst = isNoted.withLock { isNoted in
      defer { isNoted = true }
      return !isNoted
    }
    if isFirst { try store.note(source.digest, as: .source, of: source.identity) }
  }

  /// The full-rate pictures that are there for sure, by the length that the container declares.
  private var likelyCount: Int64? {
    plan.duration.map { Int64((($0 - 1) * plan.grid.frameRate.value).rounded(.down)) }
  }

  /// Takes the number of full-rate pictures when the source is over.
  ///
  /// - Parameters:
  ///   - count: The pictures.
  ///   - reused: The end of the last chunk that was taken from the store, in pictures.
  /// - Throws: ``EncodingError`` where that holds pictures that are not there.
  func end(at count: Int64, reused: Int64) throws {
    if !store.exists { return }
    try store.note("\(count)", as: .pictures, of: part)
    guard reused > count || pictureCount ?? count != count else { return }
    throw EncodingError(
      .source, plan.source.path,
      "the source ends after \(count) pictures, earlier than its container says",
      hint: "run the command again: what is kept fits now")
  }

  /// Notes, once all is encoded, which chunks the package uses.
  func finish() throws { try store.note(chunks: Array(used.withLock { $0 }), of: package) }
}
