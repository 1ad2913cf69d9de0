// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation

/// The Swift examples of a DocC article, to be held against the test that compiles them.
///
/// A test file contains each example between its own lines, so that what readers copy is code
/// that compiles and passes.
public struct DocumentationExamples {
  /// The examples, each a list of lines without indentation and blank lines.
  public let examples: [[String]]

  /// Reads the `swift` code blocks of an article, by its path within the package.
  public init(article path: String) throws {
    let text = try String(contentsOf: Package.root.appending(path: path), encoding: .utf8)
    var examples: [[String]] = []
    var current: [String]?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let trimmed = line.trimmingCharacters(in: .whitespaces)
      if trimmed.hasPrefix("```") {
        if let finished = current { examples.append(finished) }
        current = current == nil && trimmed == "```swift" ? [] : nil
      } else if !trimmed.isEmpty {
        current?.append(trimmed)
      }
    }
    self.examples = examples
  }

  /// The examples that a source file does not contain, line after line.
  public func missing(from file: String) throws -> [String] {
    let source = try String(contentsOfFile: file, encoding: .utf8)
      .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
    return examples.filter { example in
      !source.indices.contains { source[$0...].starts(with: example) }
    }.map { $0.joined(separator: "\n") }
  }
}
