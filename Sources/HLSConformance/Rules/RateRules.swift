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
    ) { item, presentation in
      guard let measured = presentation.measuredBandwidth(of: item) else { return nil }
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
    ) { item, presentation in
      guard let measured = presentation.measuredBandwidth(of: item) else { return nil }
      let peak = measured.peak.roundedUp
      return .unless(
        isWithinTenPercent(item.stream.bandwidth, of: peak),
        "\(peak) or up to 10 % off\(item.window)", found: "\(item.stream.bandwidth)",
        fix: .bandwidth(peak))
    },
    ConformanceRule(
      "apple-1.26", .must, "The measured average of VOD is within 10 % of AVERAGE-BANDWIDTH",
      each: { $0.describedStreams.filter { $0.media?.isLive == false } }
    ) { item, presentation in
      guard let declared = item.stream.averageBandwidth,
        let measured = presentation.measuredBandwidth(of: item)
      else { return nil }
      let average = measured.average.roundedUp
      return .unless(
        isWithinTenPercent(declared, of: average), "\(average) or up to 10 % off",
        found: "\(declared)", fix: .averageBandwidth(average))
    },
    ConformanceRule(
      "apple-1.28", .must, "The measured average of a live stream is below 110 % of the declared",
      each: { $0.describedStreams.filter { $0.media?.isLive == true } }
    ) { item, presentation in
      guard let declared = item.stream.averageBandwidth,
        let average = presentation.measuredBandwidth(of: item)?.average.roundedUp
      else { return nil }
      return .unless(
        UInt128(average) * 10 < UInt128(declared) * 11, "at least \(average * 10 / 11)",
        found: "\(declared)", fix: .averageBandwidth(average))
    },
    ConformanceRule(
      "apple-1.29", .must, "The measured peak of a live stream is below 125 % of BANDWIDTH",
      each: { $0.describedStreams.filter { $0.media?.isLive == true } }
    ) { item, presentation in
      guard let peak = presentation.measuredBandwidth(of: item)?.peak.roundedUp else {
        return nil
      }
      return .unless(
        UInt128(peak) * 4 < UInt128(item.stream.bandwidth) * 5, "at least \(peak * 4 / 5)",
        found: "\(item.stream.bandwidth)", fix: .bandwidth(peak))
    },
    ConformanceRule(
      "rung-ladder-order", .should, "A ladder rises: a larger picture has a higher bit rate",
      each: { $0.videoVariants }
    ) { item, presentation in
      guard let size = item.stream.resolution else { return nil }
      let best =
        presentation.videoVariants.lazy.filter { $0.stream.resolution == size }
        .map(\.stream.bandwidth).max() ?? 0
      let inverted = presentation.videoVariants.first { other in
        guard let smaller = other.stream.resolution else { return false }
        return smaller.area < size.area
          && other.stream.isHDR == item.stream.isHDR
          && other.stream.codecs.first?.prefix(4) == item.stream.codecs.first?.prefix(4)
          && other.stream.frameRate == item.stream.frameRate
          && other.stream.bandwidth > best
      }
      guard let inverted else { return nil }
      return Fault(
        "a BANDWIDTH of at least \(inverted.stream.bandwidth), that of a smaller picture",
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

extension Presentation {
  /// The rates of a stream with the renditions that play beside it, where all sizes are known.
  func measuredBandwidth(of item: DescribedStream) -> Bandwidth? {
    guard var main = item.media?.bandwidth else { return nil }
    guard let variant = item.variant?.stream else { return main }
    var groups: [[Bandwidth]] = []
    for (type, group) in [
      (RenditionType.audio, variant.audio), (.subtitles, variant.subtitles),
    ] {
      let members = members(of: type, group)
      // A variant of sound alone is a member of its own group: it plays, or another member does.
      if members.contains(where: { $0.media?.file == item.media?.file }) { main = .zero }
      var rates: [Bandwidth] = []
      for member in members where member.rendition.uri != nil {
        guard let rate = member.media?.bandwidth else { return nil }
        rates.append(rate)
      }
      groups.append(rates)
    }
    return Bandwidth.ofVariant(main, groups: groups)
  }
}

extension Resolution {
  /// The number of pixels; it stays at the greatest number at overflow.
  fileprivate var area: UInt64 {
    let (area, overflow) = width.multipliedReportingOverflow(by: height)
    return overflow ? .max : area
  }
}
