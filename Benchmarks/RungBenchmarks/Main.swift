// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Measures one part of Rung against what people use today, both in the same run.
///
/// `RungBenchmarks` lists the topics; `RungBenchmarks TOPIC…` runs them.
@main
enum Main {
  /// Every topic, by name.
  static let topics: [(name: String, run: @Sendable () throws -> Void)] = [
    ("color", ColorBenchmark.run),
    ("predicate", PredicateBenchmark.run),
    ("select", SelectBenchmark.run),
    ("playlist", PlaylistBenchmark.run),
    ("validate", ValidateBenchmark.run),
    ("writer", WriterBenchmark.run),
  ]

  static func main() throws {
    let names = CommandLine.arguments.dropFirst()
    if names == ["table"] { return ToneMapTable.run() }
    if names.isEmpty {
      print("topics:", topics.map(\.name).joined(separator: " "))
    }
    for name in names {
      guard let topic = topics.first(where: { $0.name == name }) else {
        print("unknown topic '\(name)'")
        continue
      }
      print("== \(name)")
      try topic.run()
    }
  }
}
