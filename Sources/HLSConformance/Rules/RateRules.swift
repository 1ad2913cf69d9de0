// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist

extension ConformanceRule {
  /// Bit rates measured from the sizes of segments (section 4.1; authoring rules 1.26 to 1.29).
  static let rates: [ConformanceRule] = [
    ConformanceRule(
      "rfc-4.1-bandwidth", .must, "No combination of renditions exceeds BANDWIDTH",
      why: """
        A client chooses by this number: a peak above it stalls playback. The measured peak is \
        the greatest rate of any run of segments from half to one and a half target durations.
        """,
      each: { $0.describedStreams }
    ) { item, _ in
      guard let measured = item.measured else { return nil }
      let peak = measured.peak.roundedUp
      // An EXTINF of three decimals moves a rate by up to a thousandth.
      return .unless(
        UInt128(item.stream.bandwidth) * 1001 >= UInt128(peak) * 1000,
        "at least \(peak)\(item.window)",
        found: "\(item.stream.bandwidth)", fix: .bandwidth(peak))
    },
    ConformanceRule(
      "apple-1.27", .must, "The measured peak of VOD is within 10 % of BANDWIDTH",
      each: { $0.describedStreams.filter { $0.media?.isLive == false } }
    ) { item, _ in
      guard let measured = item.measured else { return nil }
      let peak = measured.peak.roundedUp
      return .unless(
        isWithinTenPercent(item.stream.bandwidth, of: peak),
        "\(peak) or up to 10 % off\(item.window)", found: "\(item.stream.bandwidth)",
        fix: .bandwidth(peak))
    },
    ConformanceRule(
      "apple-1.26", .must, "The measured average of VOD is within 10 % of AVERAGE-BANDWIDTH",
      each: { $0.describedStreams.filter { $0.media?.isLive == false } }
    ) { item, _ in
      guard let declared = item.stream.averageBandwidth, let measured = item.measured else {
        return nil
      }
      let average = measured.average.roundedUp
      return .unless(
        isWithinTenPercent(declared, of: average), "\(average) or up to 10 % off",
        found: "\(declared)", fix: .averageBandwidth(average))
    },
    ConformanceRule(
      "apple-1.28", .must, "The measured average of a live stream is below 110 % of the declared",
      each: { $0.describedStreams.filter { $0.media?.isLive == true } }
    ) { item, _ in
      guard let declared = item.stream.averageBandwidth,
        let average = item.measured?.average.roundedUp
      else { return nil }
      return .unless(
        UInt128(average) * 10 < UInt128(declared) * 11, "at least \(average * 10 / 11)",
        found: "\(declared)", fix: .averageBandwidth(average))
    },
    ConformanceRule(
      "apple-1.29", .must, "The measured peak of a live stream is below 125 % of BANDWIDTH",
      each: { $0.describedStreams.filter { $0.media?.isLive == true } }
    ) { item, _ in
      guard let peak = item.measured?.peak.roundedUp else { return nil }
      return .unless(
        UInt128(peak) * 4 < UInt128(item.stream.bandwidth) * 5, "at least \(peak * 4 / 5)",
        found: "\(item.stream.bandwidth)", fix: .bandwidth(peak))
    },
    ConformanceRule(
      "rung-ladder-order", .should, "A ladder rises: a larger picture has a higher bit rate",
      each: { $0.videoVariants }, knowing: { Ladders($0.videoVariants) }
    ) { item, ladders in
      guard let most = ladders.greatestRate(below: item), most > ladders.greatestRate(of: item)
      else { return nil }
      return Fault(
        "a BANDWIDTH of at least \(most), that of a smaller picture",
        found: "\(item.stream.bandwidth)")
    },
  ]
}

extension DescribedStream {
  /// The segments that set the peak, in words.
  fileprivate var window: String {
    guard let window = media?.bandwidth?.peakWindow, !window.isEmpty else { return "" }
    return window.count == 1
      ? ", set by segment \(window.lowerBound)"
      : ", set by segments \(window.lowerBound) to \(window.upperBound - 1)"
  }
}

/// The rates of variants by the sizes of their pictures, for each kind of picture.
private struct Ladders {
  private struct Kind: Hashable {
    var isHDR: Bool
    var codec: Substring?
    var frameRate: ExactDecimal?

    init(_ stream: VariantStream) {
      isHDR = stream.isHDR
      codec = stream.codecs.first?.prefix(4)
      frameRate = stream.frameRate
    }
  }

  /// The greatest rate of each size, whatever the kind.
  private var sizes: [Resolution: UInt64] = [:]
  /// The areas of each kind as they rise, each with the greatest rate of any up to it.
  private var kinds: [Kind: [(area: UInt64, rate: UInt64)]] = [:]

  init(_ variants: [VariantItem]) {
    var areas: [Kind: [UInt64: UInt64]] = [:]
    for stream in variants.lazy.map(\.stream) {
      guard let size = stream.resolution else { continue }
      sizes[size] = max(sizes[size] ?? 0, stream.bandwidth)
      areas[Kind(stream), default: [:]][size.area, default: 0].formMaximum(stream.bandwidth)
    }
    kinds = areas.mapValues { rates in
      var most: UInt64 = 0
      return rates.sorted { $0.key < $1.key }.map { area, rate in
        most = max(most, rate)
        return (area, most)
      }
    }
  }

  /// The greatest rate of the variants that have the size of this one.
  func greatestRate(of item: VariantItem) -> UInt64 {
    item.stream.resolution.flatMap { sizes[$0] } ?? 0
  }

  /// The greatest rate of the variants of the kind of this one with smaller pictures.
  func greatestRate(below item: VariantItem) -> UInt64? {
    guard let area = item.stream.resolution?.area, let ladder = kinds[Kind(item.stream)] else {
      return nil
    }
    var (low, high) = (0, ladder.count)
    while low < high {
      let middle = (low + high) / 2
      if ladder[middle].area < area { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? ladder[low - 1].rate : nil
  }
}

extension UInt64 {
  /// Takes another number if that is greater.
  fileprivate mutating func formMaximum(_ other: UInt64) { self = Swift.max(self, other) }
}

extension Resolution {
  /// The number of pixels; it stays at the greatest number at overflow.
  fileprivate var area: UInt64 {
    let (area, overflow) = width.multipliedReportingOverflow(by: height)
    return overflow ? .max : area
  }
}
