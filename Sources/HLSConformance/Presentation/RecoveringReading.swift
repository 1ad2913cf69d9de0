// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist

/// A text read on past what stops a client, so that one mistake does not hide all others.
///
/// A line that cannot be read is left out, with the URI line of what it describes, and the text is
/// read again. Lines keep their numbers.
struct RecoveringReading {
  /// What is left; `nil` where the text is no playlist at all.
  private(set) var playlist: Playlist?
  /// What was left out, and last what could not be.
  private(set) var errors: [PlaylistError] = []

  /// The bytes that are read at most: each error is a reading of the whole text.
  private static let readingLimit = 64 << 20
  /// The most errors of a text: beyond that it is some other kind of text.
  private static let errorLimit = 64

  /// Reads a text.
  init(_ bytes: [UInt8], _ options: ReadingOptions) {
    var text = bytes
    let limit = min(Self.errorLimit, Self.readingLimit / max(bytes.count, 1))
    while true {
      do throws(PlaylistError) {
        playlist = try Playlist(parsing: text, options: options)
        return
      } catch {
        errors.append(error)
        guard errors.count <= limit, Self.isOfOneLine(error.code), let position = error.position,
          text.blankLine(position.line)
        else { return }
      }
    }
  }

  /// Whether an error is of a line, and not of the text as a whole.
  private static func isOfOneLine(_ code: PlaylistError.Code) -> Bool {
    ![.missingHeader, .wrongEncoding, .textTooLarge, .tooManySegments, .tooManyTags]
      .contains(code)
  }
}

extension [UInt8] {
  /// Leaves out a line, counted from 1, and the URI line that belongs to it; `false` where nothing
  /// stands there.
  fileprivate mutating func blankLine(_ number: Int) -> Bool {
    var start = 0
    for _ in 1..<Swift.max(number, 1) {
      guard let end = self[start...].firstIndex(of: 0x0A) else { return false }
      start = end + 1
    }
    let line = self[start...].prefix { $0 != 0x0A }
    guard !line.isEmpty else { return false }
    let hasURI = ["#EXT-X-STREAM-INF:", "#EXTINF:"].contains { line.starts(with: $0.utf8) }
    var (blanked, at) = ([line.indices], line.endIndex + 1)
    while hasURI, at < count {
      let next = self[at...].prefix { $0 != 0x0A }
      at = next.endIndex + 1
      guard next.first != UInt8(ascii: "#"), next.contains(where: { $0 > 0x20 }) else { continue }
      blanked.append(next.indices)
      break
    }
    // From the end, so that the places before stay.
    for range in blanked.reversed() { removeSubrange(range) }
    return true
  }
}
