// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HLSPlaylist

/// Tags that go into playlists as they are: EXT-X-DATERANGE into every media playlist, and
/// EXT-X-SESSION-DATA into the master.
public struct PackageMetadata: Hashable, Sendable {
  /// The date ranges.
  public var dateRanges: [DateRange] = []
  /// The session data.
  public var sessionData: [SessionData] = []

  /// Reads the two tags from a text, a line each, with empty lines and comments between.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - name: What errors call it.
  /// - Throws: ``PackagingError`` with the number of the first line that is something else.
  public init(_ text: String, name: String) throws {
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    for (index, line) in lines.enumerated() where !line.isEmpty {
      let place = "\(name):\(index + 1)"
      do {
        if line.hasPrefix("#EXT-X-DATERANGE:") {
          dateRanges += try Self.dateRanges(line)
        } else if line.hasPrefix("#EXT-X-SESSION-DATA:") {
          let master = try MultivariantPlaylist(parsing: "#EXTM3U\n\(line)\n", options: .strict)
          sessionData += master.sessionData
        } else if line.hasPrefix("#EXT") || !line.hasPrefix("#") {
          throw PackagingError(
            .source, place, "expected EXT-X-DATERANGE or EXT-X-SESSION-DATA, found '\(line)'")
        }
      } catch let error as PlaylistError {
        throw PackagingError(.source, place, error.reason)
      }
    }
  }

  private static func dateRanges(_ line: Substring) throws -> [DateRange] {
    // Date ranges are read where there is a date.
    let playlist = """
      #EXTM3U
      #EXT-X-TARGETDURATION:1
      \(line)
      #EXT-X-PROGRAM-DATE-TIME:2000-01-01T00:00:00.000Z
      #EXTINF:1,
      a

      """
    return try MediaPlaylist(parsing: playlist, options: .strict).dateRanges
  }
}
