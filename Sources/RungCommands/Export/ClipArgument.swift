// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A value of `--clip`: a file and the part of it that is wanted, `film.mov:00:10-00:25`.
struct ClipArgument: Equatable {
  /// The file.
  var path: String
  /// Where the part starts, in seconds; `nil` at the file's start.
  var start: Double?
  /// Where it ends, in seconds; `nil` at the file's end.
  var end: Double?

  /// Creates a clip.
  init(_ path: String, from start: Double? = nil, to end: Double? = nil) {
    self.path = path
    self.start = start
    self.end = end
  }

  /// Reads a value.
  ///
  /// Names of files may hold colons as times do: where a text can be split in several ways, the file
  /// that is known decides, else the longest time.
  ///
  /// - Parameters:
  ///   - text: The value.
  ///   - isKnown: Whether there is a file of a name.
  /// - Throws: ``UsageError`` for what is none.
  init(_ text: String, isKnown: (String) -> Bool) throws(UsageError) {
    let kind = "FILE:FROM-TO, with times in seconds or [hh:]mm:ss"
    guard let dash = text.lastIndex(of: "-"),
      let end = Self.time(text[text.index(after: dash)...])
    else { throw .invalidValue(text, of: "--clip <clip>", kind) }
    let front = text[..<dash]
    let splits = front.indices.filter { front[$0] == ":" }.compactMap { colon in
      Self.time(front[front.index(after: colon)...]).map { start in
        ClipArgument(String(front[..<colon]), from: start, to: end)
      }
    }.filter { !$0.path.isEmpty }
    guard let chosen = splits.first(where: { isKnown($0.path) }) ?? splits.first else {
      throw .invalidValue(text, of: "--clip <clip>", kind)
    }
    if let start = chosen.start, let end, end <= start {
      throw .invalidValue(
        text, of: "--clip <clip>",
        "an end after \(Format.seconds(start)) s, found "
          + "\(Format.seconds(end)) s")
    }
    self = chosen
  }

  /// A time that may be left out; `nil` for what is no time.
  private static func time(_ text: Substring) -> Double?? {
    if text.isEmpty { return .some(nil) }
    return ClockTime.seconds(String(text)).map { .some($0) }
  }
}
