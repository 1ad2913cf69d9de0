// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist

/// Everything that a playlist says, tag by tag.
///
/// The facts are those of the text that is written of the model alone: what the model holds is
/// compared whatever that is, and how the playlist was spelt is not. Where resources are, and the
/// version, which follows from the rest, are no facts.
struct PlaylistFacts: Sendable {
  /// One tag.
  struct Entry: Hashable, Sendable {
    let tag: String
    /// The attributes by their names, or the value by the tag's own.
    let values: [String: String]
  }

  /// Tags that stand for themselves.
  private(set) var head: [Entry] = []
  /// Tags of which each describes an item, such as a variant, in their order.
  private(set) var items: [String: [Entry]] = [:]
  /// The tags of each segment, and last of what follows them.
  private(set) var segments: [[Entry]] = []

  /// The tags of which each describes an item.
  private static let itemTags: Set<Substring> = [
    "EXT-X-MEDIA", "EXT-X-STREAM-INF", "EXT-X-I-FRAME-STREAM-INF", "EXT-X-IMAGE-STREAM-INF",
  ]
  /// The tags of segments.
  private static let segmentTags: Set<Substring> = [
    "EXTINF", "EXT-X-BYTERANGE", "EXT-X-DISCONTINUITY", "EXT-X-KEY", "EXT-X-MAP",
    "EXT-X-PROGRAM-DATE-TIME", "EXT-X-GAP", "EXT-X-BITRATE", "EXT-X-TILES", "EXT-X-PART",
  ]
  /// The tags whose URI and byte range say where media is, and not what it is.
  private static let locatingTags = itemTags.union([
    "EXT-X-MAP", "EXT-X-PART", "EXT-X-PRELOAD-HINT", "EXT-X-RENDITION-REPORT",
  ])
  private static let locations: Set<String> = [
    "URI", "BYTERANGE", "BYTERANGE-START", "BYTERANGE-LENGTH",
  ]
  /// The attributes whose members stand in any order.
  private static let unordered: Set<Substring> = ["CODECS", "CHARACTERISTICS"]

  /// The facts of a playlist; none of one that cannot be written.
  init(_ playlist: Playlist) {
    var bytes: [UInt8] = []
    guard (try? playlist.canonical.write(to: &bytes)) != nil else { return }
    let isMedia = if case .media = playlist { true } else { false }
    var tags: [Entry] = []
    for line in bytes.split(separator: 0x0A) {
      let text = String(decoding: line, as: UTF8.self)
      guard text.hasPrefix("#") else {
        if isMedia { segments.append(tags) }
        tags = []
        continue
      }
      let name = text.dropFirst().prefix { $0 != ":" }
      guard name != "EXTM3U", name != "EXT-X-VERSION", name != "EXT-X-BYTERANGE" else { continue }
      let entry = Entry(tag: String(name), values: Self.values(text, name))
      if Self.itemTags.contains(name) {
        items[entry.tag, default: []].append(entry)
      } else if Self.segmentTags.contains(name) {
        if name != "EXTINF" || !entry.values.isEmpty { tags.append(entry) }
      } else {
        head.append(entry)
      }
    }
    if !tags.isEmpty { segments.append(tags) }
  }

  private static func values(_ line: String, _ name: Substring) -> [String: String] {
    let value = line.dropFirst(name.utf8.count + 2)
    // Durations are compared as times.
    guard name != "EXTINF" else {
      let title = value.drop { $0 != "," }.dropFirst()
      return title.isEmpty ? [:] : ["title": String(title)]
    }
    let start = value.prefix { $0 != "=" && $0 != "," }
    guard value.dropFirst(start.count).first == "=" else {
      return value.isEmpty ? [:] : ["": String(value)]
    }
    var values: [String: String] = [:]
    let bytes = Array(value.utf8)
    var at = 0
    while at < bytes.count {
      let end = bytes.endOfValue(from: at)
      let text = String(decoding: bytes[at..<end], as: UTF8.self)
      let attribute = text.prefix { $0 != "=" }
      values[String(attribute)] = Self.text(text.dropFirst(attribute.count + 1), of: attribute)
      at = end + 1
    }
    if locatingTags.contains(name) {
      values = values.filter { !locations.contains($0.key) }
    }
    return values
  }

  private static func text(_ text: Substring, of attribute: Substring) -> String {
    let bare = text.hasPrefix("\"") ? text.dropFirst().dropLast() : text
    guard unordered.contains(attribute) else { return String(bare) }
    return bare.split(separator: ",").sorted().joined(separator: ",")
  }
}

extension PlaylistFacts {
  /// One thing in which two lists of tags differ: the tag and its attribute, with both values.
  typealias Difference = (what: String, first: String, second: String)

  /// What differs between two lists of tags. Tags that stand several times are paired by what names
  /// them, else by their order.
  static func differences(_ a: [Entry], _ b: [Entry]) -> [Difference] {
    guard a != b else { return [] }
    let (a, b) = (named(a), named(b))
    let others = Dictionary(b) { first, _ in first }
    let own = Set(a.lazy.map(\.0))
    return a.flatMap { name, entry in
      guard let other = others[name] else { return [(name, entry.words, "-")] }
      return entry.differences(from: other).map { difference in
        let what = difference.what.isEmpty ? name : "\(name) \(difference.what)"
        return (what, difference.first, difference.second)
      }
    }
      + b.filter { !own.contains($0.0) }.map { ($0.0, "-", $0.1.words) }
  }

  private static func named(_ entries: [Entry]) -> [(String, Entry)] {
    var counts: [String: Int] = [:]
    return entries.map { entry in
      let keys = ["ID", "DATA-ID", "LANGUAGE", "NAME", "IMPORT", "QUERYPARAM", "KEYFORMAT"]
      // EXT-X-START and others stand once, and EXT-X-MEDIA is an item.
      let identity = keys.compactMap { entry.values[$0] }
      let name = ([entry.tag] + identity.map { "'\($0)'" }).joined(separator: " ")
      counts[name, default: 0] += 1
      let count = counts[name, default: 1]
      return (count > 1 ? "\(name) (\(count))" : name, entry)
    }
  }
}

extension PlaylistFacts.Entry {
  /// The tag's value as one text.
  fileprivate var words: String {
    let words = values.sorted { $0.key < $1.key }
      .map { $0.key.isEmpty ? $0.value : "\($0.key)=\($0.value)" }
    return words.isEmpty ? "yes" : words.joined(separator: ",")
  }

  /// What differs from another tag, by the names of attributes.
  func differences(from other: Self) -> [PlaylistFacts.Difference] {
    Set(values.keys).union(other.values.keys).sorted().compactMap { key in
      values[key] == other.values[key]
        ? nil : (key, values[key] ?? "-", other.values[key] ?? "-")
    }
  }
}
