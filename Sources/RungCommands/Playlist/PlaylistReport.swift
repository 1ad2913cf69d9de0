// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist

/// What `rung playlist --json` prints.
///
/// `kind` is `multivariant` or `media`; `playlist` has the keys of the model; `declaredVersion` is
/// absent where the text declares none; each of `diagnostics` has `severity`, `code`, `line`,
/// `column` and `reason`.
struct PlaylistReport: Encodable {
  private enum CodingKeys: CodingKey {
    case kind, declaredVersion, requiredVersion, playlist, diagnostics, suppressedDiagnostics
  }

  private let playlist: Playlist

  init(_ playlist: Playlist) { self.playlist = playlist }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch playlist {
    case .multivariant(let playlist):
      try container.encode("multivariant", forKey: .kind)
      try container.encodeIfPresent(playlist.declaredVersion, forKey: .declaredVersion)
      try container.encode(playlist.requiredVersion, forKey: .requiredVersion)
      try container.encode(playlist, forKey: .playlist)
    case .media(let playlist):
      try container.encode("media", forKey: .kind)
      try container.encodeIfPresent(playlist.declaredVersion, forKey: .declaredVersion)
      try container.encode(playlist.requiredVersion, forKey: .requiredVersion)
      try container.encode(playlist, forKey: .playlist)
    }
    try container.encode(playlist.diagnostics, forKey: .diagnostics)
    try container.encode(playlist.suppressedDiagnostics, forKey: .suppressedDiagnostics)
  }
}
