// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension CMTime: Comparable, Hashable {
  /// Where a kind of time stands: negative infinity < numbers < indefinite < infinity < invalid.
  private var rank: Int {
    if !isValid { return 4 }
    if isPositiveInfinity { return 3 }
    if isNegativeInfinity { return 0 }
    return isNumeric ? 1 : 2
  }

  /// The order of two times: -1, 0 or 1. Numbers of a later epoch are greater.
  fileprivate func order(_ other: CMTime) -> Int32 {
    guard rank == 1, other.rank == 1 else { return Self.order(rank, other.rank) }
    guard epoch == other.epoch else { return Self.order(epoch, other.epoch) }
    return Self.order(
      Int128(value) * Int128(other.timescale), Int128(other.value) * Int128(timescale))
  }

  private static func order<Value: Comparable>(_ first: Value, _ second: Value) -> Int32 {
    first < second ? -1 : first == second ? 0 : 1
  }

  /// Whether a time is before another.
  public static func < (first: CMTime, second: CMTime) -> Bool { first.order(second) < 0 }

  /// Whether two times are the same, whatever their timescales.
  public static func == (first: CMTime, second: CMTime) -> Bool { first.order(second) == 0 }

  /// Hashes the time in lowest terms, so that equal times have one hash.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(rank)
    guard rank == 1 else { return }
    let divisor = Self.greatestCommonDivisor(value.magnitude, UInt64(timescale))
    hasher.combine(epoch)
    hasher.combine(Int128(value) / Int128(divisor))
    hasher.combine(UInt64(timescale) / divisor)
  }

  static func greatestCommonDivisor(_ first: UInt64, _ second: UInt64) -> UInt64 {
    var (first, second) = (first, second)
    while second != 0 { (first, second) = (second, first % second) }
    return max(first, 1)
  }
}

/// The order of two times: -1, 0 or 1
/// (developer.apple.com/documentation/coremedia/cmtimecompare(_:_:)).
public func CMTimeCompare(_ time1: CMTime, _ time2: CMTime) -> Int32 { time1.order(time2) }

/// The earlier of two times.
public func CMTimeMinimum(_ time1: CMTime, _ time2: CMTime) -> CMTime { min(time1, time2) }

/// The later of two times.
public func CMTimeMaximum(_ time1: CMTime, _ time2: CMTime) -> CMTime {
  time1 < time2 ? time2 : time1
}
