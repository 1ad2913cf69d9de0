// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Which downloads go when they take too much room: those that have expired first, then those of
/// the lowest priority, of these the oldest.
public struct StoragePolicy: Hashable, Sendable {
  /// The most bytes that all downloads may take together.
  public var limit: UInt64

  /// Creates a policy.
  public init(limit: UInt64) { self.limit = limit }

  /// The downloads that have to go, in order.
  ///
  /// Those that have expired go whatever the room; others as long as there is too little of it.
  ///
  /// - Parameters:
  ///   - entries: The downloads.
  ///   - now: Seconds since 1970.
  /// - Returns: What goes, the first first.
  public func evictions(from entries: [LibraryEntry], at now: Int64) -> [LibraryEntry] {
    let present = entries.filter { $0.state != .missing }
    var total = present.reduce(UInt64(0)) { $0.addingReportingOverflow($1.bytes).partialValue }
    func isExpired(_ entry: LibraryEntry) -> Bool { entry.expires.map { $0 <= now } ?? false }
    let order = present.sorted { a, b in
      if isExpired(a) != isExpired(b) { return isExpired(a) }
      if a.priority != b.priority { return a.priority < b.priority }
      return (a.date, a.path) < (b.date, b.path)
    }
    var evictions: [LibraryEntry] = []
    for entry in order where isExpired(entry) || total > limit {
      evictions.append(entry)
      total -= min(total, entry.bytes)
    }
    return evictions
  }
}
