// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension Repair.Change {
  /// What the change costs: a reference to a variable that a value was written as, and that stands
  /// there no more.
  public var notes: [Note] {
    // A line that only moves keeps its references.
    let (before, after) = (references(in: old), references(in: new))
    return before.filter { after[$0.key, default: 0] < $0.value }.keys.sorted().map { name in
      Note(
        Place(file: file), "the reference '{$\(name)}' gave way to a value that the media has")
    }
  }

  /// How often each variable is referred to.
  private func references(in text: [UInt8]) -> [String: Int] {
    var counts: [String: Int] = [:]
    var rest = text[...]
    while let start = rest.firstRange(of: Array("{$".utf8)) {
      rest = rest[start.upperBound...]
      // No name is longer than a line may be wide; a text of nothing but beginnings has no end.
      guard let end = rest.prefix(256).firstIndex(of: UInt8(ascii: "}")) else { continue }
      counts[String(decoding: rest[..<end], as: UTF8.self), default: 0] += 1
    }
    return counts
  }
}
