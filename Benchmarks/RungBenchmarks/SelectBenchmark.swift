// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HLSPlaylist
import HLSVariantTesting
import HLSVariants

/// Chooses variants as an offline download does. Nothing else does that away from Apple's systems;
/// the rival for the rules is Foundation's `#Predicate` in the same selection.
enum SelectBenchmark {
  @Sendable static func run() throws {
    try large()
    try ordinary()
  }

  /// Three rules over 1,000 variants, of which the last one matches.
  private static func large() throws {
    let ranges: [VideoRange] = [.sdr, .hlg, .pq]
    var items: [Master.Item] = []
    for index in 0..<1000 as Range<UInt64> {
      items.append(
        .variant(
          1_000_000 + index * 20_000, average: 900_000 + index * 18_000, size: "1920x1080",
          frameRate: 24, range: ranges[Int(index % 3)], codecs: "hvc1.2.4.L123.B0,mp4a.40.2"))
    }
    let asset = try Asset(parsing: Master(items).text())
    let rules = DownloadConfiguration(
      try VariantQualifier("peakBitRate < 500000"),
      try VariantQualifier(
        "videoAttributes.videoRange == 'AVVideoRangePQ' AND peakBitRate < 1000000"),
      try VariantQualifier(
        "averageBitRate < 5000000 AND videoAttributes.videoRange != 'AVVideoRangeSDR'"))
    let rivals = DownloadConfiguration(
      VariantQualifier(#Predicate { $0.peakBitRateOrNone < 500_000 }),
      VariantQualifier(#Predicate { $0.range == "PQ" && $0.peakBitRateOrNone < 1_000_000 }),
      VariantQualifier(#Predicate { $0.averageBitRateOrNone < 5_000_000 && $0.range != "SDR" }))
    var chosen: [Int] = []
    let seconds = try Stopwatch(runs: 20).best {
      chosen = [try asset.select(rules).primary.variant.index]
    }
    let rivalSeconds = try Stopwatch(runs: 5).best {
      chosen.append(try asset.select(rivals).primary.variant.index)
    }
    precondition(Set(chosen).count == 1, "both choose the same variant")
    print("  1,000 variants, 3 rules: \(format(seconds * 1000)) ms, goal 2")
    print("  with #Predicate rules: \(format(rivalSeconds * 1000)) ms")
    print("  ratio to #Predicate: \(format(rivalSeconds / seconds))")
  }

  /// Masters of ordinary size, from text to choice.
  private static func ordinary() throws {
    for (name, master) in Master.ladders {
      let text = Array(try master.text().utf8)
      let rules = DownloadConfiguration(
        try VariantQualifier(
          "videoAttributes.videoRange == 'AVVideoRangePQ' AND peakBitRate < 5000000"))
      let rounds = 1000
      // Processor time: the goal is for one core, whatever else the machine does.
      let seconds = try ProcessorTime.ofSelf {
        for _ in 0..<rounds { _ = try Asset(parsing: text).select(rules) }
      }
      let rate = format(Double(rounds) / seconds)
      print("  \(name), \(master.playlist.variants.count) variants: \(rate) masters/s, goal 10,000")
    }
  }

  private static func format(_ value: Double) -> String {
    value.formatted(.number.precision(.significantDigits(3)))
  }
}

extension AssetVariant {
  fileprivate var peakBitRateOrNone: Double { peakBitRate ?? -1 }
  fileprivate var averageBitRateOrNone: Double { averageBitRate ?? -1 }
  fileprivate var range: String? { videoAttributes?.videoRange.rawValue }
}
