// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import RungCommands
import Synchronization

/// What a command line printed, and how it ended.
struct CommandRun {
  var code: ExitCode
  var output: String
  var error: String

  init(_ arguments: String...) async { await self.init(arguments) }

  init(_ arguments: [String]) async {
    let output = Mutex("")
    let error = Mutex("")
    code = await Rung.run(
      arguments,
      console: Console(
        output: { text in output.withLock { $0 += text } },
        error: { text in error.withLock { $0 += text } }))
    self.output = output.withLock { $0 }
    self.error = error.withLock { $0 }
  }

  /// What was printed, read as JSON.
  func json() throws -> [String: Any] {
    try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any] ?? [:]
  }
}
