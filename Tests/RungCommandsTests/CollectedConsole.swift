// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import RungCommands
import Synchronization

/// What a command printed.
final class CollectedConsole: Sendable {
  private let text = Mutex((output: "", errors: ""))

  var output: String { text.withLock { $0.output } }
  var errors: String { text.withLock { $0.errors } }
  var errorLines: [String] { errors.split(separator: "\n").map(String.init) }

  var console: Console {
    Console(
      output: { line in self.text.withLock { $0.output += line } },
      error: { line in self.text.withLock { $0.errors += line } })
  }

  /// What was printed, read as a JSON object.
  func json() throws -> [String: Any] {
    try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any] ?? [:]
  }

  /// Runs a command line.
  static func run(_ arguments: String...) async -> (code: ExitCode, printed: CollectedConsole) {
    await run(arguments)
  }

  /// Runs a command line.
  static func run(_ arguments: [String]) async -> (code: ExitCode, printed: CollectedConsole) {
    let collected = CollectedConsole()
    let code = await Rung.run(arguments, console: collected.console)
    return (code, collected)
  }
}
