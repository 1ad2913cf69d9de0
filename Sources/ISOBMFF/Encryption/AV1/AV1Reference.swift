// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// What later frame headers need to know of a frame that is kept (AV1 specification section 7.20).
struct AV1Reference: Hashable, Sendable {
  /// `frame_type`: 0 key, 1 inter, 2 intra only, 3 switch.
  var frameType: UInt32 = 0
  /// `UpscaledWidth`.
  var width = 0
  /// `FrameHeight`.
  var height = 0
  /// `OrderHint`.
  var orderHint = 0
  /// `gm_params`, six for each of seven references.
  var motion = AV1GlobalMotion()
  /// `FeatureData` of the first feature, the quantiser, of each segment that has it.
  var segmentQuantizers: [Int?] = Array(repeating: nil, count: 8)
}

/// How the picture moves as a whole against each of seven references: `gm_params`.
struct AV1GlobalMotion: Hashable, Sendable {
  private static let one = 1 << 16
  private static let still = [0, 0, one, 0, 0, one]

  private var parameters = Array(repeating: Self.still, count: 7)

  /// Reads `global_motion_params()` (section 5.9.24) of a frame.
  ///
  /// - Parameters:
  ///   - reader: The bits.
  ///   - previous: The parameters that these are differences from.
  ///   - hasHighPrecision: `allow_high_precision_mv`.
  /// - Throws: ``ISOBMFFError`` when the bits end.
  mutating func parse(
    _ reader: inout BitReader, after previous: AV1GlobalMotion, hasHighPrecision: Bool
  ) throws(ISOBMFFError) {
    for reference in 0..<7 {
      guard try reader.flag() else { continue }  // is_global
      let turns = try reader.flag()
      let isTranslation = try turns ? false : reader.flag()
      var values = Self.still
      let old = previous.parameters[reference]
      func read(_ index: Int) throws(ISOBMFFError) -> Int {
        try Self.parameter(
          &reader, index, isTranslation: isTranslation, after: old[index],
          hasHighPrecision: hasHighPrecision)
      }
      if !isTranslation {
        values[2] = try read(2)
        values[3] = try read(3)
        if turns {
          (values[4], values[5]) = (-values[3], values[2])
        } else {
          values[4] = try read(4)
          values[5] = try read(5)
        }
      }
      values[0] = try read(0)
      values[1] = try read(1)
      parameters[reference] = values
    }
  }

  /// `read_global_param()` (section 5.9.25).
  private static func parameter(
    _ reader: inout BitReader, _ index: Int, isTranslation: Bool, after old: Int,
    hasHighPrecision: Bool
  ) throws(ISOBMFFError) -> Int {
    var (bits, precision) = (12, 15)
    if index < 2 {
      let loss = hasHighPrecision ? 0 : 1
      (bits, precision) = isTranslation ? (9 - loss, 3 - loss) : (12, 6)
    }
    let shift = 16 - precision
    let isDiagonal = index % 3 == 2
    let limit = 1 << bits
    let reference = (old >> shift) - (isDiagonal ? 1 << precision : 0)
    let value = try reader.signedSubexponential(-limit, limit + 1, after: reference)
    return (value << shift) + (isDiagonal ? one : 0)
  }
}

extension BitReader {
  /// A signed number of so many bits, `su(n)`.
  mutating func signed(_ count: Int) throws(ISOBMFFError) -> Int {
    let value = try Int(bits(count))
    return value >= 1 << (count - 1) ? value - 1 << count : value
  }

  /// A number below a limit, `ns(n)`.
  mutating func number(below limit: Int) throws(ISOBMFFError) -> Int {
    guard limit > 1 else { return 0 }
    var width = 0
    while limit >> width != 0 { width += 1 }
    let short = 1 << width - limit
    let value = try Int(bits(width - 1))
    guard value >= short else { return value }
    return try value << 1 - short + Int(bits(1))
  }

  /// `decode_signed_subexp_with_ref()` (section 5.9.26).
  fileprivate mutating func signedSubexponential(
    _ low: Int, _ high: Int, after reference: Int
  ) throws(ISOBMFFError) -> Int {
    let (limit, middle) = (high - low, reference - low)
    let value = try subexponential(below: limit)
    let number =
      middle << 1 <= limit
      ? Self.recentered(middle, value)
      : limit - 1 - Self.recentered(limit - 1 - middle, value)
    return number + low
  }

  /// `decode_subexp()` (section 5.9.28).
  private mutating func subexponential(below limit: Int) throws(ISOBMFFError) -> Int {
    var (step, start) = (0, 0)
    while true {
      let width = step == 0 ? 3 : 3 + step - 1
      let size = 1 << width
      if limit <= start + 3 * size { return try number(below: limit - start) + start }
      guard try flag() else { return try Int(bits(width)) + start }
      step += 1
      start += size
    }
  }

  private static func recentered(_ middle: Int, _ value: Int) -> Int {
    if value > 2 * middle { return value }
    return value & 1 == 1 ? middle - (value + 1) >> 1 : middle + value >> 1
  }
}
