// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import HLSEncoding

/// `rung cache`: what is kept of what was encoded.
struct CacheCommand: Command {
  static let specification = CommandSpecification(
    name: "cache", abstract: "Show or clear what `rung package` keeps of what it encoded.",
    operands: [.init("DIR", "the folder of a package, or one that '--cache' named")],
    options: [.flag("--prune", "remove what the packages that were last made do not use")],
    example: "rung cache out/ --prune")

  /// What the command reports. Keys are a contract.
  private struct Report: Encodable {
    var folder: String
    var chunks: Int
    var bytes: Int64
    var parts: [ChunkStore.Contents.Part]
    var freedBytes: Int64?
  }

  private let folder: String
  private let prunes: Bool
  private let isJSON: Bool
  private let isQuiet: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    folder = arguments.operands[0]
    prunes = arguments.has("--prune")
    isJSON = arguments.has("--json")
    isQuiet = arguments.has("--quiet")
  }

  func run(_ console: Console) async throws -> ExitCode {
    let beside = "\(folder)/\(ChunkStore.folderName)"
    let store = [beside, folder].map { ChunkStore($0) }.first(where: \.exists)
    guard let store else {
      throw EncodingError(
        .store, folder, "expected a folder that 'rung package' made, found none with a cache")
    }
    let freed = prunes ? try store.prune() : nil
    let contents = store.contents()
    if isJSON {
      try console.print(
        json: Report(
          folder: store.path, chunks: contents.chunks, bytes: contents.bytes,
          parts: contents.parts, freedBytes: freed))
    } else if !isQuiet {
      show(contents, console)
      if let freed { console.print("\(Format.bytes(freed)) removed") }
    }
    return .success
  }

  private func show(_ contents: ChunkStore.Contents, _ console: Console) {
    var table = Table("pictures", ">chunks", ">size", ">unused")
    for part in contents.parts {
      table.add(
        part.name, "\(part.chunks)", Format.bytes(part.bytes), Format.bytes(part.unusedBytes))
    }
    if !contents.parts.isEmpty { console.print("\(table)") }
    console.print("\(contents.chunks) chunks, \(Format.bytes(contents.bytes))")
  }
}
