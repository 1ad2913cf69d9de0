// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The text of a cue as runs of one look (W3C WebVTT section 6.4): bold, italics and underlines;
/// other tags are passed over.
struct CueText {
  /// A run of text; line breaks stand as `\n`.
  struct Run: Hashable {
    var text: String
    /// Some of `b`, `i` and `u`.
    var looks: Set<Character>
  }

  /// The runs, in order.
  private(set) var runs: [Run] = []

  /// The references that WebVTT has by name.
  private static let references: [Substring: String] = [
    "amp": "&", "lt": "<", "gt": ">", "nbsp": "\u{A0}", "lrm": "\u{200E}", "rlm": "\u{200F}",
    "quot": "\"",
  ]
  private static let longestReference = 6

  /// Reads the text of a cue.
  init(webVTT text: String) {
    var open: [Character] = []
    var rest = text[...]
    while let character = rest.popFirst() {
      switch character {
      case "<":
        guard let end = rest.firstIndex(of: ">") else { return }
        Self.apply(rest[..<end], to: &open)
        rest = rest[rest.index(after: end)...]
      case "&":
        let head = rest.prefix(Self.longestReference)
        if let end = head.firstIndex(of: ";"), let known = Self.references[head[..<end]] {
          append(known, open)
          rest = rest[rest.index(after: end)...]
        } else {
          append("&", open)
        }
      default: append(String(character), open)
      }
    }
  }

  private static func apply(_ tag: Substring, to open: inout [Character]) {
    let isEnd = tag.first == "/"
    let name = tag.drop { $0 == "/" }.prefix { $0.isLetter }
    guard name.count == 1, let look = name.first, "biu".contains(look) else { return }
    if !isEnd {
      open.append(look)
    } else if let place = open.lastIndex(of: look) {
      open.remove(at: place)
    }
  }

  private mutating func append(_ text: String, _ open: [Character]) {
    let looks = Set(open)
    if let last = runs.last, last.looks == looks {
      runs[runs.count - 1].text += text
    } else {
      runs.append(Run(text: text, looks: looks))
    }
  }
}
