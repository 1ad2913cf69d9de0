// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension ConformanceRule {
  /// Every rule, family by family.
  public static let all: [ConformanceRule] = [
    reading, versions, mediaPlaylists, liveEdge, streams, renditions, sessions, acrossPlaylists,
    appleVideo, appleStreams, appleRenditions, applePlaylists, appleProtection, rates,
    initialization, samples, protection,
    segmentFormats, delivery, reloading,
  ].flatMap { $0 }

  /// The rule of a name.
  public static func named(_ id: String) -> ConformanceRule? { byID[id] }

  private static let byID = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
}
