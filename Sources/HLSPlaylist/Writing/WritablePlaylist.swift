// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A playlist that can be written.
public protocol WritablePlaylist {
  /// Appends the playlist's text.
  ///
  /// - Throws: ``PlaylistError`` with code ``PlaylistError/Code/unwritable`` when a value cannot
  ///   stand in a playlist, such as a line end in a URI.
  func write(to bytes: inout [UInt8]) throws(PlaylistError)
}

extension WritablePlaylist {
  /// The playlist's text.
  ///
  /// - Throws: What ``write(to:)`` throws.
  public func text() throws(PlaylistError) -> String {
    var bytes: [UInt8] = []
    try write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension MultivariantPlaylist: WritablePlaylist {
  /// Appends the playlist's text: what was read, with the lines changed that have to, or in
  /// canonical order when the playlist was made in code.
  public func write(to bytes: inout [UInt8]) throws(PlaylistError) {
    guard let reading = source.reading else { return try writeCanonical(to: &bytes) }
    try rewrite(reading, to: &bytes)
  }
}

extension MediaPlaylist: WritablePlaylist {
  /// Appends the playlist's text: what was read, with the lines changed that have to, or in
  /// canonical order when the playlist was made in code.
  public func write(to bytes: inout [UInt8]) throws(PlaylistError) {
    guard let reading = source.reading else { return try writeCanonical(to: &bytes) }
    try rewrite(reading, to: &bytes)
  }
}
