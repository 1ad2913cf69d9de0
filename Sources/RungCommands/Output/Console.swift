// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import Synchronization

/// Where a command writes: results to standard output, everything else to standard error.
///
/// Tests give closures that collect the text; the executable gives the process's own streams.
public struct Console: Sendable {
  private let output: @Sendable (String) -> Void
  private let error: @Sendable (String) -> Void

  /// Whether standard error is a terminal, so that progress may be drawn over itself.
  public let isTerminal: Bool

  /// Creates a console from two sinks of text.
  public init(
    output: @escaping @Sendable (String) -> Void, error: @escaping @Sendable (String) -> Void,
    isTerminal: Bool = false
  ) {
    self.output = output
    self.error = error
    self.isTerminal = isTerminal
  }

  /// Whether some of the process's result could not be written.
  static let hasLostOutput = Atomic<Bool>(false)

  /// The process's own streams. A reader that has gone away, or a disk that is full, stops no
  /// work; the process says so in the end.
  public static let process = Console(
    output: { text in
      do {
        try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
      } catch {
        // A reader that has had enough, such as `head`, is no failure.
        let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
        guard cause?.code != Int(EPIPE) else { return }
        hasLostOutput.store(true, ordering: .relaxed)
      }
    },
    error: { try? FileHandle.standardError.write(contentsOf: Data($0.utf8)) },
    isTerminal: isatty(FileHandle.standardError.fileDescriptor) == 1)

  /// Writes a line of the result, control characters escaped.
  public func print(_ line: String) { output(line.escapingControls + "\n") }

  /// Writes text of the result as it is.
  public func write(_ text: String) { output(text) }

  /// Writes a line beside the result, control characters escaped: a warning, a note, an error.
  public func note(_ line: String) { error(line.escapingControls + "\n") }

  /// Writes text beside the result without ending the line, to draw progress.
  public func draw(_ text: String) { error(text) }

  /// Writes a value as one JSON object with sorted keys.
  public func print(json value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // JSON has escapes of its own.
    write(String(decoding: try encoder.encode(value), as: UTF8.self) + "\n")
  }
}
