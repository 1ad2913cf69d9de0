// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A line of the text, without its line end.
struct Line {
  var range: Range<Int>
  /// The first control character, if there is one.
  var controlCharacter: Int?
  /// Whether the line may have blanks, variables or characters beyond ASCII in it.
  var isPlain: Bool
}

/// Finds the ends of lines: LF, or CR and LF (RFC 8216bis 4.1).
struct LineScanner {
  /// Where the next line starts.
  var position: Int

  /// The line that starts at the position, from where it is known to be plain on.
  ///
  /// The common bytes are tested with one comparison; what it lets through is looked at again.
  @inline(__always)
  mutating func next(_ bytes: Span<UInt8>, from start: Int) -> Line {
    let lineStart = position
    var at = start
    var isPlain = true
    var control: Int?
    while at < bytes.count {
      let byte = bytes[at]
      // '!' to 'z': neither blank, brace, control character nor beyond ASCII.
      if byte &- 0x21 < 0x5A {
        at &+= 1
        continue
      }
      if byte == 0x0A { break }
      if byte == 0x0D, at + 1 < bytes.count, bytes[at + 1] == 0x0A { break }
      if byte < 0x20 || byte == 0x7F, control == nil { control = at }
      isPlain = false
      at &+= 1
    }
    let end = at
    if at < bytes.count { at += bytes[at] == 0x0D ? 2 : 1 }
    position = at
    return Line(range: lineStart..<end, controlCharacter: control, isPlain: isPlain)
  }
}
