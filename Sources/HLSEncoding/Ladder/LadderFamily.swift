// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import HDRColor
internal import LibAV

/// The size of an upright picture with square pixels.
struct PictureSize: Hashable, Sendable {
  var width: Int
  var height: Int

  var shortSide: Int { min(width, height) }
  var pixels: Int { width * height }

  /// Both sides rounded down to even numbers, as 4:2:0 needs.
  var even: PictureSize { PictureSize(width: max(2, width & ~1), height: max(2, height & ~1)) }

  /// Scaled, with both sides at the nearest even numbers.
  func scaled(by ratio: Rational) -> PictureSize {
    func side(_ length: Int) -> Int {
      max(
        2, 2 * Int(Rational(ratio.numerator, ratio.denominator * 2).multiplied(by: Int64(length))))
    }
    return PictureSize(width: side(width), height: side(height))
  }

  /// The picture scaled to fit a row's box; a portrait picture fits the box turned upright.
  func fitted(to row: LadderRow) -> PictureSize {
    let (long, short) = (max(row.width, row.height), min(row.width, row.height))
    let (boxWidth, boxHeight) = width >= height ? (long, short) : (short, long)
    return scaled(
      by: min(Rational(Int64(boxWidth), Int64(width)), Rational(Int64(boxHeight), Int64(height))))
  }
}

/// One ladder: a codec and a range, with Apple's table for them.
struct LadderFamily {
  let codec: VideoCodec
  let range: VideoRange

  init(_ codec: VideoCodec, _ range: VideoRange) {
    self.codec = codec
    self.range = range
  }

  private var table: [LadderRow] {
    switch (codec, range) {
    case (.h264, _): LadderTable.h264
    case (.hevc, .sdr): LadderTable.hevcSDR
    default: LadderTable.hevcHDR
    }
  }

  /// The rungs for a source of a size, lowest first.
  ///
  /// Rows that would enlarge the source are left out. A source that falls between two rows gets a
  /// top rung of its own size; one below the lowest row gets that rung alone.
  func rungs(size: PictureSize, at fullRate: Rational) -> [VideoRung] {
    let rows = table.map { (row: $0, size: size.fitted(to: $0)) }
    let within = rows.filter { $0.size.width <= size.width && $0.size.height <= size.height }
    var rungs = within.map { rung($0.size, $0.row.bitRate, $0.row.isLimitedTo30, fullRate) }
    guard within.last?.size != size else { return rungs }
    let above = rows.dropFirst(within.count).first
    if above != nil || within.isEmpty {
      let rate = Self.rate(at: size, between: within.last, and: above, in: rows)
      let isLimited = within.isEmpty && (above?.row.isLimitedTo30 ?? false)
      rungs.append(rung(size, rate, isLimited, fullRate))
    }
    return rungs
  }

  private func rung(
    _ size: PictureSize, _ bitRate: Int, _ isLimitedTo30: Bool, _ fullRate: Rational
  ) -> VideoRung {
    VideoRung(
      codec: codec, range: range, width: size.width, height: size.height,
      divisor: isLimitedTo30 && fullRate > Rational(30) ? 2 : 1, fullRate: fullRate,
      bitRate: bitRate)
  }

  /// The rate on the straight line through two rows in log rate over log pixels, rounded to
  /// 10 kb/s; below the lowest row the line through the lowest two sizes goes on.
  private static func rate(
    at size: PictureSize, between below: (row: LadderRow, size: PictureSize)?,
    and above: (row: LadderRow, size: PictureSize)?, in rows: [(row: LadderRow, size: PictureSize)]
  ) -> Int {
    guard let high = below == nil ? rows.first(where: { $0.size != rows[0].size }) : above else {
      return rows[0].row.bitRate
    }
    let low = below ?? rows[0]
    let span = log(Double(high.size.pixels)) - log(Double(low.size.pixels))
    guard span > 0 else { return low.row.bitRate }
    let position = (log(Double(size.pixels)) - log(Double(low.size.pixels))) / span
    let lowRate = log(Double(low.row.bitRate))
    let rate = exp(lowRate + position * (log(Double(high.row.bitRate)) - lowRate))
    return max(minimumRate, Int((rate / 10_000).rounded()) * 10_000)
  }

  /// Below this, encoders cannot keep their caps.
  private static let minimumRate = 60_000
}
