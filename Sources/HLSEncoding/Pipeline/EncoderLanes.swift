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
  /// About how many bytes of pictures may wait for second and further lanes.
  private var memory = 512 << 20
  /// The most lanes that a rung has.
  private var most = RateBudget.lag
  private let need: MemoryNeed

  /// About how many bytes of pictures may wait before one encoder.
  private static let usualBytes = 24 << 20

  /// Shares out the machine.
  ///
  /// - Parameters:
  ///   - plan: The ladder.
  ///   - workers: How many encoders should be at work; the cores of the machine by default.
  ///   - limit: The bytes of memory that all may take; lanes are left out where they do not fit.
  init(_ plan: LadderPlan, workers: Int? = nil, limit: Int? = nil) {
    self.plan = plan
    self.workers = workers ?? ProcessInfo.processInfo.activeProcessorCount
    need = MemoryNeed(plan)
    guard let limit else { return }
    memory = max(0, min(memory, limit - bytes))
    while most > 1, bytes > limit { most -= 1 }
  }

  /// How many pictures a decoder works on side by side, beside encoders: those take many times as
  /// long, and each picture more is memory that they do not get any faster for.
  static var decoderThreads: Int { max(1, ProcessInfo.processInfo.activeProcessorCount / 4) }

  /// Work a second, as a number to compare: HEVC takes about three times what H.264 takes.
  private func cost(_ rung: VideoRung) -> Double {
    Double(rung.pixels) * rung.frameRate.value * (rung.codec == .hevc ? 3 : 1)
  }

  /// The lanes of a rung; one for a rung of another pass, whose chunks are kept already.
  func count(_ rung: VideoRung) -> Int {
    guard rung.coding.isChunked, plan.allPictures.contains(rung) else { return 1 }
    let total = plan.allPictures.reduce(0) { $0 + cost($1) }
    let share = (Double(workers) * cost(rung) / total).rounded(.up)
    return max(1, min(most, Int(share)))
  }

  /// How many pictures may wait for each chunk of a rung.
  func queueCapacity(_ rung: VideoRung) -> Int {
    let further = plan.allPictures.reduce(0) { $0 + count($1) - 1 }
    guard count(rung) > 1 else { return usual(rung) }
    return max(
      usual(rung),
      min(plan.grid.framesPerChunk / rung.divisor, memory / further / need.picture(rung)))
  }

  /// How many pictures may wait where there is one lane.
  private func usual(_ rung: VideoRung) -> Int {
    // One encoder alone is always behind: one picture keeps it busy.
    let most = plan.allPictures.count > 1 ? 16 : 1
    return min(most, max(2, Self.usualBytes / max(1, rung.pixels * 3)))
  }

  /// About how many bytes all take, but for pictures that wait for second and further lanes.
  var bytes: Int {
    plan.allPictures.reduce(need.base) {
      $0 + count($1) * need.rung($1, waiting: usual($1))
    }
  }
}
