// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import LibCrypto
internal import Synchronization

/// The `rung` command: finds the subcommand, runs it, and turns errors into one line.
public enum Rung {
  /// Every subcommand, in the order in which help lists them.
  static let commands: [any Command.Type] = [
    PackageCommand.self,
    ExportCommand.self,
    CacheCommand.self,
    InspectCommand.self,
    VariantsCommand.self,
    SelectCommand.self,
    DownloadCommand.self,
    DownloadsCommand.self,
    DevicesCommand.self,
    PredicateCommand.self,
    PlaylistCommand.self,
    ValidateCommand.self,
    DiffCommand.self,
  ]

  /// The version of the package.
  public static let version = "0.1.0"

  /// Runs the process's own command line and exits.
  public static func main() async {
    SecretArguments.conceal(after: ["--keys", "--decrypt", "--key"])
    // A pipe that nobody reads any more must not end the process in the middle of its work.
    _ = signal(SIGPIPE, SIG_IGN)
    var code = await run(Array(CommandLine.arguments.dropFirst()), console: .process)
    if Console.hasLostOutput.load(ordering: .relaxed), code == .success {
      Console.process.note("rung: cannot write to standard output")
      code = .failure
    }
    // Libraries that clean up after themselves read pages back in that nobody needs any more.
    _ = fflush(nil)
    _exit(code.rawValue)
  }

  /// Runs a command line (without the program's name).
  public static func run(_ arguments: [String], console: Console) async -> ExitCode {
    guard let name = arguments.first else {
      console.note(overview)
      return .usage
    }
    switch name {
    case "--help", "-h", "help":
      console.print(overview)
      return .success
    case "--version":
      console.print(VersionText.text)
      return .success
    default:
      break
    }
    guard let command = commands.first(where: { $0.specification.name == name }) else {
      let names = commands.map { $0.specification.name }
      console.note("rung: unknown command '\(name)'" + Suggestion.text(for: name, among: names))
      console.note("hint: 'rung --help' lists the commands")
      return .usage
    }
    return await run(command, Array(arguments.dropFirst()), console: console)
  }

  private static func run(
    _ type: any Command.Type, _ arguments: [String], console: Console
  ) async -> ExitCode {
    let command: any Command
    do throws(UsageError) {
      let parsed = try ParsedArguments(arguments, for: type.specification)
      if parsed.has("--help") {
        console.print(type.specification.help)
        return .success
      }
      command = try type.init(parsed)
    } catch {
      console.note("rung: \(error)")
      console.note("hint: 'rung \(type.specification.name) --help' lists the options")
      return .usage
    }
    do {
      return try await command.run(console)
    } catch {
      report(error, console)
      return .failure
    }
  }

  private static func report(_ error: any Error, _ console: Console) {
    console.note("rung: \(error)")
    if let hint = (error as? any RemediableError)?.hint {
      console.note("hint: \(hint)")
    }
  }

  private static var overview: String {
    var table = Table("command", "what it does")
    for command in commands {
      table.add(command.specification.name, command.specification.abstract)
    }
    return """
      rung: HLS ladders, playlists, and the choice an offline download makes

      usage: rung <command> [options]

      \(table)

      'rung <command> --help' shows a command's options and an example.
      """
  }
}
