// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension DateTime {
  /// Reads `YYYY-MM-DDThh:mm:ss[.digits][zone]`, zone being `Z`, `±hh`, `±hhmm` or `±hh:mm`.
  ///
  /// Decimals beyond nanoseconds are dropped. A leap second (`:60`) is the second after `:59`.
  init?(parsing bytes: Span<UInt8>, in range: Range<Int>) {
    var cursor = Cursor(position: range.lowerBound, end: range.upperBound)
    guard let year = cursor.digits(4, bytes), cursor.skip("-", bytes),
      let month = cursor.digits(2, bytes), cursor.skip("-", bytes),
      let day = cursor.digits(2, bytes), cursor.skip("T", bytes) || cursor.skip("t", bytes),
      let hour = cursor.digits(2, bytes), cursor.skip(":", bytes),
      let minute = cursor.digits(2, bytes), cursor.skip(":", bytes),
      let second = cursor.digits(2, bytes), hour < 24, minute < 60, second <= 60,
      let days = GregorianCalendar.days(year: year, month: month, day: day)
    else { return nil }
    var nanoseconds: Int32 = 0
    if cursor.skip(".", bytes) || cursor.skip(",", bytes) {
      guard let fraction = cursor.nanoseconds(bytes) else { return nil }
      nanoseconds = fraction
    }
    guard let zone = cursor.zone(bytes), cursor.position == cursor.end else { return nil }
    let local = days * 86_400 + hour * 3600 + minute * 60 + second
    self.init(
      secondsSinceEpoch: local - Int64(zone ?? 0) * 60, nanoseconds: nanoseconds,
      offsetMinutes: zone)
  }

  /// A position in the text of a date.
  private struct Cursor {
    var position: Int
    let end: Int

    mutating func skip(_ scalar: Unicode.Scalar, _ bytes: Span<UInt8>) -> Bool {
      guard position < end, bytes[position] == UInt8(ascii: scalar) else { return false }
      position += 1
      return true
    }

    mutating func digits(_ count: Int, _ bytes: Span<UInt8>) -> Int64? {
      guard end - position >= count else { return nil }
      var value: Int64 = 0
      for _ in 0..<count {
        let digit = bytes[position] &- UInt8(ascii: "0")
        guard digit < 10 else { return nil }
        value = value * 10 + Int64(digit)
        position += 1
      }
      return value
    }

    mutating func nanoseconds(_ bytes: Span<UInt8>) -> Int32? {
      let start = position
      var value: Int32 = 0
      var unit: Int32 = 100_000_000
      while position < end, case let digit = bytes[position] &- UInt8(ascii: "0"), digit < 10 {
        value += Int32(digit) * unit
        unit /= 10
        position += 1
      }
      return position > start ? value : nil
    }

    /// The zone's minutes, `.some(nil)` where none is written, `nil` for one that is none.
    mutating func zone(_ bytes: Span<UInt8>) -> Int16?? {
      if position == end { return .some(nil) }
      if skip("Z", bytes) || skip("z", bytes) { return 0 }
      let isNegative = skip("-", bytes)
      guard isNegative || skip("+", bytes), let hours = digits(2, bytes) else { return nil }
      var minutes: Int64 = 0
      if position < end {
        _ = skip(":", bytes)
        guard let written = digits(2, bytes), written < 60 else { return nil }
        minutes = written
      }
      guard hours < 24 else { return nil }
      let total = Int16(hours * 60 + minutes)
      return isNegative ? -total : total
    }
  }
}

extension DateTime: Codable {
  /// Reads the time from its text.
  public init(from decoder: any Decoder) throws {
    self = try LosslessText.decode(from: decoder)
  }

  /// Writes the time as its text.
  public func encode(to encoder: any Encoder) throws {
    try LosslessText.encode(self, to: encoder)
  }
}
