// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A path within a package that stays there, whoever wrote it.
///
/// What a package says of itself is somebody else's text too: no path of it is followed that is not
/// one of these.
public struct SafePath: Hashable, Sendable {
  /// The path, relative to the package.
  public let text: String

  /// Takes a path; `nil` for one that could lead elsewhere, or that some file system cannot hold.
  public init?(_ text: String) {
    guard !text.isEmpty, text.utf8.count <= 1024 else { return nil }
    for part in text.split(separator: "/", omittingEmptySubsequences: false) {
      guard Self.isFine(part) else { return nil }
    }
    self.text = text
  }

  private static func isFine(_ part: Substring) -> Bool {
    guard !part.isEmpty, part != ".", part != "..", part.utf8.count <= 255 else { return false }
    // No escapes, no other system's separators, drives and streams, no control characters.
    let isPlain = part.unicodeScalars.allSatisfy {
      $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value)
        && !"\\:%*?\"<>|".unicodeScalars.contains($0)
    }
    guard isPlain, part.last != ".", part.last != " " else { return false }
    let stem = part.prefix { $0 != "." }.uppercased()
    return !devices.contains(stem)
  }

  /// Names that are devices wherever they stand on some systems.
  private static let devices: Set<String> = Set(
    ["CON", "PRN", "AUX", "NUL"] + (0...9).flatMap { ["COM\($0)", "LPT\($0)"] })
}
