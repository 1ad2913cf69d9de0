// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Where a playlist was read from: its text, and what the reader said of it.
///
/// It never decides whether two playlists are equal, and takes no part in their hash.
struct PlaylistSource<Playlist: Sendable>: Hashable, Sendable {
  /// What was read, or `nil` for a playlist that was made in code.
  let reading: Reading?

  init(_ reading: Reading? = nil) { self.reading = reading }

  static func == (a: Self, b: Self) -> Bool { true }
  func hash(into hasher: inout Hasher) {}

  /// A text that was read.
  final class Reading: Sendable {
    let text: [UInt8]
    let options: ReadingOptions
    let declaredVersion: UInt64?
    /// The least version that the text needs as it is written.
    let neededVersion: Int
    /// Whether the text says what the target duration is.
    let hasTarget: Bool
    /// The values of the variables that the text defines.
    let variables: [String: String]
    let diagnostics: [Diagnostic]
    let suppressedDiagnostics: Int
    /// The playlist as it was read, without its source. It shares its memory with the playlist
    /// until that is changed.
    let original: Playlist

    init(_ reader: PlaylistReader, original: Playlist) {
      let session = reader.session
      text = session.text
      options = session.options
      declaredVersion = reader.declaredVersion?.value
      neededVersion = reader.need.version
      hasTarget = reader.hasTargetDuration
      variables = session.variables
      diagnostics = session.diagnostics
      suppressedDiagnostics = session.suppressedDiagnostics
      self.original = original
    }
  }
}

extension PlaylistReader {
  /// What was read.
  var playlist: Playlist {
    if kind == .media {
      var playlist = media
      playlist.source = PlaylistSource(.init(self, original: media))
      return .media(playlist)
    }
    var playlist = multivariant
    playlist.source = PlaylistSource(.init(self, original: multivariant))
    return .multivariant(playlist)
  }
}

extension MediaPlaylist {
  /// What the reader found and went past; empty for a playlist made in code.
  public var diagnostics: [Diagnostic] { source.reading?.diagnostics ?? [] }

  /// How many diagnostics were beyond ``ReadingLimits/diagnostics``.
  public var suppressedDiagnostics: Int { source.reading?.suppressedDiagnostics ?? 0 }

  /// The version that the text declares, or `nil` where it declares none.
  public var declaredVersion: UInt64? { source.reading?.declaredVersion }

  /// The least version that the text has to declare as it is written, which may be less than the
  /// one of a text that is written anew: whole durations need none. `nil` for a playlist made in
  /// code.
  package var neededVersion: Int? { source.reading?.neededVersion }

  /// Forgets the text that the playlist was read from: it is written in canonical form.
  public mutating func forgetText() { source = PlaylistSource() }
}

extension MultivariantPlaylist {
  /// What the reader found and went past; empty for a playlist made in code.
  public var diagnostics: [Diagnostic] { source.reading?.diagnostics ?? [] }

  /// How many diagnostics were beyond ``ReadingLimits/diagnostics``.
  public var suppressedDiagnostics: Int { source.reading?.suppressedDiagnostics ?? 0 }

  /// The version that the text declares, or `nil` where it declares none.
  public var declaredVersion: UInt64? { source.reading?.declaredVersion }

  /// The least version that the text has to declare; `nil` for a playlist made in code.
  package var neededVersion: Int? { source.reading?.neededVersion }

  /// The values of the variables that the text defines, for the media playlists that import them
  /// (``ReadingOptions/importedVariables``).
  public var variables: [String: String] { source.reading?.variables ?? [:] }

  /// Forgets the text that the playlist was read from: it is written in canonical form.
  public mutating func forgetText() { source = PlaylistSource() }
}
