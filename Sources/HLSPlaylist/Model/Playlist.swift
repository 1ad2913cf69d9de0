// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A playlist of either kind, as its text tells.
public enum Playlist: Hashable, Sendable {
  /// A playlist of playlists.
  case multivariant(MultivariantPlaylist)
  /// A list of segments.
  case media(MediaPlaylist)
}

extension Playlist {
  /// Reads a playlist whose kind is not known beforehand. A text without a tag that tells counts
  /// as an empty multivariant playlist.
  ///
  /// - Throws: ``PlaylistError`` at the first rule that is broken and that the dialect does not
  ///   tolerate.
  public init(
    parsing bytes: [UInt8], options: ReadingOptions = .lenient
  ) throws(PlaylistError) {
    var reader = PlaylistReader(bytes, options)
    try reader.read()
    self = reader.playlist
  }

  /// Reads a playlist whose kind is not known beforehand.
  ///
  /// - Throws: ``PlaylistError``, as ``init(parsing:options:)-([UInt8],_)`` does.
  public init(
    parsing text: String, options: ReadingOptions = .lenient
  ) throws(PlaylistError) {
    try self.init(parsing: Array(text.utf8), options: options)
  }

  /// What the reader found and went past.
  public var diagnostics: [Diagnostic] {
    switch self {
    case .multivariant(let playlist): playlist.diagnostics
    case .media(let playlist): playlist.diagnostics
    }
  }

  /// How many diagnostics were beyond ``ReadingLimits/diagnostics``.
  public var suppressedDiagnostics: Int {
    switch self {
    case .multivariant(let playlist): playlist.suppressedDiagnostics
    case .media(let playlist): playlist.suppressedDiagnostics
    }
  }

  /// The playlist without the text that it was read from: it is written in canonical form.
  public var canonical: Playlist {
    switch self {
    case .multivariant(var playlist):
      playlist.forgetText()
      return .multivariant(playlist)
    case .media(var playlist):
      playlist.forgetText()
      return .media(playlist)
    }
  }
}

extension Playlist: WritablePlaylist {
  /// Appends the playlist's text.
  public func write(to bytes: inout [UInt8]) throws(PlaylistError) {
    switch self {
    case .multivariant(let playlist): try playlist.write(to: &bytes)
    case .media(let playlist): try playlist.write(to: &bytes)
    }
  }
}

extension MediaPlaylist {
  /// Reads a media playlist.
  ///
  /// - Throws: ``PlaylistError``, also when the playlist is a multivariant one.
  public init(
    parsing bytes: [UInt8], options: ReadingOptions = .lenient
  ) throws(PlaylistError) {
    guard case .media(let playlist) = try Playlist(parsing: bytes, options: options) else {
      throw PlaylistError(
        code: .wrongKind, reason: "expected a media playlist, found a multivariant one")
    }
    self = playlist
  }

  /// Reads a media playlist.
  ///
  /// - Throws: ``PlaylistError``, also when the playlist is a multivariant one.
  public init(
    parsing text: String, options: ReadingOptions = .lenient
  ) throws(PlaylistError) {
    try self.init(parsing: Array(text.utf8), options: options)
  }
}

extension MultivariantPlaylist {
  /// Reads a multivariant playlist.
  ///
  /// - Throws: ``PlaylistError``, also when the playlist is a media one.
  public init(
    parsing bytes: [UInt8], options: ReadingOptions = .lenient
  ) throws(PlaylistError) {
    guard case .multivariant(let playlist) = try Playlist(parsing: bytes, options: options)
    else {
      throw PlaylistError(
        code: .wrongKind, reason: "expected a multivariant playlist, found a media one")
    }
    self = playlist
  }

  /// Reads a multivariant playlist.
  ///
  /// - Throws: ``PlaylistError``, also when the playlist is a media one.
  public init(
    parsing text: String, options: ReadingOptions = .lenient
  ) throws(PlaylistError) {
    try self.init(parsing: Array(text.utf8), options: options)
  }
}
