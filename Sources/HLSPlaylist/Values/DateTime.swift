// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A point in time with the zone that it was written in (ISO 8601, as `EXT-X-PROGRAM-DATE-TIME`
/// and date ranges use it), to the nanosecond.
public struct DateTime: Hashable, Sendable {
  /// Whole seconds since 1970-01-01T00:00:00Z, leap seconds not counted.
  public let secondsSinceEpoch: Int64

  /// Nanoseconds after the whole second: 0 to 999,999,999.
  public let nanoseconds: Int32

  /// Minutes that the written zone is ahead of UTC, or `nil` where none is written: such a time
  /// is UTC (RFC 8216bis 4.4.4.6).
  public let offsetMinutes: Int16?

  /// Creates a point in time.
  ///
  /// - Returns: `nil` when a part is out of range or the written year is not 0000 to 9999.
  public init?(secondsSinceEpoch: Int64, nanoseconds: Int32 = 0, offsetMinutes: Int16? = 0) {
    guard (0..<1_000_000_000).contains(nanoseconds),
      (-1439...1439).contains(offsetMinutes ?? 0),
      Self.writableSeconds.contains(secondsSinceEpoch)
    else { return nil }
    let local = secondsSinceEpoch + Int64(offsetMinutes ?? 0) * 60
    guard Self.writableSeconds.contains(local) else { return nil }
    self.secondsSinceEpoch = secondsSinceEpoch
    self.nanoseconds = nanoseconds
    self.offsetMinutes = offsetMinutes
  }

  private init() { (secondsSinceEpoch, nanoseconds, offsetMinutes) = (.min, 0, nil) }

  /// Earlier than any time that can be written.
  static let distantPast = DateTime()

  /// From 0000-01-01T00:00:00Z to 9999-12-31T23:59:59Z.
  private static let writableSeconds: ClosedRange<Int64> = -62_167_219_200...253_402_300_799

  /// The time that lies a number of seconds later, in the same zone.
  ///
  /// - Returns: `nil` when it is out of range. Decimals beyond nanoseconds are dropped.
  public func advanced(by seconds: ExactDecimal) -> DateTime? {
    let power = Int128(ExactDecimal.powersOfTen[Int(seconds.scale)])
    let step = Int128(seconds.significand) * 1_000_000_000 / power
    let total = Int128(secondsSinceEpoch) * 1_000_000_000 + Int128(nanoseconds) + step
    let (quotient, remainder) = total.quotientAndRemainder(dividingBy: 1_000_000_000)
    let borrow: Int128 = remainder < 0 ? 1 : 0
    guard let whole = Int64(exactly: quotient - borrow),
      let rest = Int32(exactly: remainder + borrow * 1_000_000_000)
    else { return nil }
    return DateTime(secondsSinceEpoch: whole, nanoseconds: rest, offsetMinutes: offsetMinutes)
  }
}

extension DateTime: Comparable {
  /// Whether one point in time is earlier than another, whatever their zones.
  public static func < (a: DateTime, b: DateTime) -> Bool {
    (a.secondsSinceEpoch, a.nanoseconds, a.offsetMinutes ?? 0)
      < (b.secondsSinceEpoch, b.nanoseconds, b.offsetMinutes ?? 0)
  }

  /// Whether two values are the same point in time, whatever their zones.
  public func isSimultaneous(with other: DateTime) -> Bool {
    secondsSinceEpoch == other.secondsSinceEpoch && nanoseconds == other.nanoseconds
  }
}

extension DateTime: LosslessStringConvertible {
  /// Reads an ISO 8601 date and time; `nil` for any other text.
  public init?(_ text: String) {
    self.init(parsing: text.utf8.span, in: 0..<text.utf8.count)
  }

  /// The time with milliseconds, or as many decimals as it needs, and its zone.
  public var description: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  func write(to bytes: inout [UInt8]) {
    let local = secondsSinceEpoch + Int64(offsetMinutes ?? 0) * 60
    var (days, seconds) = local.quotientAndRemainder(dividingBy: 86_400)
    if seconds < 0 {
      days -= 1
      seconds += 86_400
    }
    let (year, month, day) = GregorianCalendar.date(days: days)
    bytes.append(decimal: UInt64(year), width: 4)
    bytes.append(UInt8(ascii: "-"))
    bytes.append(decimal: UInt64(month), width: 2)
    bytes.append(UInt8(ascii: "-"))
    bytes.append(decimal: UInt64(day), width: 2)
    bytes.append(UInt8(ascii: "T"))
    bytes.append(decimal: UInt64(seconds / 3600), width: 2)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(decimal: UInt64(seconds / 60 % 60), width: 2)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(decimal: UInt64(seconds % 60), width: 2)
    bytes.append(UInt8(ascii: "."))
    var (fraction, width) = (nanoseconds, 9)
    while width > 3, fraction % 10 == 0 {
      fraction /= 10
      width -= 1
    }
    bytes.append(decimal: UInt64(fraction), width: width)
    guard let offsetMinutes else { return }
    guard offsetMinutes != 0 else { return bytes.append(UInt8(ascii: "Z")) }
    bytes.append(UInt8(ascii: offsetMinutes < 0 ? "-" : "+"))
    bytes.append(decimal: UInt64(offsetMinutes.magnitude / 60), width: 2)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(decimal: UInt64(offsetMinutes.magnitude % 60), width: 2)
  }
}
