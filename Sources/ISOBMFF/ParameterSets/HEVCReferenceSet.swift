// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The pictures near a picture that it, or one after it, refers to: `st_ref_pic_set()`
/// (H.265 sections 7.3.7 and 7.4.8).
struct HEVCReferenceSet: Hashable, Sendable {
  /// A picture, by the difference of its order count.
  struct Picture: Hashable, Sendable {
    var delta: Int
    /// Whether the picture itself refers to it, and not only ones after it.
    var isUsed: Bool
  }

  /// Pictures that are shown before, the nearest first.
  var negative: [Picture] = []
  /// Pictures that are shown after, the nearest first.
  var positive: [Picture] = []

  /// The pictures that the picture itself refers to.
  var usedCount: Int { (negative + positive).count(where: \.isUsed) }

  /// Reads a set.
  ///
  /// - Parameters:
  ///   - reader: The bits of an SPS or of a slice segment header.
  ///   - earlier: The sets before it.
  ///   - isLast: Whether the set stands in a slice segment header, after all of the SPS.
  /// - Throws: ``ISOBMFFError`` when it cannot be read.
  init(
    parsing reader: inout BitReader, after earlier: [HEVCReferenceSet], isLast: Bool
  ) throws(ISOBMFFError) {
    if !earlier.isEmpty, try reader.flag() {
      let back =
        try isLast ? 1 + reader.exponentialGolomb(atMost: 63, "delta_idx_minus1") : 1
      guard back <= earlier.count else {
        throw ISOBMFFError(
          .malformed, at: reader.position / 8, "expected a set before \(earlier.count)")
      }
      try predict(from: earlier[earlier.count - back], &reader)
    } else {
      let before = try reader.exponentialGolomb(atMost: 16, "num_negative_pics")
      let after = try reader.exponentialGolomb(atMost: 16, "num_positive_pics")
      negative = try Self.pictures(before, sign: -1, &reader)
      positive = try Self.pictures(after, sign: 1, &reader)
    }
  }

  private static func pictures(
    _ count: Int, sign: Int, _ reader: inout BitReader
  ) throws(ISOBMFFError) -> [Picture] {
    var pictures: [Picture] = []
    var delta = 0
    for _ in 0..<count {
      delta += sign * (1 + Int(try reader.exponentialGolomb()))
      pictures.append(Picture(delta: delta, isUsed: try reader.flag()))
    }
    return pictures
  }

  /// Shifts another set and keeps some of it (equations 7-61 and 7-62).
  private mutating func predict(
    from other: HEVCReferenceSet, _ reader: inout BitReader
  ) throws(ISOBMFFError) {
    let isNegative = try reader.flag()
    let size = 1 + Int(try reader.exponentialGolomb())
    let shift = isNegative ? -size : size
    // The pictures of the other set, and the picture that the other set was of.
    var pictures: [Picture?] = []
    for delta in (other.negative + other.positive).map(\.delta) + [0] {
      let isUsed = try reader.flag()
      let isKept = try isUsed ? true : reader.flag()
      pictures.append(isKept ? Picture(delta: delta + shift, isUsed: isUsed) : nil)
    }
    let kept = pictures.compactMap { $0 }
    negative = kept.filter { $0.delta < 0 }.sorted { $0.delta > $1.delta }
    positive = kept.filter { $0.delta > 0 }.sorted { $0.delta < $1.delta }
    guard negative.count <= 16, positive.count <= 16 else {
      throw ISOBMFFError(
        .malformed, at: reader.position / 8, "expected at most 16 pictures in a reference set")
    }
  }
}
