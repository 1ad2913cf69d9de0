// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Which entries of a new list are which of an old one, so that what did not change stays in its
/// place.
///
/// Entries of equal keys are matched, in order where keys repeat; of the matches the longest
/// run in both orders is kept. Entries left over between two matches are paired as changes. It
/// takes O(n log n) time, whatever changed.
struct Alignment {
  /// For each new entry, the old one whose place it takes.
  private(set) var oldIndices: [Int?]

  /// Aligns lists of keys.
  init<Key: Hashable>(_ old: [Key], _ new: [Key]) {
    oldIndices = Array(repeating: nil, count: new.count)
    var matches: [(new: Int, old: Int)] = []
    var places: [Key: (positions: [Int], used: Int)] = [:]
    for (index, key) in old.enumerated() { places[key, default: ([], 0)].positions.append(index) }
    for (index, key) in new.enumerated() {
      guard let place = places[key], place.used < place.positions.count else { continue }
      matches.append((index, place.positions[place.used]))
      places[key]?.used += 1
    }
    for match in Self.longestRun(matches) { oldIndices[match.new] = match.old }
    pairRest(oldCount: old.count)
  }

  /// The longest part of the matches whose old indices rise as the new ones do.
  private static func longestRun(
    _ matches: [(new: Int, old: Int)]
  ) -> [(new: Int, old: Int)] {
    // The match that ends the best run of each length, and what comes before each match.
    var ends: [Int] = []
    var before: [Int] = []
    for (index, match) in matches.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if matches[ends[middle]].old < match.old { low = middle + 1 } else { high = middle }
      }
      before.append(low > 0 ? ends[low - 1] : -1)
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var run: [(new: Int, old: Int)] = []
    var index = ends.last ?? -1
    while index >= 0 {
      run.append(matches[index])
      index = before[index]
    }
    return run
  }

  /// Pairs the entries between matches, first with first.
  private mutating func pairRest(oldCount: Int) {
    let bounds = oldIndices.enumerated().compactMap { new, old in old.map { (new, $0) } }
    var (nextNew, nextOld) = (0, 0)
    for (new, old) in bounds + [(oldIndices.count, oldCount)] {
      while nextNew < new, nextOld < old {
        oldIndices[nextNew] = nextOld
        nextNew += 1
        nextOld += 1
      }
      (nextNew, nextOld) = (new + 1, old + 1)
    }
  }
}
