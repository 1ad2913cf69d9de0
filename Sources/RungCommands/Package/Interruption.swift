// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Dispatch
internal import Foundation
internal import HLSPackaging
internal import LibAV
internal import Synchronization

/// Ctrl-C, SIGTERM and the end of the terminal while work is being done.
final class Interruption {
  private static let numbers = [SIGINT, SIGTERM, SIGHUP]

  private let sources: [any DispatchSourceSignal]
  private let isRaised: Flag

  private final class Flag: Sendable {
    let value = Atomic<Bool>(false)
  }

  /// Calls `handler` with the exit status when the process is told to stop. The handler leaves, or
  /// gives `false` when there is nothing left to stop.
  init(_ handler: @escaping @Sendable (Int32) -> Bool) {
    let isRaised = Flag()
    self.isRaised = isRaised
    let queue = DispatchQueue(label: "rung.interruption")
    sources = Self.numbers.map { number in
      _ = signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        isRaised.value.store(true, ordering: .sequentiallyConsistent)
        if !handler(128 + number) { isRaised.value.store(false, ordering: .sequentiallyConsistent) }
      }
      source.resume()
      return source
    }
  }

  /// Removes what is unfinished in a folder, says so and leaves when the process is told to stop.
  static func discarding(
    _ directory: OutputDirectory, _ cancellation: Cancellation, _ console: Console,
    hint: String? = nil
  ) -> Interruption {
    Interruption { status in
      guard directory.discard() else { return false }
      cancellation.cancel()
      let left = directory.isPublic ? "what could be played stays" : "nothing was written"
      console.note("\nrung: interrupted; \(left)")
      if let hint { console.note("hint: \(hint)") }
      leave(with: status)
      return true
    }
  }

  /// Waits for the handler to leave when one is at work: what fails meanwhile fails because of it.
  func yieldToHandler() {
    while isRaised.value.load(ordering: .sequentiallyConsistent) {
      Thread.sleep(forTimeInterval: 0.01)
    }
  }

  /// Gives the signals back their own meaning.
  func stop() {
    sources.forEach { $0.cancel() }
    for number in Self.numbers { _ = signal(number, SIG_DFL) }
  }

  /// Ends the process at once, without waiting for encoders or running their libraries' clean-up.
  private static func leave(with status: Int32) { _exit(status) }
}
