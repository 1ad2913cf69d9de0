// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import HDRColor
internal import HLSEncoding
internal import LibAV
internal import X265

/// `rung export`: one file, or several of one decode, by presets.
struct ExportCommand: Command {
  static let specification = CommandSpecification(
    name: "export",
    abstract: "Export a source, or several one after another, into a file by a preset.",
    operands: [
      .init("INPUT", "a media file; several are joined, by the range that suits all of them", .any)
    ],
    options: [
      .option("--output", short: "-o", "file", "the file: .mov, .mp4, .m4v or .m4a"),
      .option(
        "--preset", "name",
        "what is made, by name or by Apple's constant (hevc-highest-quality)"),
      .option(
        "--also", "preset:file", repeats: true, "another file from the same decode"),
      .option(
        "--clip", "clip", repeats: true,
        "FILE:FROM-TO, a part in place of an INPUT, or behind them: seconds or [hh:]mm:ss, either "
          + "left out for the file's own"),
      .option("-ss", "time", "start there: seconds or [hh:]mm:ss"),
      .option("-t", "time", "stop after so much: seconds or [hh:]mm:ss"),
      .option(
        "--metadata", "key=text", repeats: true,
        "what the files say of themselves, such as title=Sunset; an empty text takes it out"),
      .option(
        "--tone-map", "curve",
        "bt2390, bt2446a, bt2446c or clip, to a range that shows less (bt2390)"),
      .flag("--measure-light", "measure a PQ source's light in a pass of its own"),
      .option("--speed", "preset", "an x264 and x265 preset, ultrafast to placebo (medium)"),
      .flag("--strict", "fail where the source does not decode cleanly"),
      .flag("--force", short: "-y", "replace files that are there"),
      .flag("--plan", "print what would be made and stop"),
      .flag("--preview", "print what would be done to each clip, and what would be made, and stop"),
      .flag("--list-presets", "list the presets"),
      .flag("--list-encoders", "list the encoders"),
      .flag("--list-hardware", "list what Apple's devices encode in hardware, with sources"),
    ],
    example: "rung export film.mov -o out.mov --preset hevc-1920x1080 --also h264-1920x1080:sdr.mp4"
  )

  private enum List: String, CaseIterable {
    case presets = "--list-presets"
    case encoders = "--list-encoders"
    case hardware = "--list-hardware"
  }

  private let list: List?
  private let inputs: ExportInputs?
  private let requests: [ExportRequest]
  private var options = ExportOptions()
  private let measuresLight: Bool
  private let planOnly: Bool
  private let previewOnly: Bool
  private let isJSON: Bool
  private let isQuiet: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    list = List.allCases.first { arguments.has($0.rawValue) }
    isJSON = arguments.has("--json")
    isQuiet = arguments.has("--quiet")
    planOnly = arguments.has("--plan")
    previewOnly = arguments.has("--preview")
    measuresLight = arguments.has("--measure-light")
    guard list == nil else {
      (inputs, requests) = (nil, [])
      return
    }
    let inputs = try ExportInputs(arguments.operands, arguments.all("--clip"))
    self.inputs = inputs
    if measuresLight, inputs.single == nil {
      throw UsageError("'--measure-light' takes one INPUT without '--clip'")
    }
    let preset = arguments.value("--preset") ?? ExportPreset.hevcHighestQuality.commandName
    requests =
      [try Self.request(preset, try arguments.required("--output"))]
      + (try Self.more(arguments.all("--also")))
    options.metadata = try Self.metadata(arguments.all("--metadata"))
    options.replaces = arguments.has("--force")
    options.isStrict = arguments.has("--strict")
    options.toneMap = try arguments.toneMap()
    options.speed = try arguments.speed()
    options.range = try arguments.sourceRange()
  }

  private static func request(_ name: String, _ path: String) throws(UsageError) -> ExportRequest {
    guard let preset = ExportPreset(name) else {
      let names = ExportPreset.all.map(\.commandName)
      throw UsageError(
        "unknown preset '\(name)'" + Suggestion.text(for: name, among: names)
          + ": --list-presets lists them")
    }
    do {
      return try ExportRequest(.preset(preset), to: path)
    } catch {
      throw UsageError("\(error)")
    }
  }

  private static func more(_ texts: [String]) throws(UsageError) -> [ExportRequest] {
    var requests: [ExportRequest] = []
    for text in texts {
      let parts = text.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else {
        throw UsageError("'\(text)' is no value for '--also': expected preset:file")
      }
      requests.append(try request(String(parts[0]), String(parts[1])))
    }
    return requests
  }

  private static func metadata(_ texts: [String]) throws(UsageError) -> [String: String] {
    var entries: [String: String] = [:]
    for text in texts {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty else {
        throw UsageError("'\(text)' is no value for '--metadata': expected key=text")
      }
      entries[String(parts[0])] = String(parts[1])
    }
    return entries
  }

  func run(_ console: Console) async throws -> ExitCode {
    switch list {
    case .presets: try PresetList().print(on: console, isJSON)
    case .encoders: try EncoderList().print(on: console, isJSON)
    case .hardware: try HardwareList().print(on: console, isJSON)
    case nil:
      LibraryLog.silence()
      return try await BlockingWork.run { try work(console) }
    }
    return .success
  }

  private func work(_ console: Console) throws -> ExitCode {
    let cancellation = Cancellation()
    let plan = try plan(console, cancellation)
    if previewOnly {
      let composition = try plan.composition ?? preview(of: plan)
      let preview = ExportPreview(composition, plan)
      if isJSON { try console.print(json: preview) } else { show(preview, plan, console) }
      return .success
    }
    if planOnly {
      isJSON
        ? try console.print(json: ExportPlanReport(plan)) : show(plan, console)
      return .success
    }
    if !isJSON { show(plan, console) }
    let session = ExportSession(plan, cancellation: cancellation)
    guard let results = try run(session, cancellation, console) else { return .interrupted }
    if isJSON {
      try console.print(json: ExportReport(results, plan))
    } else if !isQuiet {
      for result in results {
        console.print("\(result.output.request.path): \(Format.bytes(result.bytes))")
      }
    }
    return .success
  }

  private func plan(_ console: Console, _ cancellation: Cancellation) throws -> ExportPlan {
    guard let input = inputs?.single else {
      let composition = try inputs?.composition(cancellation) ?? Composition()
      return try ExportPlan(for: composition, requests, options)
    }
    let source = try SourceDescription.inspect(input, cancellation: cancellation)
    var options = options
    if measuresLight {
      options.measuredLight = try MeasuredLight.measure(
        source, options.range, cancellation: cancellation)
      if options.measuredLight == nil, !isQuiet {
        console.note("note: --measure-light: the source is not PQ, and nothing is measured")
      }
    }
    return try ExportPlan(for: source, requests, options)
  }

  /// A source that is exported as it is, seen as the only clip.
  private func preview(of plan: ExportPlan) throws -> CompositionPlan {
    var composition = Composition()
    let range = plan.options.range
    let end = range.duration.map { range.start + $0 }
    try composition.append(
      plan.source, start: range.start > 0 ? range.start : nil, end: end)
    return try CompositionPlan(composition)
  }

  /// Runs a session; `nil` where it was interrupted.
  private func run(
    _ session: ExportSession, _ cancellation: Cancellation, _ console: Console
  ) throws -> [ExportSession.Result]? {
    let interruption = Interruption { _ in
      cancellation.cancel()
      return false
    }
    defer { interruption.stop() }
    let ticker =
      console.isTerminal && !isQuiet
      ? Ticker(everyMilliseconds: 500) {
        if case .exporting(let share) = session.state {
          console.draw("\r\u{1B}[Kexporting, \(Int(share * 100)) %")
        }
      } : nil
    defer {
      ticker?.stop()
      if ticker != nil { console.draw("\r\u{1B}[K") }
    }
    do {
      ProgramPages.release()
      return try session.run()
    } catch {
      guard cancellation.isCancelled else { throw error }
      console.note("\nrung: interrupted; nothing was written")
      return nil
    }
  }

  private func show(_ preview: ExportPreview, _ plan: ExportPlan, _ console: Console) {
    guard !isQuiet else { return }
    console.print(preview.text)
    show(plan, console)
  }

  private func show(_ plan: ExportPlan, _ console: Console) {
    guard !isQuiet else { return }
    console.print(ExportTable(plan).text)
    plan.warnings.forEach { console.note("warning: \($0)") }
  }
}
