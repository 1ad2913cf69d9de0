// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import HDRColor
internal import HLSEncoding
internal import HLSPackaging
internal import LibAV
internal import X265

/// `rung package`: encodes a ladder and packages it.
struct PackageCommand: Command {
  static let specification = CommandSpecification(
    name: "package", abstract: "Encode a ladder and package it as HLS.",
    operands: [
      .init("INPUT", "a media file, or '-' for y4m on standard input; with --copy more", .oneOrMore)
    ],
    options: [
      .option("--output", short: "-o", "dir", "the folder that takes the package"),
      .option("--ladder", "auto|file", "Apple's ladders (auto) or a ladder in JSON"),
      .option("--codecs", "list", "codecs of the SDR ladder: h264, hevc or h264,hevc"),
      .option("--range", "list", "ranges of the ladder: sdr, hlg, pq (sdr and the source's own)"),
      .option(
        "--tone-map", "curve",
        "bt2390, bt2446a, bt2446c or clip, to a range that shows less (bt2390)"),
      .flag("--measure-light", "measure MaxCLL and MaxFALL of a PQ source in a pass of its own"),
      .option("--max-height", "rows", "no rung has more rows than this on its short side"),
      .option("--segment-duration", "seconds", "about how long a segment lasts (6)"),
      .option("--speed", "preset", "an x264 and x265 preset, ultrafast to placebo (medium)"),
      .option("-ss", "time", "start there: seconds or [hh:]mm:ss"),
      .option("-t", "time", "stop after so much: seconds or [hh:]mm:ss"),
      .option(
        "--audio-codecs", "list",
        "sound beside stereo AAC: ac3, eac3 (both where the source has surround) or aac alone"),
      .option(
        "--audio-map", "map", repeats: true,
        "a programme of tracks or channels, such as 5.1=a:0-5 or stereo=1,2,language=en"),
      .option(
        "--normalize", "LUFS",
        "one gain for each mix makes it so loud (EBU R 128), such as -16; peaks reach encoders below -1 dBTP"
      ),
      .option(
        "--require", "predicate", repeats: true,
        "fail unless a variant keeps the predicate, by the plan's caps and in the end"),
      .flag("--strict", "fail where the source does not decode cleanly"),
      .flag(
        "--event",
        "publish each segment when it is encoded: playlists grow (EVENT), and are VOD in the end"),
      .flag("--single-file", "a file a rendition, with byte ranges and an index"),
      .flag("--plan", "print the ladder and stop"),
      .flag("--force", short: "-y", "replace a package that is in the folder"),
    ] + CopyRun.trackOptions + EncodingControls.options + ProtectionOptions.options
      + CopyRun.options,
    example: "rung package film.mov -o out/")

  private let input: String
  private let copy: CopyRun?
  private let pictures: CopyInput?
  private let sound: [CopyInput]
  private let subtitles: [CopyInput]
  private let textFormat: TextFormat
  private let output: String?
  private let ladderPath: String?
  private let requirements: [String]
  private var options = LadderOptions()
  private let loudness: Double?
  private let protection: ProtectionOptions?
  private let planOnly: Bool
  private let measuresLight: Bool
  private let form: PackageForm
  private let replaces: Bool
  private let controls: EncodingControls
  private let isJSON: Bool
  private let isQuiet: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    input = arguments.operands[0]
    let length =
      try arguments.value("--segment-duration", expecting: "seconds from 1 to 60") { text in
        Double(text).flatMap { (1...60).contains($0) ? $0 : nil }
      } ?? 6
    copy = arguments.has("--copy") ? try CopyRun(arguments, segmentDuration: length) : nil
    if copy == nil, let option = CopyRun.options.first(where: { arguments.has($0.name) }) {
      throw UsageError("'\(option.name)' needs '--copy'")
    }
    guard copy != nil || arguments.operands.count == 1 else {
      throw UsageError(
        "unexpected argument '\(arguments.operands[1])': only '--copy' takes more inputs than one")
    }
    protection = try ProtectionOptions(arguments)
    let videos = try CopyArgument.inputs(arguments, "--video", as: .video)
    guard copy != nil || videos.count < 2 && (videos.first?.tracks.count ?? 1) < 2 else {
      throw UsageError("'--video' names several tracks: without '--copy' one is encoded")
    }
    pictures = videos.first
    sound = try CopyArgument.inputs(arguments, "--audio", as: .audio)
    subtitles = try CopyArgument.inputs(arguments, "--subtitles", as: .subtitles)
    textFormat = try CopyRun.textFormat(arguments)
    planOnly = arguments.has("--plan")
    output = planOnly ? arguments.value("--output") : try arguments.required("--output")
    guard output != "" else { throw UsageError("'--output <dir>' is empty: expected a folder") }
    ladderPath = arguments.value("--ladder").flatMap { $0 == "auto" ? nil : $0 }
    requirements = arguments.all("--require")
    form = try Self.form(arguments)
    replaces = arguments.has("--force")
    isJSON = arguments.has("--json")
    isQuiet = arguments.has("--quiet")
    options.codecs = try arguments.value("--codecs", expecting: "h264, hevc or h264,hevc") { text in
      let codecs = text.split(separator: ",").map { name in
        VideoCodec.forLadders.first { $0.rawValue == name }
      }
      return codecs.contains(nil) || codecs.isEmpty ? nil : codecs.compactMap { $0 }
    }
    options.ranges = try arguments.value("--range", expecting: "some of sdr, hlg and pq") { text in
      let ranges = text.split(separator: ",").map { VideoRange(rawValue: $0.uppercased()) }
      return ranges.contains(nil) || ranges.isEmpty ? nil : Set(ranges.compactMap { $0 })
    }
    options.toneMap = try arguments.toneMap()
    measuresLight = arguments.has("--measure-light")
    options.isStrict = arguments.has("--strict")
    options.audioCodecs = try arguments.value(
      "--audio-codecs", expecting: "aac, ac3, eac3 or several of them, such as aac,ac3,eac3"
    ) { text in
      let codecs = text.split(separator: ",").map { name in
        AudioCodec.forLadders.first { $0.rawValue == name }
      }
      return codecs.contains(nil) || codecs.isEmpty ? nil : codecs.compactMap { $0 }
    }
    for text in arguments.all("--audio-map") {
      do {
        options.audioMaps.append(try AudioMap(text))
      } catch {
        throw UsageError("\(error)")
      }
    }
    loudness = try arguments.value("--normalize", expecting: "LUFS from -36 to -8") { text in
      Double(text).flatMap { (-36 ... -8).contains($0) ? $0 : nil }
    }
    options.maximumHeight = try arguments.integer("--max-height", in: 16...8192)
    options.segmentDuration = length
    options.speed = try arguments.speed()
    options.hasDenseTrickPlay = try CopyRun.hasDenseTrickPlay(arguments)
    options.range = try arguments.sourceRange()
    controls = try EncodingControls(arguments, &options)
  }

  private static func form(_ arguments: ParsedArguments) throws(UsageError) -> PackageForm {
    guard arguments.has("--event") else {
      return arguments.has("--single-file") ? .singleFile : .files
    }
    for name in ["--single-file", "--encrypt"] where arguments.has(name) {
      throw UsageError("'\(name)' and '--event' exclude each other")
    }
    return .event
  }

  func run(_ console: Console) async throws -> ExitCode {
    LibraryLog.silence()
    return try await BlockingWork.run { try copy?.work(console) ?? work(console) }
  }

  private func work(_ console: Console) throws -> ExitCode {
    // The pictures of another file take the place of the input's, which then brings the sound.
    let isOwn = pictures.map { $0.path == input } ?? true
    let source = try MediaSource.open(
      pictures?.path ?? input, video: pictures?.tracks.first.map { $0 - 1 })
    var options = options
    if let ladderPath {
      guard let data = FileManager.default.contents(atPath: ladderPath) else {
        throw EncodingError(.ladder, ladderPath, "cannot read the ladder")
      }
      options.ladder = try LadderFile(data, name: ladderPath)
    }
    if measuresLight {
      options.measuredLight = try MeasuredLight.measure(source.description, options.range)
      if options.measuredLight == nil, !isQuiet {
        console.note("note: --measure-light: the source is not PQ, and nothing is measured")
      }
    }
    var description = source.description
    if !isOwn { description.tracks.removeAll { $0.kind == .audio } }
    var plan = try LadderPlan(for: description, options)
    for input in (isOwn ? [] : [CopyInput(input, as: .audio)]) + sound {
      try plan.add(
        soundOf: MediaSource.open(input.path).description, SoundLabels(input), options)
    }
    let requirements = try Requirements(requirements)
    if !isQuiet { requirements.notes.forEach { console.note($0) } }
    try requirements.check(plan.guaranteedMaster, "the plan")
    if planOnly {
      isJSON ? try console.print(json: PlanReport(plan)) : show(plan, console)
      return .success
    }
    let protection = try protection?.protection()
    let directory = try OutputDirectory(output ?? "", replaces: replaces)
    if !isJSON { show(plan, console) }
    let report = try package(plan, source, to: directory, protection, requirements, console)
    // What only the work itself showed: the plan's own warnings stand above.
    if !isQuiet, !isJSON {
      report.warnings.filter { !plan.warnings.contains($0) }
        .forEach { console.note("warning: \($0)") }
      ProtectionOptions.notes(of: protection).forEach { console.note($0) }
      if protection != nil { controls.clearPicturesNote.map { console.note($0) } }
    }
    if isJSON {
      try console.print(json: report)
    } else if !isQuiet {
      console.print(ReportTable(report, output: output ?? "").text)
    }
    return .success
  }

  private func show(_ plan: LadderPlan, _ console: Console) {
    guard !isQuiet else { return }
    console.print(PlanTable(plan).text)
    console.print("")
    plan.warnings.forEach { console.note("warning: \($0)") }
  }

  private func package(
    _ plan: LadderPlan, _ source: consuming MediaSource, to directory: OutputDirectory,
    _ protection: PackageProtection?, _ requirements: Requirements, _ console: Console
  ) throws -> PackageReport {
    controls.apply()
    let cancellation = Cancellation()
    let interruption = Interruption.discarding(
      directory, cancellation, console,
      hint: controls.store == nil ? nil : "the same command goes on where this one stopped")
    defer { interruption.stop() }
    let plan = try normalized(plan, directory, cancellation, console)
    let progress = EncodingProgress()
    let line = ProgressLine(plan, progress)
    let isDrawn = console.isTerminal && !isQuiet && !controls.writesProgress
    let ticker =
      controls.writesProgress ? line.report(on: console) : isDrawn ? line.draw(on: console) : nil
    defer {
      ticker?.stop()
      if controls.writesProgress { console.note(line.json) }
      if isDrawn { console.draw("\r\u{1B}[K") }
    }
    let packager = LadderPackager(
      plan, to: directory, version: Rung.version, store: controls.store,
      workers: controls.threads, memory: controls.memory, cancellation: cancellation,
      progress: progress,
      protection: protection, subtitles: subtitles, textFormat: textFormat, form: form)
    defer { interruption.yieldToHandler() }
    ProgramPages.release()
    return try packager.run(reading: source) { try requirements.check($0, "the finished master") }
  }

  /// The plan with the gains that `--normalize` asks for.
  private func normalized(
    _ plan: LadderPlan, _ directory: OutputDirectory, _ cancellation: Cancellation,
    _ console: Console
  ) throws -> LadderPlan {
    guard let loudness else { return plan }
    let isShown = console.isTerminal && !isQuiet
    if isShown { console.draw("measuring loudness") }
    defer { if isShown { console.draw("\r\u{1B}[K") } }
    do {
      return try plan.normalized(to: loudness, cancellation: cancellation)
    } catch {
      directory.discard()
      throw error
    }
  }
}

extension SoundLabels {
  fileprivate init(_ input: CopyInput) {
    self.init()
    tracks = input.tracks
    language = input.language
    name = input.name
    isDefault = input.isDefault
    describesVideo = input.characteristics.contains("public.accessibility.describes-video")
  }
}

extension EncodingError: RemediableError {}
extension PackagingError: RemediableError {}
