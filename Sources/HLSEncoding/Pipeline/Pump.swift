// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// What brings pictures and sound to the queues of encoders, on one thread.
protocol Pump: AnyObject {
  /// Pumps until there is no more.
  func run() throws
  /// The pictures at the full rate that were handed on.
  var pictures: Int64 { get }
}
