// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension ExactDecimal: Hashable, Comparable {
  /// Whether two decimals are the same number.
  public static func == (a: ExactDecimal, b: ExactDecimal) -> Bool {
    a.scale == b.scale ? a.significand == b.significand : a.widened == b.widened
  }

  /// Whether one number is below another.
  public static func < (a: ExactDecimal, b: ExactDecimal) -> Bool {
    a.scale == b.scale ? a.significand < b.significand : a.widened < b.widened
  }

  /// Hashes the number, whatever digits it was made from.
  public func hash(into hasher: inout Hasher) { hasher.combine(widened) }

  /// The number in units of 10^-18, which holds every value: at most 2^63 * 10^18 < 2^127.
  private var widened: Int128 {
    Int128(significand) * Int128(Self.powersOfTen[Self.maximumScale - Int(scale)])
  }

  /// Narrows a number in units of 10^-`scale`: drops decimals that do not fit, then saturates.
  private init(narrowing value: Int128, scale: Int) {
    var (value, scale) = (value, scale)
    while scale > 0, Int64(exactly: value) == nil {
      value /= 10
      scale -= 1
    }
    self.init(
      unchecked: Int64(exactly: value) ?? (value < 0 ? .min : .max), UInt8(scale))
  }
}

extension ExactDecimal {
  /// The sum, exact unless it has more than 18 digits: then its last decimals are dropped, and
  /// what does not fit at all becomes the greatest number.
  public static func + (a: ExactDecimal, b: ExactDecimal) -> ExactDecimal {
    let scale = max(a.scale, b.scale)
    if a.scale == b.scale {
      let (sum, overflow) = a.significand.addingReportingOverflow(b.significand)
      if !overflow { return ExactDecimal(unchecked: sum, scale) }
    }
    return ExactDecimal(
      narrowing: a.rescaled(to: scale) + b.rescaled(to: scale), scale: Int(scale))
  }

  /// The difference, exact where ``+(_:_:)`` is.
  public static func - (a: ExactDecimal, b: ExactDecimal) -> ExactDecimal {
    let scale = max(a.scale, b.scale)
    return ExactDecimal(
      narrowing: a.rescaled(to: scale) - b.rescaled(to: scale), scale: Int(scale))
  }

  /// A whole multiple, exact where ``+(_:_:)`` is.
  public static func * (a: ExactDecimal, factor: Int32) -> ExactDecimal {
    ExactDecimal(narrowing: Int128(a.significand) * Int128(factor), scale: Int(a.scale))
  }

  /// The hundredth part; its last decimals are dropped where it has more than 18.
  var dividedByHundred: ExactDecimal {
    Int(scale) + 2 <= Self.maximumScale
      ? ExactDecimal(unchecked: significand, scale + 2)
      : ExactDecimal(unchecked: significand / 100, scale)
  }

  /// Adds in place.
  public static func += (a: inout ExactDecimal, b: ExactDecimal) { a = a + b }

  /// The nearest whole number, halves up: how an `EXTINF` is held against the target duration.
  public var rounded: Int64 {
    let power = Self.powersOfTen[Int(scale)]
    let (whole, rest) = significand.quotientAndRemainder(dividingBy: power)
    // `power - |rest|` cannot overflow, `2 * |rest|` could.
    if rest > 0, rest >= power - rest { return whole + 1 }
    if rest < 0, -rest > power + rest { return whole - 1 }
    return whole
  }

  /// The number in binary floating point, for display and measurement; never for the model.
  public var doubleValue: Double {
    Double(significand) / Double(Self.powersOfTen[Int(scale)])
  }

  /// Whether no digit but zeros follows the decimal point.
  public var isWhole: Bool { significand % Self.powersOfTen[Int(scale)] == 0 }

  private func rescaled(to scale: UInt8) -> Int128 {
    Int128(significand) * Int128(Self.powersOfTen[Int(scale - self.scale)])
  }
}
