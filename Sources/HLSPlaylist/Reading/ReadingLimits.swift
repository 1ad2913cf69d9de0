// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// What a reader takes at most, so that no input costs unbounded time or memory.
public struct ReadingLimits: Hashable, Sendable {
  /// Bytes of the whole text.
  public var size = 512 << 20
  /// Bytes of a line.
  public var lineLength = 1 << 20
  /// Segments and parts together.
  public var segments = 4_000_000
  /// Tags that are neither segments nor parts.
  public var tags = 500_000
  /// Attributes of a tag.
  public var attributes = 256
  /// Keys in force at once, each of another format.
  public var keys = 16
  /// Variables.
  public var variables = 1_000
  /// Bytes of all texts that have variables in them, after substitution.
  public var substitutedSize = 64 << 20
  /// Diagnostics that are kept; later ones are counted.
  public var diagnostics = 1_000

  /// Creates the default limits.
  public init() {}
}
