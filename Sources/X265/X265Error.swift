// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A call into libx265 that failed.
public struct X265Error: Error, Equatable, CustomStringConvertible {
  /// What is wrong, as a sentence without a full stop.
  public var description: String
}
