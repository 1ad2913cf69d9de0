// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The peak and average bit rate of a media playlist, as `BANDWIDTH` and `AVERAGE-BANDWIDTH`
/// declare them, measured from the sizes of its segments.
///
/// [RFC 8216bis 4.1](https://datatracker.ietf.org/doc/html/draft-pantos-hls-rfc8216bis#section-4.1)
public struct Bandwidth: Hashable, Sendable {
  /// The greatest rate of any contiguous run of segments that lasts from 0.5 times the target
  /// duration to 1.5 times it and half a second; the average where no run does.
  public var peak: BitRate

  /// The rate over all segments.
  public var average: BitRate

  /// The segments whose rate is the peak, the first such run; `nil` where no run qualifies.
  public var peakWindow: Range<Int>?

  /// Creates a bandwidth from rates that are known.
  public init(peak: BitRate, average: BitRate, peakWindow: Range<Int>? = nil) {
    self.peak = peak
    self.average = average
    self.peakWindow = peakWindow
  }

  /// No bits at all.
  public static let zero = Bandwidth(peak: .zero, average: .zero)

  /// Measures segments, or is `nil` when none has both a size and a positive duration, or the
  /// sizes do not add up to a number below 2^64.
  ///
  /// It takes O(n log n) time, however short the segments are beside the target duration.
  ///
  /// - Parameters:
  ///   - sizes: The size of each segment in bytes, container included, init section not; `nil`
  ///     for a gap, which no run spans and which counts in no rate.
  ///   - durations: The duration of each segment, as its `EXTINF` says.
  ///   - targetDuration: The target duration in seconds.
  public init?(sizes: [UInt64?], durations: [ExactDecimal], targetDuration: UInt64) {
    var bytes: UInt64 = 0
    var total = ExactDecimal.zero
    var best: PeakSearch.Run?
    var search = PeakSearch(startingAt: 0, target: targetDuration)
    for index in 0..<min(sizes.count, durations.count) {
      guard let size = sizes[index], durations[index] >= .zero else {
        search = PeakSearch(startingAt: index + 1, target: targetDuration)
        continue
      }
      let (sum, overflow) = bytes.addingReportingOverflow(size)
      guard !overflow else { return nil }
      bytes = sum
      total += durations[index]
      guard let run = search.add(size: size, duration: durations[index]) else { continue }
      if best.map(run.isFaster) ?? true { best = run }
    }
    guard let average = BitRate(bytes: bytes, over: total) else { return nil }
    let peak = best.map { BitRate(bytes: $0.bytes, time: $0.time) }
    self.init(peak: peak ?? average, average: average, peakWindow: best?.window)
  }

  /// The bandwidth of a variant: its own playlist plus, of each group that it names, the
  /// greatest peak and the greatest average of the members that have a playlist of their own.
  ///
  /// A variant whose playlist is itself a member of a group (audio alone) must not name that
  /// group here, or it would count twice.
  public static func ofVariant(_ main: Bandwidth, groups: [[Bandwidth]]) -> Bandwidth {
    groups.reduce(Bandwidth(peak: main.peak, average: main.average)) { sum, members in
      Bandwidth(
        peak: sum.peak + (members.map(\.peak).max() ?? .zero),
        average: sum.average + (members.map(\.average).max() ?? .zero))
    }
  }
}
