// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import RungTestSupport

/// Changes to bytes, as a fuzzer makes them: repeatable by the seed of the generator.
struct Mutations {
  var generator: SeededGenerator

  private mutating func pick(_ count: Int) -> Int {
    Int.random(in: 0..<max(count, 1), using: &generator)
  }

  /// A text with one to four changes, some with pieces of other texts.
  mutating func mutate(_ text: [UInt8], with others: [[UInt8]]) -> [UInt8] {
    var text = text
    for _ in 0...pick(4) {
      let at = pick(text.count + 1)
      switch pick(7) {
      case 0 where at < text.count: text[at] = UInt8.random(in: 0...255, using: &generator)
      case 1: text.insert(UInt8.random(in: 0...255, using: &generator), at: at)
      case 2: text.removeSubrange(at..<min(text.count, at + 1 + pick(20)))
      case 3: text.insert(contentsOf: Self.signs[pick(Self.signs.count)].utf8, at: at)
      case 4:
        let other = others[pick(others.count)]
        let start = pick(other.count)
        text.insert(contentsOf: other[start..<min(other.count, start + pick(80))], at: at)
      case 5:
        let end = min(text.count, at + pick(80))
        text.insert(contentsOf: text[at..<end], at: at)
      default: text = Array(text.prefix(at))
      }
    }
    return text
  }

  private static let signs = [
    "\n", "\r\n", "\"", ",", "=", "@", "{$", "}", "#EXTINF:", "#EXT-X-KEY:METHOD=NONE\n",
    "#EXT-X-PART:", "-", ".", "18446744073709551616", "9223372036854775807", "0x", " ", "\t", "\0",
    "#EXT-X-DISCONTINUITY\n", "#EXT-X-ENDLIST\n", "#EXT-X-SKIP:SKIPPED-SEGMENTS=3\n",
    "#EXT-X-DEFINE:NAME=\"a\",VALUE=\"{$b}\"\n", "{$a}", "#EXT-X-BYTERANGE:5\n", "\u{301}",
  ]
}
