// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Changes of one line of a playlist.
extension [UInt8] {
  private static let quote = UInt8(ascii: "\"")
  private static let comma = UInt8(ascii: ",")
  private static let colon = UInt8(ascii: ":")

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// The name of a tag, with what begins it.
  var tagName: ArraySlice<UInt8> { prefix { $0 != Self.colon && $0 != 0x0D } }

  /// Where a value ends: at the next comma outside quotation marks.
  func endOfValue(from start: Int) -> Int {
    var isQuoted = false
    for index in Swift.min(start, count)..<count {
      if self[index] == Self.quote { isQuoted.toggle() }
      if self[index] == Self.comma, !isQuoted { return index }
    }
    return count
  }

  /// Removes blanks at the ends, and those around the value of a tag or a duration.
  mutating func trimBlanks() {
    trim(0..<count)
    guard first == UInt8(ascii: "#"), let colon = firstIndex(of: Self.colon) else { return }
    trim(colon + 1..<count)
    if starts(with: "#EXTINF:".utf8), let comma = firstIndex(of: Self.comma), comma > colon {
      trim(colon + 1..<comma)
    }
  }

  private mutating func trim(_ range: Range<Int>) {
    let kept = self[range].drop(while: Self.isBlank)
    let end = kept.lastIndex { !Self.isBlank($0) }.map { $0 + 1 } ?? kept.startIndex
    replaceSubrange(range, with: Array(kept[..<end]))
  }

  /// Removes blanks outside quotation marks after the name of the tag.
  mutating func joinAttributes() {
    guard let colon = firstIndex(of: Self.colon) else { return }
    var isQuoted = false
    var kept = Array(self[...colon])
    for byte in self[(colon + 1)...] {
      if byte == Self.quote { isQuoted.toggle() }
      if isQuoted || !Self.isBlank(byte) { kept.append(byte) }
    }
    self = kept
  }

  /// Removes the attribute that a byte belongs to, with one comma.
  mutating func removeAttribute(at byte: Int) {
    let before = self[..<Swift.min(byte, count)]
    var start = before.startIndex
    var isQuoted = false
    for index in before.indices {
      if self[index] == Self.quote { isQuoted.toggle() }
      if !isQuoted, self[index] == Self.comma || self[index] == Self.colon { start = index }
    }
    let end = endOfValue(from: byte)
    // The first attribute takes the comma after it along, others the one before.
    if start < count, self[start] == Self.comma {
      removeSubrange(start..<end)
    } else {
      removeSubrange(Swift.min(start + 1, count)..<Swift.min(Swift.max(end, start) + 1, count))
    }
  }

  /// Puts a blank in the place of each control character: C0, C1 and U+007F. Tabs stay, which one
  /// tag may have, unless it is one that the byte is of.
  mutating func blankControls(at byte: Int) {
    let keepsTabs = byte >= count || self[byte] != 0x09
    var kept: [UInt8] = []
    var at = 0
    while at < count {
      let isLong = self[at] == 0xC2 && at + 1 < count && (0x80...0x9F).contains(self[at + 1])
      let isControl = self[at] < 0x20 || self[at] == 0x7F || isLong
      kept.append(isControl && !(self[at] == 0x09 && keepsTabs) ? 0x20 : self[at])
      at += isLong ? 2 : 1
    }
    self = kept
  }

  /// Gives an attribute another value: in its place, or at the end of the list.
  ///
  /// - Returns: The value that stood there.
  @discardableResult
  mutating func setAttribute(_ name: String, to value: String) -> [UInt8]? {
    let assignment = Array("\(name)=\(value)".utf8)
    guard let colon = firstIndex(of: Self.colon) else { return nil }
    var start = colon + 1
    while start < count {
      let end = endOfValue(from: start)
      let old = self[start..<end].drop(while: Self.isBlank)
      if old.starts(with: assignment.prefix(name.utf8.count + 1)) {
        let value = Array(old.dropFirst(name.utf8.count + 1))
        replaceSubrange(old.startIndex..<end, with: assignment)
        return value
      }
      start = end + 1
    }
    if last != Self.colon, last != Self.comma { append(Self.comma) }
    self += assignment
    return nil
  }

  /// Gives an `EXTINF` another duration; its title stays.
  mutating func setDuration(_ seconds: String) {
    guard let colon = firstIndex(of: Self.colon) else { return }
    let end = self[colon...].firstIndex(of: Self.comma) ?? count
    replaceSubrange(colon + 1..<end, with: Array(seconds.utf8))
  }

  /// Puts the hexadecimal digits of a value in capitals; the x of 0x stays.
  mutating func capitalizeDigits(at byte: Int) {
    let end = endOfValue(from: byte)
    for index in Swift.min(byte + 2, end)..<end where (97...102).contains(self[index]) {
      self[index] -= 32
    }
  }

  /// Puts a value between quotation marks, without those of other kinds.
  mutating func quoteValue(at byte: Int) {
    let end = endOfValue(from: byte)
    let text = self[Swift.min(byte, end)..<end]
      .filter { $0 != Self.quote && $0 != UInt8(ascii: "'") }
    replaceSubrange(Swift.min(byte, end)..<end, with: [Self.quote] + text + [Self.quote])
  }

  /// Gives a byte range that has none the offset 0.
  mutating func insertOffset(after byte: Int) {
    let end = self[Swift.min(byte, count)...].firstIndex(of: Self.quote) ?? count
    insert(contentsOf: Array("@0".utf8), at: end)
  }

  /// Replaces a text where it stands first.
  mutating func replaceFirst(_ text: String, with other: String) {
    guard let range = firstRange(of: Array(text.utf8)) else { return }
    replaceSubrange(range, with: Array(other.utf8))
  }
}
