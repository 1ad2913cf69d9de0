// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import PredicateFormat

/// Evaluates and parses download rules; the rival is Foundation's `#Predicate` on the same model.
enum PredicateBenchmark {
  /// A variant as its rules see it.
  private struct Variant: Sendable {
    struct Video: Sendable {
      var videoRange: String
      var codecTypes: [Int]
      var nominalFrameRate: Double
    }

    var peakBitRate: Double
    var averageBitRate: Double
    var videoAttributes: Video
    var uri: String

    static let videoKeys = KeyTable<Video>(
      .string("videoRange") { $0.videoRange },
      .list("codecTypes", of: .integer) { $0.codecTypes },
      .number("nominalFrameRate") { $0.nominalFrameRate })

    static let keys = KeyTable<Variant>(
      .number("peakBitRate") { $0.peakBitRate },
      .number("averageBitRate") { $0.averageBitRate },
      .object("videoAttributes", videoKeys) { $0.videoAttributes },
      // A rule's favourite path is read at once, without a copy of what lies on the way.
      .string("videoAttributes.videoRange") { $0.videoAttributes.videoRange })
  }

  @Sendable static func run() throws {
    let variants = (0..<1_000_000).map { index in
      Variant(
        peakBitRate: Double(1_000_000 + index % 17 * 500_000), averageBitRate: -1,
        videoAttributes: Variant.Video(
          videoRange: ["AVVideoRangeSDR", "AVVideoRangeHLG", "AVVideoRangePQ"][index % 3],
          codecTypes: [1_752_589_105], nominalFrameRate: 24),
        uri: "video/\(index % 9)/playlist.m3u8")
    }
    try evaluate(variants)
    try parse()
  }

  private static func evaluate(_ variants: [Variant]) throws {
    let range = "AVVideoRangePQ"
    let bound = try PredicateTree(
      "peakBitRate < 5000000 AND videoAttributes.videoRange == %@", range
    ).bound(to: Variant.keys)
    let rival = #Predicate<Variant> {
      $0.peakBitRate < 5_000_000 && $0.videoAttributes.videoRange == range
    }
    let stopwatch = Stopwatch()
    var ours = 0
    let seconds = try stopwatch.best {
      ours = 0
      for variant in variants where try bound.evaluate(variant) { ours += 1 }
    }
    var theirs = 0
    let rivalSeconds = try Stopwatch(runs: 2).best {
      theirs = 0
      for variant in variants where try rival.evaluate(variant) { theirs += 1 }
    }
    precondition(ours == theirs, "both find the same variants")
    let count = Double(variants.count)
    report("bound predicate", count / seconds, "variants/s", to: 5_000_000)
    report("#Predicate", count / rivalSeconds, "variants/s")
    print(
      "  ratio to #Predicate: \((rivalSeconds / seconds).formatted(.number.precision(.fractionLength(1))))"
    )
  }

  private static func parse() throws {
    let rules = [
      "peakBitRate < 5000000", "peakBitRate > 265000",
      "videoAttributes.videoRange == %@ && peakBitRate < 5000000",
      "1634492771 IN audioAttributes.formatIDs",
      "NOT (averageBitRate BETWEEN {1000000, 5000000} OR videoAttributes.nominalFrameRate <= 30)",
    ]
    let rounds = 20_000
    let seconds = try Stopwatch().best {
      for _ in 0..<rounds {
        for rule in rules { _ = try PredicateTree(format: rule, arguments: ["AVVideoRangePQ"]) }
      }
    }
    report("parse", Double(rounds * rules.count) / seconds, "predicates/s", to: 100_000)
    let tree = try PredicateTree(format: rules[2], arguments: ["AVVideoRangePQ"])
    let bindings = try Stopwatch().best {
      for _ in 0..<rounds { _ = try tree.bound(to: Variant.keys) }
    }
    report("bind", Double(rounds) / bindings, "predicates/s")
  }

  private static func report(
    _ name: String, _ rate: Double, _ unit: String, to goal: Double? = nil
  ) {
    let figure = rate.formatted(.number.precision(.significantDigits(3)))
    print("  \(name): \(figure) \(unit)" + (goal.map { ", goal \($0.formatted())" } ?? ""))
  }
}
