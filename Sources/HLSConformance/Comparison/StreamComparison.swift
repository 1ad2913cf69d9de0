// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist
internal import ISOBMFF

/// How two streams differ in what they mean, whatever their playlists' spelling.
public struct StreamComparison: Sendable {
  /// One thing in which the streams differ.
  public struct Difference: Hashable, Sendable, Codable {
    /// What kind of thing: `playlist`, `variant`, `rendition`, `timing`, `structure`, `samples`.
    public var area: String
    /// Where, in words: a variant or rendition, and what of it.
    public var subject: String
    /// What the first stream has; `-` for nothing.
    public var first: String
    /// What the second stream has.
    public var second: String
  }

  /// The differences, in the order of the streams.
  public private(set) var differences: [Difference] = []

  /// Compares two streams. What their segments hold is compared where both have been read.
  public init(_ first: Presentation, _ second: Presentation) {
    compareMasters(first, second)
    compare(first.namedStreams, second.namedStreams, in: "playlist", \.file) {
      $0.compare($1, $2, $3)
    }
  }

  private mutating func note(_ area: String, _ subject: String, _ a: String, _ b: String) {
    guard a != b else { return }
    differences.append(Difference(area: area, subject: subject, first: a, second: b))
  }

  /// Compares the items of two streams that have the same name, and notes those that one lacks.
  private mutating func compare<Item>(
    _ first: [(name: String, item: Item)], _ second: [(name: String, item: Item)],
    in area: String, _ words: (Item) -> String,
    _ compare: (inout StreamComparison, String, Item, Item) -> Void
  ) {
    let others = Dictionary(second) { first, _ in first }
    let names = Set(first.lazy.map(\.name))
    for (name, item) in first {
      if let other = others[name] {
        compare(&self, name, item, other)
      } else {
        note(area, name, words(item), "-")
      }
    }
    for (name, item) in second where !names.contains(name) { note(area, name, "-", words(item)) }
  }

  private mutating func note(
    _ area: String, _ subject: String, _ found: [PlaylistFacts.Difference]
  ) {
    for difference in found {
      note(
        area, subject.isEmpty ? difference.what : "\(subject) \(difference.what)",
        difference.first, difference.second)
    }
  }

  private mutating func compareMasters(_ first: Presentation, _ second: Presentation) {
    guard let a = first.master, let b = second.master else {
      return note(
        "playlist", "kind", first.master == nil ? "media" : "multivariant",
        second.master == nil ? "media" : "multivariant")
    }
    let (own, other) = (PlaylistFacts(.multivariant(a)), PlaylistFacts(.multivariant(b)))
    note("playlist", "", PlaylistFacts.differences(own.head, other.head))
    for (tag, area) in [
      ("EXT-X-STREAM-INF", "variant"), ("EXT-X-I-FRAME-STREAM-INF", "variant"),
      ("EXT-X-IMAGE-STREAM-INF", "variant"), ("EXT-X-MEDIA", "rendition"),
    ] {
      compare(
        first.named(own.items[tag] ?? []), second.named(other.items[tag] ?? []), in: area,
        { _ in "present" }
      ) {
        $0.note(area, $1, $2.differences(from: $3))
      }
    }
  }

  private func text(_ value: (some CustomStringConvertible)?) -> String {
    value.map { "\($0)" } ?? "-"
  }

  private mutating func compare(_ name: String, _ a: MediaStream, _ b: MediaStream) {
    compareFacts(name, PlaylistFacts(.media(a.playlist)), PlaylistFacts(.media(b.playlist)))
    note("timing", "\(name) segments", "\(a.segments.count)", "\(b.segments.count)")
    if abs(a.duration.doubleValue - b.duration.doubleValue) > 0.001 {
      note("timing", "\(name) duration", "\(a.duration) s", "\(b.duration) s")
    }
    if let (index, own, other) = a.firstBoundary(unlike: b, within: 0.001) {
      note(
        "timing", "\(name) end of segment \(index)", "\(seconds(own)) s", "\(seconds(other)) s")
    }
    guard let x = a.content, let y = b.content else { return }
    compare(name, x, y)
  }

  /// Notes what playlists say otherwise; of segments the first that a tag differs at.
  private mutating func compareFacts(_ name: String, _ a: PlaylistFacts, _ b: PlaylistFacts) {
    note("playlist", name, PlaylistFacts.differences(a.head, b.head))
    var found: [String: (index: Int, difference: PlaylistFacts.Difference, count: Int)] = [:]
    for index in 0..<max(a.segments.count, b.segments.count) {
      let own = index < a.segments.count ? a.segments[index] : []
      let other = index < b.segments.count ? b.segments[index] : []
      for difference in PlaylistFacts.differences(own, other) {
        found[difference.what, default: (index, difference, 0)].count += 1
      }
    }
    for (index, difference, count) in found.values.sorted(by: {
      ($0.index, $0.difference.what) < ($1.index, $1.difference.what)
    }) {
      let others = count > 1 ? " and \(count - 1) more" : ""
      note(
        "playlist", "\(name) segment \(index)\(others) \(difference.what)", difference.first,
        difference.second)
    }
  }

  private mutating func compare(_ name: String, _ a: MediaContent, _ b: MediaContent) {
    note("structure", "\(name) format", text(a.codec), text(b.codec))
    note("structure", "\(name) size", text(a.size), text(b.size))
    note("structure", "\(name) frame rate", text(a.frameRate), text(b.frameRate))
    note(
      "structure", "\(name) time scale", text(a.track?.timescale), text(b.track?.timescale))
    note("structure", "\(name) edits", "\(a.track?.edits ?? [])", "\(b.track?.edits ?? [])")
    note(
      "samples", "\(name) samples", "\(a.sampleCount)", "\(b.sampleCount)")
    for index in a.segments.keys.sorted() {
      guard let x = a.segments[index], let y = b.segments[index] else { continue }
      if let start = x.presentationStart, let other = y.presentationStart,
        abs(a.seconds(start) - b.seconds(other)) > 0.001
      {
        note(
          "timing", "\(name) start of segment \(index)", "\(seconds(a.seconds(start))) s",
          "\(seconds(b.seconds(other))) s")
      }
    }
    let changed = a.segments.keys.sorted().filter { index in
      guard let x = a.segments[index]?.sampleHash, let y = b.segments[index]?.sampleHash else {
        return false
      }
      return x != y
    }
    if let first = changed.first {
      note(
        "samples", "\(name) bytes of samples", "-",
        "others in \(changed.count) segments, the first \(first)")
    }
  }
}

extension MediaContent {
  /// How many samples were read.
  var sampleCount: Int {
    segments.values.reduce(0) { $0 + $1.sampleCount }
  }
}

extension Presentation {
  /// The names of items that do not depend on where they are; a number tells those apart that are
  /// alike.
  private func numbered<Item>(_ items: [(String, Item)]) -> [(name: String, item: Item)] {
    var counts: [String: Int] = [:]
    return items.map { name, item in
      counts[name, default: 0] += 1
      let count = counts[name, default: 1]
      return (count > 1 ? "\(name) (\(count))" : name, item)
    }
  }

  /// What items of the multivariant playlist are called, by which those of another stream are
  /// found.
  fileprivate func named(_ entries: [PlaylistFacts.Entry]) -> [(
    name: String, item: PlaylistFacts.Entry
  )] {
    numbered(entries.enumerated().map { (name(of: $1.tag, $0), $1) })
  }

  /// The media playlists, called what they are.
  fileprivate var namedStreams: [(name: String, item: MediaStream)] {
    numbered(
      mediaStreams.map { stream in
        switch stream.roles.first {
        case .variant(let index)?: (name(of: "EXT-X-STREAM-INF", index), stream)
        case .rendition(let index)?: (name(of: "EXT-X-MEDIA", index), stream)
        case .iFrames(let index)?: (name(of: "EXT-X-I-FRAME-STREAM-INF", index), stream)
        case .images(let index)?: (name(of: "EXT-X-IMAGE-STREAM-INF", index), stream)
        case nil: ("playlist", stream)
        }
      })
  }

  private func name(of tag: String, _ index: Int) -> String {
    switch tag {
    case "EXT-X-STREAM-INF":
      let item = variants[index]
      return words(["variant"], item.stream, (item.media?.content?.range)?.rawValue)
    case "EXT-X-I-FRAME-STREAM-INF": return words(["I-frames"], iFrameStreams[index].stream, nil)
    case "EXT-X-MEDIA":
      let item = renditions[index].rendition
      return "\(item.type) '\(item.groupID)' '\(item.name)'"
    default: return "images"
    }
  }

  private func words(
    _ kind: [String], _ stream: some StreamDescription, _ range: String?
  ) -> String {
    let codec = stream.codecs.first(where: isVideo) ?? stream.codecs.first ?? ""
    let parts = [
      stream.resolution?.description ?? "sound", range ?? stream.videoRange?.rawValue ?? "SDR",
      String(codec.prefix(4)),
    ]
    return (kind + parts.filter { !$0.isEmpty }).joined(separator: " ")
  }
}
