// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist

/// What `rung playlist` prints of a playlist for people.
struct PlaylistTable: CustomStringConvertible {
  let description: String

  init(_ playlist: Playlist) {
    switch playlist {
    case .multivariant(let playlist): description = Self.text(playlist)
    case .media(let playlist): description = Self.text(playlist)
    }
  }

  private static func text(_ playlist: MultivariantPlaylist) -> String {
    var variants = Table(">bandwidth", ">average", "size", ">fps", "range", "codecs", "URI")
    for variant in playlist.variants {
      variants.add(
        "\(variant.bandwidth)", variant.averageBandwidth.map(String.init) ?? "-",
        variant.resolution?.description ?? "-", variant.frameRate?.description ?? "-",
        variant.videoRange?.rawValue ?? "-",
        variant.codecs.isEmpty ? "-" : variant.codecs.joined(separator: ","), variant.uri)
    }
    var renditions = Table("type", "group", "name", "language", "URI")
    for rendition in playlist.renditions {
      renditions.add(
        rendition.type.rawValue, rendition.groupID, rendition.name, rendition.language ?? "-",
        rendition.uri ?? "-")
    }
    var parts = ["multivariant playlist, version \(version(playlist.declaredVersion))"]
    if !playlist.variants.isEmpty { parts.append(variants.description) }
    if !playlist.renditions.isEmpty { parts.append(renditions.description) }
    let others = [
      (playlist.iFrameStreams.count, "I-frame stream"),
      (playlist.imageStreams.count, "image stream"),
      (playlist.sessionData.count, "session datum"), (playlist.sessionKeys.count, "session key"),
      (playlist.definitions.count, "variable"),
    ]
    let counted = others.filter { $0.0 > 0 }.map { "\($0.1)s: \($0.0)" }
    if !counted.isEmpty { parts.append(counted.joined(separator: ", ")) }
    return parts.joined(separator: "\n\n")
  }

  private static func text(_ playlist: MediaPlaylist) -> String {
    var facts = Table("property", "value")
    facts.add("type", playlist.type?.rawValue ?? "-")
    facts.add("ended", playlist.hasEndList ? "yes" : "no")
    facts.add("target duration", "\(playlist.targetDuration) s")
    facts.add("media sequence", "\(playlist.mediaSequence)")
    facts.add("segments", "\(playlist.segments.count)")
    facts.add("duration", "\(playlist.segments.duration) s")
    let parts = playlist.segments.partCount + (playlist.unfinishedSegment?.parts.count ?? 0)
    if parts > 0 { facts.add("parts", "\(parts)") }
    if let skip = playlist.skip { facts.add("skipped segments", "\(skip.skippedSegments)") }
    if !playlist.dateRanges.isEmpty { facts.add("date ranges", "\(playlist.dateRanges.count)") }
    if playlist.isIFramesOnly { facts.add("I-frames only", "yes") }
    if let first = playlist.segments.first {
      facts.add("first", first.uri)
      facts.add("map", first.initialization?.uri ?? "-")
      facts.add(
        "encryption",
        first.keys.isEmpty ? "-" : first.keys.map(\.method.rawValue).joined(separator: ","))
    }
    return "media playlist, version \(version(playlist.declaredVersion))\n\n\(facts)"
  }

  private static func version(_ declared: UInt64?) -> String {
    declared.map(String.init) ?? "1 (none declared)"
  }
}
