// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension Span<UInt8> {
  /// Whether a range holds a text.
  func equals(_ range: Range<Int>, _ text: String) -> Bool {
    let other = text.utf8.span
    guard range.count == other.count else { return false }
    for index in 0..<other.count where self[range.lowerBound + index] != other[index] {
      return false
    }
    return true
  }

  /// Whether two ranges hold the same bytes.
  func hasEqual(_ a: Range<Int>, _ b: Range<Int>) -> Bool {
    guard a.count == b.count else { return false }
    for index in 0..<a.count where self[a.lowerBound + index] != self[b.lowerBound + index] {
      return false
    }
    return true
  }

  /// The whole number that a range holds: 1 to 20 digits, below 2^64.
  func decimalInteger(_ range: Range<Int>) -> UInt64? {
    guard (1...20).contains(range.count) else { return nil }
    var value: UInt64 = 0
    for index in range {
      let digit = self[index] &- UInt8(ascii: "0")
      let (product, carry) = value.multipliedReportingOverflow(by: 10)
      let (sum, overflow) = product.addingReportingOverflow(UInt64(digit))
      guard digit < 10, !carry, !overflow else { return nil }
      value = sum
    }
    return value
  }

  /// A range without blanks, tabs and carriage returns at its ends. One of those left at the end
  /// of a line would become part of the line end when the line is written.
  func trimmingBlanks(_ range: Range<Int>) -> Range<Int> {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
    var (lower, upper) = (range.lowerBound, range.upperBound)
    while lower < upper, isBlank(self[lower]) { lower += 1 }
    while upper > lower, isBlank(self[upper - 1]) { upper -= 1 }
    return lower..<upper
  }

  /// A range without single quotes at both ends, which some writers take for quotation marks.
  func withoutSingleQuotes(_ range: Range<Int>) -> Range<Int> {
    guard range.count >= 2, self[range.lowerBound] == UInt8(ascii: "'"),
      self[range.upperBound - 1] == UInt8(ascii: "'")
    else { return range }
    return range.lowerBound + 1..<range.upperBound - 1
  }
}

extension String {
  /// The text without blanks at its ends.
  var trimmingBlanks: Substring {
    var text = self[...]
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return text
  }
}

/// A byte range as it stands in the text.
struct RawByteRange {
  var length: UInt64
  /// The offset, or `nil` when the range continues the one before it.
  var offset: UInt64?

  /// Reads `<n>[@<o>]`; `nil` for other text.
  init?(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    let at = range.first { bytes[$0] == UInt8(ascii: "@") } ?? range.upperBound
    guard let length = bytes.decimalInteger(range.lowerBound..<at) else { return nil }
    self.length = length
    guard at < range.upperBound else { return }
    guard let offset = bytes.decimalInteger(at + 1..<range.upperBound) else { return nil }
    self.offset = offset
  }
}
