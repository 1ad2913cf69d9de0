// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The part of a coded picture that is to be shown: the `clap` box (ISO/IEC 14496-12 section
/// 12.1.4). Size and offset are fractions; the offset leads from centre to centre.
public struct CleanAperture: Hashable, Sendable {
  /// A fraction as the box has it.
  public struct Fraction: Hashable, Sendable {
    /// Above the line; of offsets it may be negative.
    public var numerator: Int32
    /// Below the line.
    public var denominator: UInt32

    /// Creates a fraction.
    public init(_ numerator: Int32, _ denominator: UInt32 = 1) {
      self.numerator = numerator
      self.denominator = denominator
    }

    fileprivate var value: Double? {
      denominator == 0 ? nil : Double(numerator) / Double(denominator)
    }
  }

  /// Pixels in a row.
  public var width: Fraction
  /// Rows.
  public var height: Fraction
  /// How far the part's centre lies right of the picture's.
  public var horizontalOffset: Fraction
  /// How far the part's centre lies below the picture's.
  public var verticalOffset: Fraction

  /// Creates an aperture.
  public init(
    width: Fraction, height: Fraction, horizontalOffset: Fraction = Fraction(0),
    verticalOffset: Fraction = Fraction(0)
  ) {
    self.width = width
    self.height = height
    self.horizontalOffset = horizontalOffset
    self.verticalOffset = verticalOffset
  }

  /// The part in whole pixels: columns and rows before it, and its size.
  ///
  /// - Parameters:
  ///   - width: The width of the coded picture.
  ///   - height: Its height.
  /// - Returns: `nil` where the box makes no sense: the part is empty or reaches out of the picture.
  public func pixels(inWidth width: Int, height: Int) -> (x: Range<Int>, y: Range<Int>)? {
    guard let x = Self.span(self.width, horizontalOffset, of: width),
      let y = Self.span(self.height, verticalOffset, of: height)
    else { return nil }
    return (x, y)
  }

  private static func span(_ size: Fraction, _ offset: Fraction, of whole: Int) -> Range<Int>? {
    guard let size = size.value, let offset = offset.value, size >= 1, size <= Double(whole)
    else { return nil }
    let start = (Double(whole) - size) / 2 + offset
    guard start > -0.5, start + size < Double(whole) + 0.5 else { return nil }
    let first = max(0, Int(start.rounded()))
    return first..<min(whole, first + Int(size.rounded()))
  }

  init(parsing reader: inout ByteReader) throws(ISOBMFFError) {
    func fraction() throws(ISOBMFFError) -> Fraction {
      try Fraction(Int32(bitPattern: reader.uint32()), reader.uint32())
    }
    width = try fraction()
    height = try fraction()
    horizontalOffset = try fraction()
    verticalOffset = try fraction()
  }

  func write(to writer: inout ByteWriter) {
    for fraction in [width, height, horizontalOffset, verticalOffset] {
      writer.uint32(UInt32(bitPattern: fraction.numerator))
      writer.uint32(fraction.denominator)
    }
  }
}
