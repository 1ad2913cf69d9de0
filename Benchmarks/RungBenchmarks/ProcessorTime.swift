// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation

/// The processor time that work takes, which other work on the machine disturbs less than the clock.
enum ProcessorTime {
  /// The seconds that all threads of this process spend on some work.
  static func ofSelf(_ work: () throws -> Void) rethrows -> Double {
    let start = seconds(__rusage_who_t(RUSAGE_SELF.rawValue))
    try work()
    return seconds(__rusage_who_t(RUSAGE_SELF.rawValue)) - start
  }

  /// The seconds that a command takes, with its standard output thrown away.
  static func of(_ command: String, _ arguments: [String]) throws -> Double {
    let start = seconds(__rusage_who_t(RUSAGE_CHILDREN.rawValue))
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [command] + arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    return seconds(__rusage_who_t(RUSAGE_CHILDREN.rawValue)) - start
  }

  private static func seconds(_ whose: __rusage_who_t) -> Double {
    var usage = rusage()
    // Fails on a wrong argument alone.
    _ = unsafe getrusage(whose, &usage)
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000
  }
}
