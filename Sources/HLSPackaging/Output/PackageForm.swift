// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// How an encoded ladder is laid out, and when it can be played.
public enum PackageForm: Sendable {
  /// A file for each segment; all is published at once.
  case files
  /// One file for each rendition, with byte ranges and an index.
  case singleFile
  /// A file for each segment, published as soon as it is encoded: playlists of an event, which
  /// grow. In the end the package is the same as that of ``files``.
  case event
}
