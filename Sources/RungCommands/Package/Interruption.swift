// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Dispatch
internal import Foundation

/// Ctrl-C, SIGTERM and the end of the terminal while work is being done.
final class Interruption {
  private static let numbers = [SIGINT, SIGTERM, SIGHUP]

  private let sources: [any DispatchSourceSignal]

  /// Calls `handler` with the exit status when the process is told to stop.
  init(_ handler: @escaping @Sendable (Int32) -> Void) {
    let queue = DispatchQueue(label: "rung.interruption")
    sources = Self.numbers.map { number in
      _ = signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { handler(128 + number) }
      source.resume()
      return source
    }
  }

  /// Gives the signals back their own meaning.
  func stop() {
    sources.forEach { $0.cancel() }
    for number in Self.numbers { _ = signal(number, SIG_DFL) }
  }

  /// Ends the process at once, without waiting for encoders or running their libraries' clean-up.
  static func leave(with status: Int32) { _exit(status) }
}
