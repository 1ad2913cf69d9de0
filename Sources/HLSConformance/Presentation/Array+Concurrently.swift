// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension Array where Element: Sendable {
  /// What a function makes of each element, in order, with a bounded number of calls at a time.
  func mapConcurrently<Result: Sendable>(
    atMost limit: Int, _ transform: @escaping @Sendable (Element) async -> Result
  ) async -> [Result] {
    await withTaskGroup(of: (Int, Result).self) { group in
      var results = [Result?](repeating: nil, count: count)
      for (index, element) in enumerated() {
        if index >= Swift.max(limit, 1), let (done, result) = await group.next() {
          results[done] = result
        }
        group.addTask { (index, await transform(element)) }
      }
      for await (done, result) in group { results[done] = result }
      return results.compactMap { $0 }
    }
  }
}
