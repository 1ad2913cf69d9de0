// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Times a piece of work: the best of several runs, since noise only ever adds.
struct Stopwatch {
  /// How often the work is done.
  var runs = 5

  /// The seconds of the fastest run.
  func best(_ work: () throws -> Void) rethrows -> Double {
    var best = Double.infinity
    for _ in 0..<runs {
      let duration = try ContinuousClock().measure(work)
      best = min(best, duration / .seconds(1))
    }
    return best
  }
}
