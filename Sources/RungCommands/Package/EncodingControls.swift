// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import HLSEncoding

/// The options of `rung package` that say how the encoding is done: with how much of the machine,
/// and what is kept of it.
struct EncodingControls: Sendable {
  /// The options as help lists them.
  static let options: [CommandSpecification.Option] = [
    .option("--only", "rendition", repeats: true, "make these renditions alone, by their folders"),
    .option("--audio-bitrate", "rate", "the rate of stereo AAC, such as 160k (128k)"),
    .option("--x264-params", "options", "options of libx264, such as aq-mode=3:bframes=5"),
    .option("--x265-params", "options", "options of libx265, such as no-sao:rd=4"),
    .option("--threads", "count", "how many encoders of pictures work at once (one a core)"),
    .option(
      "--memory", "size",
      "how much memory to take at most, such as 8G: fewer rungs at once where that is little"),
    .option("--nice", "level", "how far to step back for other programs, 0 to 19 (0)"),
    .option("--cache", "dir", "keep what is encoded there, for several packages (DIR/.rung)"),
    .flag("--no-cache", "encode everything anew and keep nothing"),
    .flag("--resume", "go on where an earlier run stopped (as it does anyway)"),
    .option("--progress", "json", "one JSON object a second on standard error"),
  ]

  /// How many encoders of pictures work at once; `nil` is one a core.
  let threads: Int?
  /// Bytes of memory that may be taken; `nil` for as many as are useful.
  let memory: Int?
  /// Where encoded chunks are kept.
  let store: ChunkStore?
  /// Whether progress is written as JSON.
  let writesProgress: Bool
  /// How far the process steps back.
  private let niceness: Int

  /// Reads the options, and notes in `ladder` what the plan has to know.
  init(_ arguments: ParsedArguments, _ ladder: inout LadderOptions) throws(UsageError) {
    let isKept = !arguments.has("--no-cache")
    for name in ["--cache", "--resume"] where !isKept && arguments.has(name) {
      throw UsageError("'\(name)' and '--no-cache' exclude each other")
    }
    threads = try arguments.integer("--threads", in: 1...256)
    memory = try arguments.value("--memory", expecting: "a size such as 8G or 1500M") { text in
      let powers: [Character: Int] = ["K": 10, "M": 20, "G": 30]
      let power = text.last.flatMap { powers[$0] }
      return Int(power == nil ? text : String(text.dropLast())).flatMap {
        (1...(1 << 30)).contains($0) ? $0 << (power ?? 0) : nil
      }
    }
    niceness = try arguments.integer("--nice", in: 0...19) ?? 0
    writesProgress =
      try arguments.value("--progress", expecting: "json") { $0 == "json" ? true : nil } ?? false
    let beside = arguments.value("--output").map { "\($0)/\(ChunkStore.folderName)" }
    store = isKept ? (arguments.value("--cache") ?? beside).map { ChunkStore($0) } : nil
    ladder.only = arguments.has("--only") ? arguments.all("--only") : nil
    ladder.audioBitRate = try arguments.value(
      "--audio-bitrate", expecting: "a rate from 32k to 512k, such as 160k"
    ) { text in
      let isKilo = text.hasSuffix("k")
      return Int(isKilo ? String(text.dropLast()) : text).map { isKilo ? $0 &* 1000 : $0 }
        .flatMap { (32_000...512_000).contains($0) ? $0 : nil }
    }
    for (name, codec) in [("--x264-params", VideoCodec.h264), ("--x265-params", .hevc)] {
      guard let text = arguments.value(name) else { continue }
      do {
        ladder.parameters[codec] = try EncoderParameters(text, for: codec)
      } catch {
        throw UsageError("\(error)")
      }
    }
  }

  /// What the user of encryption should know of what is kept.
  var clearPicturesNote: String? {
    store.map { "note: \($0.path) keeps what was encoded in the clear: do not upload it" }
  }

  /// Steps back for other programs.
  func apply() {
    guard niceness > 0 else { return }
    _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, Int32(niceness))
  }
}
