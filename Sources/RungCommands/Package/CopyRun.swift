// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import HLSPackaging
internal import HLSPlaylist
internal import LibAV

/// `rung package --copy`: packages what is already encoded.
struct CopyRun: Sendable {
  private let inputs: [CopyInput]
  private let output: String
  private let options: CopyOptions
  private let metadataPath: String?
  private let protection: ProtectionOptions?
  private let decryption: KeyArgument?
  private let replaces: Bool
  private let isJSON: Bool
  private let isQuiet: Bool

  /// The options that only copying has.
  static let options: [CommandSpecification.Option] = [
    .flag("--copy", "package what is already encoded, each INPUT as a rung, without encoding"),
    .option(
      "--decrypt", "file", "with --copy: the key file of inputs whose samples are encrypted"),
    .flag("--allow-open-gop", "with --copy: segments may begin at pictures that are no IDR"),
    .flag("--reencode-misaligned", "with --copy: encode rungs without common IDR pictures anew"),
    .flag("--concat", "with --copy: the inputs follow one another, with EXT-X-DISCONTINUITY"),
    .option("--program-date-time", "date", "with --copy: when the package's start was"),
    .option(
      "--metadata", "file",
      "with --copy: EXT-X-DATERANGE and EXT-X-SESSION-DATA tags, a line each, for the playlists"),
    .flag("--scores", "with --copy: SCORE on every variant, HDR over SDR, then by rate"),
    .flag("--stable-ids", "with --copy: STABLE-VARIANT-ID and STABLE-RENDITION-ID, the folders"),
  ]

  /// The options of tracks beside the inputs, which encoding has too.
  static let trackOptions: [CommandSpecification.Option] = [
    .option(
      "--video", "file#track", repeats: true,
      "pictures of one track: a rung more with --copy, else what is encoded"),
    .option(
      "--audio", "file[#track,...][:label,...]", repeats: true,
      "sound beside the inputs; labels: lang=, name=, default, describes-video"),
    .option(
      "--subtitles", "file[#track,...][:label,...]", repeats: true,
      "WebVTT, SRT, ASS, TTML or text tracks; labels: lang=, name=, default, forced, sdh"),
    .option(
      "--subtitle-format", "webvtt|imsc1", "what subtitles are written as: text, or IMSC1 in MP4"),
    .option("--trick-play", "dense", "encode pictures once a second for players that wind"),
  ]

  /// Whether pictures once a second are encoded for players that wind.
  static func hasDenseTrickPlay(_ arguments: ParsedArguments) throws(UsageError) -> Bool {
    try arguments.value("--trick-play", expecting: "dense") { $0 == "dense" ? true : nil } ?? false
  }

  /// What subtitles are to be written as.
  static func textFormat(_ arguments: ParsedArguments) throws(UsageError) -> TextFormat {
    try arguments.value("--subtitle-format", expecting: "webvtt or imsc1") {
      TextFormat(rawValue: $0)
    } ?? .webVTT
  }

  /// The options that have no meaning for copies, the last where nothing is encoded beside them.
  private static let encoding = [
    "--ladder", "--codecs", "--max-height", "-ss", "-t", "--require", "--plan", "--audio-codecs",
    "--audio-map", "--normalize", "--event", "--speed",
  ]

  init(_ arguments: ParsedArguments, segmentDuration: Double) throws(UsageError) {
    let renews = arguments.has("--reencode-misaligned")
    let hasDenseTrickPlay = try Self.hasDenseTrickPlay(arguments)
    let refused = renews || hasDenseTrickPlay ? Self.encoding.dropLast() : Self.encoding[...]
    if let option = refused.first(where: arguments.has) {
      throw UsageError("'\(option)' changes what is encoded: '--copy' encodes nothing")
    }
    var inputs: [CopyInput] = []
    for text in arguments.operands { try inputs.append(CopyArgument.input(text, as: .rung)) }
    let beside = ["--video", "--audio", "--subtitles"]
    inputs += try CopyArgument.inputs(arguments, "--video", as: .video)
    inputs += try CopyArgument.inputs(arguments, "--audio", as: .audio)
    inputs += try CopyArgument.inputs(arguments, "--subtitles", as: .subtitles)
    if arguments.has("--concat"), let option = beside.first(where: arguments.has) {
      throw UsageError("'\(option)' does not go with '--concat'")
    }
    self.inputs = inputs
    output = try arguments.required("--output")
    guard output != "" else { throw UsageError("'--output <dir>' is empty: expected a folder") }
    var options = CopyOptions(
      segmentDuration: segmentDuration, allowsOpenGroups: arguments.has("--allow-open-gop"),
      isSingleFile: arguments.has("--single-file"))
    options.programDateTime = try arguments.value(
      "--program-date-time", expecting: "a date such as 2026-11-30T12:00:00Z", DateTime.init)
    options.textFormat = try Self.textFormat(arguments)
    options.renewsMisaligned = renews
    options.hasDenseTrickPlay = hasDenseTrickPlay
    options.speed = try arguments.speed()
    options.joinsInputs = arguments.has("--concat")
    options.writesScores = arguments.has("--scores")
    options.writesStableIDs = arguments.has("--stable-ids")
    self.options = options
    metadataPath = arguments.value("--metadata")
    protection = try ProtectionOptions(arguments)
    decryption = arguments.value("--decrypt").map(KeyArgument.init)
    replaces = arguments.has("--force")
    isJSON = arguments.has("--json")
    isQuiet = arguments.has("--quiet")
  }

  /// Does the work and prints the report.
  func work(_ console: Console) throws -> ExitCode {
    var options = options
    if let metadataPath {
      guard let data = FileManager.default.contents(atPath: metadataPath) else {
        throw PackagingError(.source, metadataPath, "cannot be read")
      }
      let metadata = try PackageMetadata(
        String(decoding: data, as: UTF8.self), name: metadataPath)
      guard metadata.dateRanges.isEmpty || options.programDateTime != nil else {
        throw PackagingError(
          .source, metadataPath, "date ranges need a date for the start of the package",
          hint: "'--program-date-time' gives it")
      }
      options.metadata = metadata
    }
    options.protection = try protection?.protection()
    options.decryption = try decryption?.keys()
    let directory = try OutputDirectory(output, replaces: replaces)
    let report = try package(options, to: directory, console)
    guard !isJSON else {
      try console.print(json: report)
      return .success
    }
    guard !isQuiet else { return .success }
    report.warnings.forEach { console.note("warning: \($0)") }
    ProtectionOptions.notes(of: options.protection).forEach { console.note($0) }
    console.print(ReportTable(report, output: output).text)
    return .success
  }

  private func package(
    _ options: CopyOptions, to directory: OutputDirectory, _ console: Console
  ) throws -> CopyReport {
    let cancellation = Cancellation()
    let interruption = Interruption.discarding(directory, cancellation, console)
    defer { interruption.stop() }
    defer { interruption.yieldToHandler() }
    ProgramPages.release()
    return try CopyPackager(
      inputs, options, to: directory, version: Rung.version, cancellation: cancellation
    ).run()
  }
}
