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
    let (a, b) = (first.namedStreams, second.namedStreams)
    for (name, stream) in a {
      guard let other = b.first(where: { $0.name == name })?.stream else {
        note("playlist", name, stream.file, "-")
        continue
      }
      compare(name, stream, other)
    }
    for (name, stream) in b where !a.contains(where: { $0.name == name }) {
      note("playlist", name, "-", stream.file)
    }
  }

  private mutating func note(_ area: String, _ subject: String, _ a: String, _ b: String) {
    guard a != b else { return }
    differences.append(Difference(area: area, subject: subject, first: a, second: b))
  }

  private mutating func compareMasters(_ first: Presentation, _ second: Presentation) {
    guard let a = first.master, let b = second.master else { return }
    note(
      "playlist", "independent segments", "\(a.hasIndependentSegments)",
      "\(b.hasIndependentSegments)")
    for item in first.variants {
      guard let other = second.variants.first(where: { $0.name == item.name }) else { continue }
      let (x, y) = (item.stream, other.stream)
      note("variant", "\(item.name) BANDWIDTH", "\(x.bandwidth)", "\(y.bandwidth)")
      note(
        "variant", "\(item.name) AVERAGE-BANDWIDTH", text(x.averageBandwidth),
        text(y.averageBandwidth))
      note(
        "variant", "\(item.name) CODECS", x.codecs.sorted().joined(separator: ","),
        y.codecs.sorted().joined(separator: ","))
      note("variant", "\(item.name) FRAME-RATE", text(x.frameRate), text(y.frameRate))
      note("variant", "\(item.name) VIDEO-RANGE", text(x.videoRange), text(y.videoRange))
    }
    for item in first.renditions {
      guard let other = second.renditions.first(where: { $0.name == item.name }) else { continue }
      let (x, y) = (item.rendition, other.rendition)
      note("rendition", "\(item.name) LANGUAGE", text(x.language), text(y.language))
      note(
        "rendition", "\(item.name) CHANNELS", text(x.channels?.rawValue),
        text(y.channels?.rawValue))
      note("rendition", "\(item.name) DEFAULT", text(x.isDefault), text(y.isDefault))
    }
  }

  private func text(_ value: (some CustomStringConvertible)?) -> String {
    value.map { "\($0)" } ?? "-"
  }

  private mutating func compare(_ name: String, _ a: MediaStream, _ b: MediaStream) {
    note(
      "playlist", "\(name) target duration", "\(a.playlist.targetDuration)",
      "\(b.playlist.targetDuration)")
    note("playlist", "\(name) type", text(a.playlist.type), text(b.playlist.type))
    note("playlist", "\(name) ended", "\(a.playlist.hasEndList)", "\(b.playlist.hasEndList)")
    note("timing", "\(name) segments", "\(a.segments.count)", "\(b.segments.count)")
    if abs(a.duration.doubleValue - b.duration.doubleValue) > 0.001 {
      note("timing", "\(name) duration", "\(a.duration) s", "\(b.duration) s")
    }
    if let (index, own, other) = a.firstBoundary(unlike: b, within: 0.001) {
      note(
        "timing", "\(name) end of segment \(index)", "\(seconds(own)) s", "\(seconds(other)) s")
    }
    note(
      "timing", "\(name) discontinuities", "\(a.discontinuityTimes.count)",
      "\(b.discontinuityTimes.count)")
    note(
      "playlist", "\(name) encryption", a.keys.map { "\($0.method)" }.joined(separator: ","),
      b.keys.map { "\($0.method)" }.joined(separator: ","))
    guard let x = a.content, let y = b.content else { return }
    compare(name, x, y)
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
    segments.values.reduce(0) { $0 + $1.sampleDurations.values.reduce(0, +) }
  }
}

extension VariantItem {
  /// What the variant is, by which that of another stream is found.
  fileprivate var name: String {
    let parts = [
      stream.resolution?.description ?? "sound",
      (media?.content?.range ?? stream.videoRange)?.rawValue ?? "SDR",
      String(
        stream.codecs.first { isVideo($0) }?.prefix(4) ?? stream.codecs.first?.prefix(4) ?? ""),
    ]
    return "variant " + parts.filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension RenditionItem {
  /// What the rendition is, by which that of another stream is found.
  fileprivate var name: String { "\(rendition.type) '\(rendition.groupID)' '\(rendition.name)'" }
}

extension Presentation {
  /// The media playlists with names that do not depend on where they are; a number tells those
  /// apart that are alike.
  fileprivate var namedStreams: [(name: String, stream: MediaStream)] {
    var counts: [String: Int] = [:]
    return mediaStreams.map { stream in
      let name: String
      switch stream.roles.first {
      case .variant(let index)?: name = variants[index].name
      case .rendition(let index)?: name = renditions[index].name
      case .iFrames(let index)?:
        let item = iFrameStreams[index].stream
        name =
          "I-frames \(item.resolution?.description ?? "") \(item.videoRange?.rawValue ?? "SDR")"
      case .images(let index)?: name = "images \(index)"
      case nil: name = "playlist"
      }
      counts[name, default: 0] += 1
      let count = counts[name] ?? 1
      return (count > 1 ? "\(name) (\(count))" : name, stream)
    }
  }
}
