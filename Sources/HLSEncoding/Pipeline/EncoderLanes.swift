// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import LibAV

/// How many chunks of each rung are encoded at once, and how many pictures wait for them.
///
/// Every rung has one lane. Where there are more cores than rungs, or one rung is most of the work,
/// the costly ones get more: the pictures of the next chunk then wait in memory while those of the
/// one before are encoded.
struct EncoderLanes {
  private let plan: LadderPlan
  private let workers: Int
  private let memory: Int

  /// About how many bytes of pictures may wait before one encoder.
  private static let usualBytes = 24 << 20

  /// Shares out the machine.
  ///
  /// - Parameters:
  ///   - plan: The ladder.
  ///   - workers: How many encoders should be at work; the cores of the machine by default.
  ///   - memory: About how many bytes of pictures may wait for second and further lanes.
  init(_ plan: LadderPlan, workers: Int? = nil, memory: Int = 512 << 20) {
    self.plan = plan
    self.workers = workers ?? ProcessInfo.processInfo.activeProcessorCount
    self.memory = memory
  }

  /// Work a second, as a number to compare: HEVC takes about three times what H.264 takes.
  private func cost(_ rung: VideoRung) -> Double {
    Double(rung.pixels) * rung.frameRate.value * (rung.codec == .hevc ? 3 : 1)
  }

  /// The lanes of a rung.
  func count(_ rung: VideoRung) -> Int {
    guard rung.coding.isChunked else { return 1 }
    let total = plan.allPictures.reduce(0) { $0 + cost($1) }
    let share = (Double(workers) * cost(rung) / total).rounded(.up)
    return max(1, min(RateBudget.lag, Int(share)))
  }

  /// How many pictures may wait for each chunk of a rung.
  func queueCapacity(_ rung: VideoRung) -> Int {
    // One encoder alone is always behind: a few pictures keep it busy.
    let most = plan.allPictures.count > 1 ? 16 : 3
    let usual = min(most, max(2, Self.usualBytes / max(1, rung.pixels * 3)))
    let further = plan.allPictures.reduce(0) { $0 + count($1) - 1 }
    guard count(rung) > 1 else { return usual }
    let picture = max(1, rung.pixels * 3 / (rung.pictureKey.bitDepth == 8 ? 2 : 1))
    return max(usual, min(plan.grid.framesPerChunk / rung.divisor, memory / further / picture))
  }
}
