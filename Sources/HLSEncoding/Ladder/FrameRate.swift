// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import LibAV

/// Frame rates as broadcasting knows them.
public enum FrameRate {
  /// The rates that a measured rate is taken for when it is within half a percent of one.
  static let nominal: [Rational] =
    [8, 10, 12, 15, 20, 24, 25, 30, 48, 50, 60, 90, 100, 120, 144, 200, 240].map { Rational($0) }
    + [12, 15, 24, 30, 48, 60, 120, 240].map { Rational($0 * 1000, 1001) }
    + [Rational(25, 2)]

  /// The nominal rate that is meant by a declared or measured one.
  ///
  /// Containers round: 29.99 frames a second is a way to write 30, 23.98 to write 24000/1001.
  public static func snapped(_ rate: Rational) -> Rational {
    guard rate.numerator > 0 else { return Rational(25) }
    let nearest = nominal.min { abs($0.value - rate.value) < abs($1.value - rate.value) }
    guard let nearest, abs(nearest.value - rate.value) <= 0.005 * rate.value else { return rate }
    return nearest
  }

  /// The rate halved until it is at most 60 frames a second (authoring rule 1.19).
  public static func limitedTo60(_ rate: Rational) -> Rational {
    var rate = rate
    while rate > Rational(60) { rate = Rational(rate.numerator, rate.denominator * 2) }
    return rate
  }
}

/// Where every rendition may be cut: groups of pictures of one length, some to a segment.
public struct SegmentGrid: Hashable, Sendable {
  /// The frames of a group at the full frame rate.
  public var framesPerGroup: Int

  /// The full frame rate.
  public var frameRate: Rational

  /// The groups of a segment.
  public var groupsPerSegment: Int

  /// The frames of a chunk, which is encoded without a look at what lies before and behind it:
  /// groups for about six seconds at the full rate, whatever the length of segments.
  public var framesPerChunk: Int { 3 * framesPerGroup }

  /// The length of a group in seconds.
  public var groupDuration: Rational {
    Rational(Int64(framesPerGroup) * frameRate.denominator, frameRate.numerator)
  }

  /// The length of a segment in seconds.
  public var segmentDuration: Rational {
    let group = groupDuration
    return Rational(group.numerator * Int64(groupsPerSegment), group.denominator)
  }

  /// Lays out groups of about two seconds (authoring rule 1.13) and segments of whole groups.
  ///
  /// - Parameters:
  ///   - frameRate: The full rate.
  ///   - divisor: How many times slower the slowest rung is; a group holds a multiple of it.
  ///   - segmentDuration: The length of a segment that is asked for, in seconds.
  public init(frameRate: Rational, divisor: Int, segmentDuration: Double) {
    let frames = Int((2 * frameRate.value).rounded())
    framesPerGroup = max(divisor, (frames + divisor / 2) / divisor * divisor)
    self.frameRate = frameRate
    groupsPerSegment = 1
    groupsPerSegment = max(1, Int((segmentDuration / groupDuration.value).rounded()))
  }

  /// The group that a time falls into, counted from 0.
  ///
  /// - Parameters:
  ///   - time: The time in units of `1 / timescale` seconds.
  ///   - timescale: Units a second.
  /// - Returns: The group; negative before 0.
  public func group(at time: Int64, timescale: Int64) -> Int64 {
    let group = groupDuration
    let scaled = Int128(time) * Int128(group.denominator)
    let length = Int128(timescale) * Int128(group.numerator)
    let quotient = scaled / length
    return Int64(clamping: scaled < 0 && scaled % length != 0 ? quotient - 1 : quotient)
  }
}
