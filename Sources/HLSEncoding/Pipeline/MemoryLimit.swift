// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// How much memory an encode may take.
public struct MemoryLimit: Hashable, Sendable {
  /// Bytes.
  public var bytes: Int
  /// Whether rungs that do not fit side by side may be encoded one after the other, each pass with a
  /// decode of its own.
  public var allowsPasses: Bool

  /// Limits an encode.
  public init(bytes: Int, allowsPasses: Bool = true) {
    self.bytes = bytes
    self.allowsPasses = allowsPasses
  }

  /// Shares the rungs of a plan out over passes, the first that fits for each, largest first.
  ///
  /// - Parameters:
  ///   - plan: The ladder.
  ///   - isKept: Whether chunks are kept from one pass to the next.
  /// - Returns: The rungs of each pass: one pass with all of them where that fits.
  /// - Throws: ``EncodingError`` where they do not fit, with the number that they need.
  func passes(of plan: LadderPlan, isKept: Bool) throws(EncodingError) -> [[VideoRung]] {
    var passes: [[VideoRung]] = []
    for rung in plan.allPictures.sorted(by: { $0.pixels > $1.pixels }) {
      let place = passes.firstIndex {
        EncoderLanes(plan.with($0 + [rung]), workers: 1).bytes <= bytes
      }
      if let place { passes[place].append(rung) } else { passes.append([rung]) }
    }
    let mayPart = allowsPasses && isKept
    let needed =
      mayPart
      ? passes.map { EncoderLanes(plan.with($0), workers: 1).bytes }.max() ?? 0
      : EncoderLanes(plan, workers: 1).bytes
    guard needed <= bytes else {
      throw EncodingError(
        .settings, "--memory",
        "expected at least \(Self.text(needed)) for \(mayPart ? "the largest rung" : "all rungs"), "
          + "found \(Self.text(bytes))",
        hint: "a faster '--speed' takes less, and so does a ladder of fewer or smaller rungs")
    }
    return passes
  }

  /// Tenths of gibibytes, rounded up.
  private static func text(_ bytes: Int) -> String {
    let tenths = (bytes * 10 + (1 << 30) - 1) >> 30
    return "\(tenths / 10).\(tenths % 10)G"
  }
}

extension LadderPlan {
  /// The plan with some of its rungs, and no sound.
  func with(_ rungs: [VideoRung]) -> LadderPlan {
    var plan = self
    plan.rungs = rungs.filter { !$0.isTrickPlay }
    plan.trickPlay = rungs.filter(\.isTrickPlay)
    plan.audio = []
    return plan
  }
}
