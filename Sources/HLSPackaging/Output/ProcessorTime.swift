// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation

/// What the process has used of the processors.
enum ProcessorTime {
  /// User and system seconds so far.
  static var current: Double {
    var usage = rusage()
    unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }
}
