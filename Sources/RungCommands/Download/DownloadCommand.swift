// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import HLSOffline
internal import HLSPlaylist
internal import HLSVariants

/// `rung download`: the choice of `rung select`, fetched.
struct DownloadCommand: Command {
  static let specification = CommandSpecification(
    name: "download", abstract: "Fetch what an offline download takes into a package that plays.",
    operands: [MasterSource.operand],
    options: [
      .option(
        "--output", short: "-o", "package",
        "the package, a folder such as film.movpkg; one that "
          + "is incomplete is resumed")
    ] + SelectOptions.options + [DeviceOption.option] + DownloadSettings.options,
    example: "rung download https://example.com/master.m3u8 -o film.movpkg "
      + "--prefer \"peakBitRate < 5000000\"")

  private let name: String
  private let output: String?
  private let selection: SelectOptions
  private let device: String?
  private let settings: DownloadSettings
  private let isJSON: Bool
  private let isQuiet: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    name = arguments.operands[0]
    selection = try SelectOptions(arguments)
    device = arguments.value("--device")
    settings = try DownloadSettings(arguments)
    output =
      settings.isDryRun ? arguments.value("--output") : try arguments.required("--output")
    isJSON = arguments.has("--json")
    isQuiet = arguments.has("--quiet")
  }

  func run(_ console: Console) async throws -> ExitCode {
    let profile = try DeviceOption.profile(device)
    let uri = ResourceURI.named(name)
    let transport = try CurlTransport(
      connections: settings.connections, certificates: settings.certificates)
    let access = AccessPolicy(master: uri, allowsPrivate: settings.allowsPrivate)
    var options = try settings.options()
    let reader = TransportReader(transport, access: access, retries: options.retries)
    let shown = ResourceURI(uri).isWeb ? ResourceURI.redacted(uri) : name
    let asset = try await MasterSource(name: shown).asset(at: uri, with: reader)
    let rules = try selection.rules(for: asset)
    if !isQuiet { rules.notes.forEach { console.note($0) } }
    let choice = try asset.select(
      rules.configuration, on: profile, automaticSelection: rules.automaticSelection)
    if !isQuiet { choice.warnings.forEach { console.note("warning: \($0)") } }
    var recording = LiveRecording(choice, reading: reader, storesKeys: settings.storesKeys)
    var plan =
      settings.waitsForEnd
      ? try await recording.plan()
      : try await DownloadPlan(choice, reading: reader, storesKeys: settings.storesKeys)
    guard !settings.isDryRun else { return try report(plan, nil, console) }
    guard let output else { return .usage }
    if options.settings.title.isEmpty { options.settings.title = Self.title(of: asset, output) }
    while true {
      let downloader = Downloader(
        plan, to: output, with: transport, access: access, options: options)
      ProgramPages.release()
      let summary = try await run(downloader, console)
      guard plan.isLive else {
        list(output, console)
        return try report(plan, summary, console)
      }
      try await Task.sleep(for: plan.reloadInterval)
      plan = try await recording.plan()
    }
  }

  /// The title that the presentation says, else the package's name.
  private static func title(of asset: Asset, _ output: String) -> String {
    let said = asset.playlist.sessionData.first { $0.dataID == "com.apple.hls.title" }?.value
    return said ?? URL(filePath: output).deletingPathExtension().lastPathComponent
  }

  /// Runs the download, with a line of progress on a terminal.
  private func run(_ downloader: Downloader, _ console: Console) async throws -> DownloadSummary {
    let interruption = Interruption { status in
      console.note("\nrung: interrupted; the same command goes on where it stood")
      _exit(status)
    }
    defer { interruption.stop() }
    guard console.isTerminal, !isQuiet, !isJSON else { return try await downloader.run() }
    async let summary = downloader.run()
    for await progress in downloader.progress {
      console.draw("\r\u{1B}[K" + DownloadText.line(progress))
    }
    console.draw("\r\u{1B}[K")
    return try await summary
  }

  /// Lists the package in the library. The package is whole whether or not that works.
  private func list(_ package: String, _ console: Console) {
    do throws(OfflineError) {
      try DownloadLibrary.open(settings.library).add(try OfflinePackage(package))
    } catch {
      console.note("warning: the download is not listed: \(error)")
    }
  }

  private func report(
    _ plan: DownloadPlan, _ summary: DownloadSummary?, _ console: Console
  ) throws -> ExitCode {
    if isJSON {
      try console.print(json: DownloadReport(plan, package: output, summary))
    } else if !isQuiet {
      DownloadText.lines(plan, package: output, summary).forEach { console.print($0) }
    }
    return .success
  }
}

extension OfflineError: RemediableError {
  /// What to do about it.
  var hint: String? { remedy }
}
