// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist

/// Collects what playlists name, and decides what is fetched for it: a resource that is named as a
/// whole once, stretches that touch or overlap together, nothing twice.
struct ResourceTable {
  private struct Entry {
    var role: PlannedResource.Role
    let stream: Int?
    var isWhole = false
    var ranges: [ByteRange] = []
    var resources: [Int] = []

    mutating func add(_ range: ByteRange?, _ role: PlannedResource.Role) {
      // A file that has media too is one of media.
      if role == .segment { self.role = role }
      guard let range else {
        isWhole = true
        return
      }
      // Stretches of a file mostly follow each other.
      if let last = ranges.last, last.end == range.offset, let end = range.end {
        ranges[ranges.count - 1].length = end - last.offset
      } else {
        ranges.append(range)
      }
    }
  }

  /// What is fetched, once ``plan(folders:)`` has been called.
  private(set) var resources: [PlannedResource] = []
  private var entries: [String: Entry] = [:]
  private var order: [String] = []

  /// Asks for a resource or a stretch of it.
  mutating func add(
    _ uri: String, _ range: ByteRange?, _ role: PlannedResource.Role, stream: Int?
  ) {
    if entries[uri] == nil { order.append(uri) }
    entries[uri, default: Entry(role: role, stream: stream)].add(range, role)
  }

  /// Decides what is fetched and where it is stored.
  mutating func plan(folders: [String]) {
    var counts: [String: Int] = [:]
    for uri in order {
      guard var entry = entries[uri] else { continue }
      let stretches = entry.isWhole ? [nil] : Self.merged(entry.ranges).map(Optional.init)
      for stretch in stretches {
        let name = FileName(of: uri, entry.role)
        let folder = entry.stream.map { folders[$0] } ?? name.folder
        let number = counts["\(folder)/\(name.stem)", default: 0] + 1
        counts["\(folder)/\(name.stem)"] = number
        entry.resources.append(resources.count)
        resources.append(
          PlannedResource(
            uri: uri, byteRange: stretch, path: "\(folder)/\(name.text(number))",
            role: entry.role, stream: entry.stream))
      }
      entries[uri] = entry
    }
  }

  private static func merged(_ ranges: [ByteRange]) -> [ByteRange] {
    var result: [ByteRange] = []
    for range in ranges.sorted(by: { ($0.offset, $0.length) < ($1.offset, $1.length) }) {
      if let last = result.last, let end = last.end, range.offset <= end {
        result[result.count - 1].length = max(end, range.end ?? end) - last.offset
      } else {
        result.append(range)
      }
    }
    return result
  }

  /// The resource, by index, that a stretch is stored in, and the stretch of its file; `nil` where
  /// that is all of it.
  func location(of uri: String, _ range: ByteRange?) -> (resource: Int, range: ByteRange?)? {
    guard let candidates = entries[uri]?.resources else { return nil }
    guard let range else { return candidates.first.map { ($0, nil) } }
    // The last one that begins at or before the stretch.
    var (low, high) = (0, candidates.count)
    while low < high {
      let middle = (low + high) / 2
      if resources[candidates[middle]].byteRange?.offset ?? 0 <= range.offset {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low > 0 else { return nil }
    let index = candidates[low - 1]
    guard let stored = resources[index].byteRange else { return (index, range) }
    return stored == range
      ? (index, nil)
      : (index, ByteRange(length: range.length, offset: range.offset - stored.offset))
  }
}

/// The name of a stored file: of a URI, only a well-known ending is taken over.
private struct FileName {
  let stem: String
  private let ending: String

  /// Endings that players know; they refuse others.
  private static let endings: Set<String> = [
    "aac", "ac3", "cmfa", "cmft", "cmfv", "ec3", "eac3", "m4a", "m4s", "m4v", "mov", "mp3", "mp4",
    "ts", "vtt", "webvtt",
  ]

  init(of uri: String, _ role: PlannedResource.Role) {
    let ending = ResourceURI(uri).fileExtension
    let known = Self.endings.contains(ending)
    switch role {
    case .segment: (stem, self.ending) = ("segment", known ? ending : "ts")
    case .initialization: (stem, self.ending) = ("init", known ? ending : "mp4")
    case .key: (stem, self.ending) = ("key", "key")
    case .sessionData:
      (stem, self.ending) = ("session-data", ending == "json" ? "json" : "data")
    }
  }

  /// The folder of what belongs to no stream.
  var folder: String { stem == "key" ? OfflinePackage.keysFolder : OfflinePackage.dataFolder }

  func text(_ number: Int) -> String {
    let digits = "\(number)"
    return "\(stem)-\(String(repeating: "0", count: max(0, 5 - digits.count)))\(digits).\(ending)"
  }
}
