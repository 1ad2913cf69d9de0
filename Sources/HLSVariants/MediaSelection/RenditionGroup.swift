// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist

/// What makes renditions of several groups one option.
struct RenditionIdentity: Hashable, Sendable {
  let type: RenditionType
  let name: String
  let language: String?
}

extension Rendition {
  var identity: RenditionIdentity {
    RenditionIdentity(type: type, name: name, language: language)
  }
}

/// The renditions of one `GROUP-ID`, which its variants share, found by option without a search:
/// a playlist may have hundreds of thousands of both.
struct RenditionGroup: Sendable {
  let renditions: [Rendition]

  /// Whether a rendition is coded with JOC, as Dolby Atmos is.
  let hasJointObjectCoding: Bool

  private let places: [RenditionIdentity: Int]

  init(_ renditions: [Rendition]) {
    self.renditions = renditions
    hasJointObjectCoding = renditions.contains {
      $0.channels?.codingIdentifiers.contains("JOC") ?? false
    }
    places = Dictionary(
      renditions.enumerated().map { ($1.identity, $0) }, uniquingKeysWith: { first, _ in first })
  }

  static let empty = RenditionGroup([])

  /// The option's version in the group.
  subscript(option: MediaSelectionOption) -> Rendition? {
    places[option.identity].map { renditions[$0] }
  }
}

extension RenditionGroup: Hashable {
  static func == (a: RenditionGroup, b: RenditionGroup) -> Bool { a.renditions == b.renditions }

  func hash(into hasher: inout Hasher) { hasher.combine(renditions.count) }
}
