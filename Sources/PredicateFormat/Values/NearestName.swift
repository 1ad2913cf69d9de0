// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The known name that is nearest to one that is not known.
struct NearestName {
  /// The name, or `nil` where none is near enough: at most a third of its letters differ.
  let name: String?

  /// Compares without regard to case first, since that is the most frequent slip.
  init(to typed: String, among names: [String]) {
    // A hostile name would make the table of distances large; no key has a name this long.
    guard typed.utf8.count <= 256 else {
      name = nil
      return
    }
    let lowered = typed.lowercased()
    let ranked = names.filter { $0.utf8.count <= 256 }
      .map { (name: $0, distance: Self.distance(lowered, $0.lowercased())) }
    let best = ranked.min { ($0.distance, $0.name) < ($1.distance, $1.name) }
    name = best.flatMap { $0.distance <= max(1, typed.count / 3) ? $0.name : nil }
  }

  /// How many letters are inserted, left out, replaced, or exchanged with the next one.
  private static func distance(_ a: String, _ b: String) -> Int {
    let a = Array(a)
    let b = Array(b)
    var rows = [Array(0...b.count)]
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        let replaced = rows[i][j] + (a[i] == b[j] ? 0 : 1)
        var best = min(replaced, rows[i][j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          best = min(best, rows[i - 1][j - 1] + 1)
        }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
