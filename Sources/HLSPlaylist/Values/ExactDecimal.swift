// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A decimal number as playlists write it: exact, of any sign, without exponent.
///
/// Durations, frame rates and scores are decimals in a playlist and stay decimals here, so that
/// reading and writing loses nothing. Two decimals are equal when their numbers are: `6.006` and
/// `6.00600` are; each prints the digits that it was made from.
public struct ExactDecimal: Sendable, BitwiseCopyable {
  /// All digits, without the decimal point.
  public let significand: Int64

  /// How many of the digits follow the decimal point: 0 to 18.
  public let scale: UInt8

  /// The most digits that may follow the decimal point.
  public static let maximumScale = 18

  /// Creates `significand / 10^scale`, or `nil` when the scale is above ``maximumScale``.
  public init?(significand: Int64, scale: Int) {
    guard (0...Self.maximumScale).contains(scale) else { return nil }
    self.init(unchecked: significand, UInt8(scale))
  }

  /// Creates a decimal from digits whose scale is known to be in range.
  init(unchecked significand: Int64, _ scale: UInt8) {
    self.significand = significand
    self.scale = scale
  }

  /// Creates a whole number.
  public init(_ value: Int64) { self.init(unchecked: value, 0) }

  /// Creates the decimal nearest to a fraction, halves away from zero.
  ///
  /// This is how a duration in units of a timescale becomes an `EXTINF`: 60060 units of 1/30000
  /// are `2.00200`.
  ///
  /// - Returns: `nil` when the denominator is not positive, the number of decimals is not 0 to 18,
  ///   or the result does not fit.
  public init?(_ numerator: Int64, over denominator: Int64, decimals: Int = 5) {
    guard denominator > 0, (0...Self.maximumScale).contains(decimals) else { return nil }
    let scaled = Int128(numerator) * Int128(Self.powersOfTen[decimals])
    let (quotient, remainder) = scaled.quotientAndRemainder(dividingBy: Int128(denominator))
    let carry: Int128 = remainder.magnitude * 2 >= UInt128(denominator) ? scaled.signum() : 0
    guard let significand = Int64(exactly: quotient + carry) else { return nil }
    self.init(unchecked: significand, UInt8(decimals))
  }

  /// Zero.
  public static let zero = ExactDecimal(0)

  static let powersOfTen: [Int64] = (0...maximumScale).map { exponent in
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }
}

// MARK: - Literals and text

extension ExactDecimal: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// Creates a whole number from a literal.
  public init(integerLiteral value: Int64) { self.init(value) }

  /// Creates the shortest decimal of at most 15 places that the literal stands for.
  public init(floatLiteral value: Double) {
    var scale = 0
    var nearest = Self.nearest(to: value)
    while scale < 15, Double(nearest) / Double(Self.powersOfTen[scale]) != value {
      scale += 1
      nearest = Self.nearest(to: value * Double(Self.powersOfTen[scale]))
    }
    self.init(unchecked: nearest, UInt8(scale))
  }

  /// The nearest whole number, saturating. `rounded()` would need the C library's `round`.
  private static func nearest(to value: Double) -> Int64 {
    guard value.magnitude < 9e18 else { return value < 0 ? .min : .max }
    return Int64(value + (value < 0 ? -0.5 : 0.5))
  }
}

extension ExactDecimal: LosslessStringConvertible {
  /// Reads `[-]digits[.digits]`, or returns `nil` for any other text and for more digits than fit.
  public init?(_ text: String) {
    let bytes = text.utf8.span
    var position = 0
    guard case .number(let value, isTruncated: false) = Self.scan(bytes, &position, bytes.count),
      position == bytes.count
    else { return nil }
    self = value
  }

  /// The number with the digits that it was made from, such as `6.00600`.
  public var description: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the number's text, with zeros up to a least number of decimals.
  func write(to bytes: inout [UInt8], minimumDecimals: Int = 0) {
    if significand < 0 { bytes.append(UInt8(ascii: "-")) }
    let power = UInt64(Self.powersOfTen[Int(scale)])
    let (whole, fraction) = significand.magnitude.quotientAndRemainder(dividingBy: power)
    bytes.append(decimal: whole)
    let decimals = max(Int(scale), minimumDecimals)
    guard decimals > 0 else { return }
    bytes.append(UInt8(ascii: "."))
    if scale > 0 { bytes.append(decimal: fraction, width: Int(scale)) }
    for _ in Int(scale)..<decimals { bytes.append(UInt8(ascii: "0")) }
  }
}
