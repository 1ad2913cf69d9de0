// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension TextTrack {
  /// Reads a file of WebVTT (W3C WebVTT section 6.1), keeping settings, tags, styles and regions as
  /// they are; blocks that are no cues are passed over. `nil` for what is no WebVTT.
  init?(webVTT text: String) {
    var text = text[...]
    if text.first == "\u{FEFF}" { text.removeFirst() }
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    guard let first = lines.first,
      first == "WEBVTT" || first.hasPrefix("WEBVTT ")
        || first.hasPrefix("WEBVTT\t")
    else { return nil }
    var preamble: [String] = []
    var cues: [TextCue] = []
    // The header's block holds the file's own X-TIMESTAMP-MAP, which counts for another stream.
    let blocks = lines.split(whereSeparator: \.isEmpty).dropFirst()
    for block in blocks {
      if let arrow = block.prefix(2).firstIndex(where: { $0.contains("-->") }) {
        guard var cue = TextCue(webVTT: block[arrow]) else { continue }
        cue.text = block[(arrow + 1)...].joined(separator: "\n")
        if !cue.text.isEmpty { cues.append(cue) }
      } else if let kind = block.first, kind.hasPrefix("STYLE") || kind.hasPrefix("REGION") {
        preamble.append(block.joined(separator: "\n"))
      }
    }
    self.init(preamble: preamble, cues: cues)
  }
}

extension TextCue {
  /// Reads the line with the times and the settings.
  fileprivate init?(webVTT line: Substring) {
    let parts = line.split { $0 == " " || $0 == "\t" }
    guard parts.count >= 3, parts[1] == "-->", let start = Self.milliseconds(parts[0]),
      let end = Self.milliseconds(parts[2]), end > start
    else { return nil }
    self.init(
      start: start, end: end, settings: parts.dropFirst(3).joined(separator: " "), text: "")
  }

  /// The milliseconds of `01:02.003` or `00:01:02.003`; `nil` for anything else.
  static func milliseconds(_ text: Substring) -> Int64? {
    let halves = text.split(separator: ".", omittingEmptySubsequences: false)
    guard halves.count == 2, halves[1].count == 3, let rest = Int64(halves[1]) else { return nil }
    let parts = halves[0].split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count) else { return nil }
    var total: Int64 = 0
    for part in parts {
      guard part.count <= 6, part.allSatisfy(\.isNumber), let value = Int64(part) else {
        return nil
      }
      total = total * 60 + value
    }
    return total * 1000 + rest
  }
}
