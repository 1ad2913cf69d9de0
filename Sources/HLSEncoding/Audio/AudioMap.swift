// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import LibAV

/// A programme that a user puts together from tracks and channels of the source.
///
/// `LAYOUT=TRACKS[,language=…][,disposition=…][,title=…]`, in FFmpeg's words: the channels of the
/// tracks, one after the other, are those of the layout.
///
/// - `5.1=a:0-5` takes the first six audio tracks, of one channel each, as FL, FR, FC, LFE, BL, BR.
/// - `stereo=1,2` takes the tracks 1 and 2 of `rung inspect`'s list as left and right.
/// - `stereo=a:0.6,a:0.7,language=fr` takes the channels 6 and 7, counted from 0, of the first.
/// - `a:1,disposition=comment,title=The director` takes the second as it is.
///
/// A track is `N` or `0:N` as in FFmpeg's and Rung's lists, or `a:N` or `0:a:N` among the audio
/// tracks, counted from 0; `N-M` are several. Dispositions are FFmpeg's, joined by plus signs. A
/// title may hold commas.
public struct AudioMap: Hashable, Sendable {
  /// The map as it was written.
  public let text: String

  let layout: ChannelLayout?
  let items: [Item]
  let language: String?
  let title: String?
  let flags: Set<String>?

  struct Item: Hashable, Sendable {
    /// The number among all tracks, or among those of sound.
    var track: Int
    var isAudioOnly: Bool
    var channel: Int?
  }

  /// Reads a map.
  ///
  /// - Throws: ``EncodingError`` that quotes the map and says what was expected and found.
  public init(_ text: String) throws(EncodingError) {
    self.text = text
    var parts = text.split(separator: ",", omittingEmptySubsequences: false)[...]
    var layout: ChannelLayout?
    if let head = parts.first, let sign = head.firstIndex(of: "="), !Self.isKey(head[..<sign]) {
      layout = ChannelLayout(String(head[..<sign]))
      guard layout != nil else {
        throw Self.error(
          text, "expected a channel layout such as 5.1 or stereo, found '\(head[..<sign])'")
      }
      parts[parts.startIndex] = head[head.index(after: sign)...]
    }
    self.layout = layout
    var items: [Item] = []
    while let part = parts.first, !part.contains("=") {
      items += try Self.items(part, text)
      parts = parts.dropFirst()
    }
    guard !items.isEmpty else { throw Self.error(text, "expected tracks, found none") }
    self.items = items
    var values: [Substring: String] = [:]
    var last: Substring = ""
    for part in parts {
      if let (key, value) = Self.pair(part) {
        values[key] = String(value)
        last = key
      } else if last == "title" {
        values[last]? += ",\(part)"
      } else {
        throw Self.error(text, "expected language=, disposition= or title=, found '\(part)'")
      }
    }
    language = values["language"]
    title = values["title"]
    flags = try values["disposition"].map { value throws(EncodingError) in
      try Self.flags(value, text)
    }
  }

  private static let keys: Set<Substring> = ["language", "title", "disposition"]

  private static func isKey(_ text: Substring) -> Bool { keys.contains(text) }

  /// The dispositions that say something of sound.
  private static let dispositions: Set<String> = [
    "default", "dub", "original", "comment", "hearing_impaired", "visual_impaired",
    "clean_effects", "descriptions",
  ]

  private static func pair(_ part: Substring) -> (Substring, Substring)? {
    guard let sign = part.firstIndex(of: "="), isKey(part[..<sign]) else { return nil }
    return (part[..<sign], part[part.index(after: sign)...])
  }

  private static func flags(_ value: String, _ text: String) throws(EncodingError) -> Set<String> {
    let names = value.split(separator: "+").map(String.init)
    for name in names where !dispositions.contains(name) {
      throw error(
        text,
        "expected one of \(dispositions.sorted().joined(separator: ", ")), found '\(name)'")
    }
    return Set(names)
  }

  /// The tracks of `3`, `0:3`, `a:3`, `0:a:3`, `a:3-5`, `a:3.1`.
  private static func items(_ part: Substring, _ text: String) throws(EncodingError) -> [Item] {
    var rest = part
    if rest.hasPrefix("0:") { rest = rest.dropFirst(2) }
    let isAudioOnly = rest.hasPrefix("a:")
    if isAudioOnly { rest = rest.dropFirst(2) }
    let fields = rest.split(separator: ".", omittingEmptySubsequences: false)
    let bounds = fields[0].split(separator: "-", omittingEmptySubsequences: false).map(number)
    let channel = fields.count == 2 ? number(fields[1]) : nil
    guard fields.count <= 2, bounds.count <= 2, let first = bounds[0],
      let last = bounds[bounds.count - 1],
      first <= last, last - first < 64, fields.count == 1 || (channel != nil && bounds.count == 1)
    else { throw error(text, "expected a track such as a:0, a:0-5 or 1, found '\(part)'") }
    return (first...last).map { Item(track: $0, isAudioOnly: isAudioOnly, channel: channel) }
  }

  private static func number(_ text: Substring) -> Int? {
    guard (1...4).contains(text.utf8.count), text.allSatisfy({ $0.isASCII && $0.isNumber }) else {
      return nil
    }
    return Int(text)
  }

  static func error(_ text: String, _ reason: String) -> EncodingError {
    EncodingError(
      .settings, "--audio-map '\(text)'", reason,
      hint: "'--audio-map 5.1=a:0-5' joins six tracks, '--audio-map a:1' takes one as it is")
  }
}
