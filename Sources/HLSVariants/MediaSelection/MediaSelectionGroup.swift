// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist

/// The options of one kind that an asset offers, of which at most one plays at a time.
public struct MediaSelectionGroup: Hashable, Sendable {
  /// What the options are about.
  public enum Kind: String, CaseIterable, Sendable {
    /// Sound.
    case audible
    /// Subtitles and captions.
    case legible
    /// Pictures, such as camera angles.
    case visual
  }

  /// What the options are about.
  public let kind: Kind

  /// The options, in the order in which the playlist first names them.
  public let options: [MediaSelectionOption]

  /// The first option that plays unless the user chose otherwise.
  public var defaultOption: MediaSelectionOption? { options.first(where: \.isDefault) }

  /// Whether nothing may be selected: of subtitles alone.
  public var allowsEmptySelection: Bool { kind == .legible }
}

extension MediaSelectionGroup {
  /// The groups of a playlist's renditions, those that have options.
  static func groups(of renditions: [Rendition]) -> [MediaSelectionGroup] {
    guard !renditions.isEmpty else { return [] }
    var options: [Kind: [MediaSelectionOption]] = [:]
    var seen: Set<RenditionIdentity> = []
    for rendition in renditions {
      guard let kind = Kind(rendition.type),
        seen.insert(rendition.identity).inserted
      else { continue }
      let index = options[kind]?.count ?? 0
      options[kind, default: []].append(MediaSelectionOption(rendition, index: index))
    }
    return Kind.allCases.compactMap { kind in
      options[kind].map { MediaSelectionGroup(kind: kind, options: $0) }
    }
  }
}

extension MediaSelectionGroup.Kind {
  init?(_ type: RenditionType) {
    switch type {
    case .audio: self = .audible
    case .subtitles, .closedCaptions: self = .legible
    case .video: self = .visual
    default: return nil
    }
  }
}
