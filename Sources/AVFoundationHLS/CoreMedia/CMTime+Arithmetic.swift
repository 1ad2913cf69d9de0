// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// How a value is brought to a timescale that does not hold it exactly.
public enum CMTimeRoundingMethod: UInt32, Sendable {
  /// To the nearest, halves away from zero.
  case roundHalfAwayFromZero = 1
  /// Towards zero.
  case roundTowardZero = 2
  /// Away from zero.
  case roundAwayFromZero = 3
  /// Towards zero to a smaller timescale, away from zero to a larger one; never from a negative
  /// number to zero.
  case quickTime = 4
  /// Up.
  case roundTowardPositiveInfinity = 5
  /// Down.
  case roundTowardNegativeInfinity = 6

  /// To the nearest.
  public static var `default`: CMTimeRoundingMethod { .roundHalfAwayFromZero }

  /// A quotient as an integer.
  fileprivate func quotient(
    _ dividend: Int128, _ divisor: Int128, growing: Bool
  ) -> Int128 {
    let (towardZero, rest) = dividend.quotientAndRemainder(dividingBy: divisor)
    guard rest != 0 else { return towardZero }
    let away = towardZero + dividend.signum()
    switch self {
    case .roundHalfAwayFromZero: return rest.magnitude * 2 >= divisor.magnitude ? away : towardZero
    case .roundTowardZero: return towardZero
    case .roundAwayFromZero: return away
    case .quickTime:
      let isLost = towardZero == 0 && dividend < 0
      return growing || isLost ? away : towardZero
    case .roundTowardPositiveInfinity: return dividend > 0 ? away : towardZero
    case .roundTowardNegativeInfinity: return dividend < 0 ? away : towardZero
    }
  }
}

extension CMTime {
  /// The time in another timescale, marked where it had to be rounded; what does not fit is
  /// infinite, and what is not a number stays what it is.
  public func convertScale(_ newTimescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
    guard isNumeric else { return self }
    guard newTimescale > 0 else { return .invalid }
    return Self.time(
      Int128(value) * Int128(newTimescale), over: Int128(timescale), in: newTimescale, method,
      growing: newTimescale > timescale, flags: flags, epoch: epoch)
  }

  /// The value `dividend / divisor` in a timescale.
  private static func time(
    _ dividend: Int128, over divisor: Int128, in timescale: CMTimeScale,
    _ method: CMTimeRoundingMethod = .default, growing: Bool = false, flags: CMTimeFlags,
    epoch: CMTimeEpoch
  ) -> CMTime {
    let quotient = method.quotient(dividend, divisor, growing: growing)
    guard let value = Int64(exactly: quotient) else {
      return quotient < 0 ? .negativeInfinity : .positiveInfinity
    }
    var time = CMTime(value: value, timescale: timescale, flags: flags, epoch: epoch)
    if quotient * divisor != dividend { time.flags.insert(.hasBeenRounded) }
    return time
  }

  /// A fraction of seconds in a timescale, which is halved while the value does not fit.
  private static func fitted(
    _ numerator: Int128, over denominator: Int128, in timescale: CMTimeScale, flags: CMTimeFlags,
    epoch: CMTimeEpoch
  ) -> CMTime {
    var timescale = timescale
    while true {
      let (product, overflows) = numerator.multipliedReportingOverflow(by: Int128(timescale))
      if !overflows {
        let result = time(product, over: denominator, in: timescale, flags: flags, epoch: epoch)
        if result.isNumeric || timescale == 1 { return result }
      } else if timescale == 1 {
        return numerator < 0 ? .negativeInfinity : .positiveInfinity
      }
      timescale /= 2
    }
  }

  /// The sum of two times.
  ///
  /// The timescale is the least common multiple, or the largest there is where that is too large;
  /// it is halved while the value does not fit. A number and what is not a number give the latter,
  /// opposite infinities and different epochs nothing valid
  /// (developer.apple.com/documentation/coremedia/cmtimeadd(_:_:)).
  public static func + (first: CMTime, second: CMTime) -> CMTime {
    guard first.isNumeric, second.isNumeric else { return implied(first, second) }
    guard first.epoch == second.epoch || first.epoch == 0 || second.epoch == 0 else {
      return .invalid
    }
    let (a, b) = (Int128(first.timescale), Int128(second.timescale))
    let divisor = Int128(
      greatestCommonDivisor(UInt64(first.timescale), UInt64(second.timescale)))
    let common = a / divisor * b
    let sum = Int128(first.value) * (b / divisor) + Int128(second.value) * (a / divisor)
    return fitted(
      sum, over: common, in: CMTimeScale(clamping: common),
      flags: first.flags.union(second.flags), epoch: max(first.epoch, second.epoch))
  }

  private static func implied(_ first: CMTime, _ second: CMTime) -> CMTime {
    guard first.isValid, second.isValid else { return .invalid }
    if first.isIndefinite || second.isIndefinite { return .indefinite }
    let isUp = first.isPositiveInfinity || second.isPositiveInfinity
    let isDown = first.isNegativeInfinity || second.isNegativeInfinity
    if isUp && isDown { return .invalid }
    return isUp ? .positiveInfinity : isDown ? .negativeInfinity : .invalid
  }

  /// The difference of two times; see the sum.
  public static func - (first: CMTime, second: CMTime) -> CMTime { first + second.negated }

  private var negated: CMTime {
    if isPositiveInfinity { return .negativeInfinity }
    if isNegativeInfinity { return .positiveInfinity }
    guard isNumeric else { return self }
    // The one value without a counterpart; half its timescale has room.
    guard value != .min else {
      return CMTime.fitted(
        -Int128(value), over: Int128(timescale), in: timescale, flags: flags, epoch: epoch)
    }
    return CMTime(value: -value, timescale: timescale, flags: flags, epoch: epoch)
  }

  /// The time so many times.
  func multiplied(by multiplier: Int64, over divisor: Int64 = 1) -> CMTime {
    guard isNumeric else {
      return multiplier < 0 ? negated : multiplier == 0 && !isIndefinite ? .invalid : self
    }
    guard divisor != 0 else { return .invalid }
    let sign: Int128 = divisor < 0 ? -1 : 1
    return CMTime.fitted(
      Int128(value) * Int128(multiplier) * sign, over: Int128(timescale) * Int128(divisor) * sign,
      in: timescale, flags: flags, epoch: epoch)
  }
}

/// The time in another timescale.
public func CMTimeConvertScale(
  _ time: CMTime, timescale newTimescale: Int32, method: CMTimeRoundingMethod
) -> CMTime {
  time.convertScale(newTimescale, method: method)
}

/// The sum of two times.
public func CMTimeAdd(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs + rhs }

/// The difference of two times.
public func CMTimeSubtract(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs - rhs }

/// A time so many times.
public func CMTimeMultiply(_ time: CMTime, multiplier: Int32) -> CMTime {
  time.multiplied(by: Int64(multiplier))
}

/// A time by a ratio.
public func CMTimeMultiplyByRatio(_ time: CMTime, multiplier: Int32, divisor: Int32) -> CMTime {
  time.multiplied(by: Int64(multiplier), over: Int64(divisor))
}
