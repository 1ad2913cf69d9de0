// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A cue of WebVTT: what is shown, and when.
struct TextCue: Hashable, Sendable {
  /// When it appears, in milliseconds from the package's start.
  var start: Int64
  /// When it disappears.
  var end: Int64
  /// What follows the times: `align:start line:0`.
  var settings = ""
  /// The text, with the tags of WebVTT.
  var text: String
}

/// The cues of a rendition, and what stands before them.
struct TextTrack: Hashable, Sendable {
  /// `STYLE` and `REGION` blocks, as they were read.
  var preamble: [String] = []
  /// The cues in the order in which they appear.
  var cues: [TextCue]

  /// Creates a track; cues come in any order.
  init(preamble: [String] = [], cues: [TextCue]) {
    self.preamble = preamble
    self.cues = cues.enumerated()
      .sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
      .map(\.element)
  }

  /// The track on a clock that shows so many milliseconds more; cues that end before 0 go.
  func shifted(by offset: Int64) -> TextTrack {
    guard offset != 0 else { return self }
    return TextTrack(
      preamble: preamble,
      cues: cues.compactMap { cue in
        var cue = cue
        cue.start = max(0, cue.start &+ offset)
        cue.end = cue.end &+ offset
        return cue.end > cue.start ? cue : nil
      })
  }

  /// A walk through the cues, segment by segment.
  func window() -> TextWindow { TextWindow(self) }

  /// `00:00:01.500`.
  static func clock(_ milliseconds: Int64) -> String {
    let total = max(0, milliseconds)
    func digits(_ value: Int64, _ count: Int) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    return "\(digits(total / 3_600_000, 2)):\(digits(total / 60_000 % 60, 2)):"
      + "\(digits(total / 1000 % 60, 2)).\(digits(total % 1000, 3))"
  }
}

/// A walk through the cues of a track, segment by segment.
struct TextWindow {
  private let track: TextTrack
  private var first = 0

  /// Stands before the first cue.
  init(_ track: TextTrack) { self.track = track }

  /// All cues that are shown within a span, with their full times. Spans come in rising order.
  mutating func cues(from start: Int64, to end: Int64) -> [TextCue] {
    while first < track.cues.count, track.cues[first].end <= start { first += 1 }
    return track.cues[first...].prefix { $0.start < end }.filter { $0.end > start }
  }
}

extension TextTrack {
  /// A segment of WebVTT with some of the cues (RFC 8216bis section 3.1.4). 0 of the cues is 0 of the
  /// media.
  func webVTT(_ cues: [TextCue]) -> String {
    var text = "WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0\n"
    for block in preamble { text += "\n\(block)\n" }
    for cue in cues {
      let settings = cue.settings.isEmpty ? "" : " \(cue.settings)"
      text += "\n\(Self.clock(cue.start)) --> \(Self.clock(cue.end))\(settings)\n"
      text += cue.text + "\n"
    }
    // The header ends in an empty line whatever follows.
    if text.hasSuffix("MPEGTS:0\n") { text += "\n" }
    return text
  }
}

// MARK: - From other formats

extension TextCue {
  /// A line of libavcodec's, whose style codes become tags; `nil` where nothing is left.
  init?(styled start: Int64, _ end: Int64, _ text: String) {
    let converted = StyledText.webVTT(text)
    guard !converted.isEmpty, end > start else { return nil }
    self.init(start: start, end: end, text: converted)
  }
}

/// Text with the style codes of Advanced SubStation Alpha.
private enum StyledText {
  /// The text with the tags of WebVTT: bold, italics and underlines stay, all else goes.
  static func webVTT(_ text: String) -> String {
    var output = ""
    var open: [Character] = []
    var rest = text[...]
    while let character = rest.first {
      if character == "{", let end = rest.firstIndex(of: "}") {
        apply(rest[rest.index(after: rest.startIndex)..<end], &output, &open)
        rest = rest[rest.index(after: end)...]
      } else if character == "\\", let code = rest.dropFirst().first, "Nnh".contains(code) {
        output += code == "N" ? "\n" : " "
        rest = rest.dropFirst(2)
      } else {
        output += escaped(character)
        rest = rest.dropFirst()
      }
    }
    for tag in open.reversed() { output += "</\(tag)>" }
    // An empty line would end the cue.
    return output.split(separator: "\n").joined(separator: "\n")
  }

  private static func apply(_ codes: Substring, _ output: inout String, _ open: inout [Character]) {
    for code in codes.split(separator: "\\") {
      // A reset, to the line's own style or a named one.
      if code.first == "r" {
        for tag in open.reversed() { output += "</\(tag)>" }
        open = []
      }
      guard code.count == 2, let tag = code.first, "biu".contains(tag) else { continue }
      if code.last == "1", !open.contains(tag) {
        output += "<\(tag)>"
        open.append(tag)
      } else if code.last == "0", let place = open.lastIndex(of: tag) {
        // Tags nest: those inside are closed and opened again.
        let inner = open[(place + 1)...]
        for tag in inner.reversed() { output += "</\(tag)>" }
        output += "</\(tag)>"
        for tag in inner { output += "<\(tag)>" }
        open.remove(at: place)
      }
    }
  }

  private static func escaped(_ character: Character) -> String {
    switch character {
    case "&": "&amp;"
    case "<": "&lt;"
    case ">": "&gt;"
    case "\r\n", "\r": "\n"
    default: String(character)
    }
  }
}
