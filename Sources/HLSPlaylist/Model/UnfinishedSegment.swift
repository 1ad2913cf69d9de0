// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The segment at the live edge, of which some parts are published but no `EXTINF` and URI yet.
public struct UnfinishedSegment: Hashable, Sendable {
  /// How many `EXT-X-DISCONTINUITY` tags stand before its parts.
  public var discontinuityCount = 0

  /// How the parts are encrypted, as ``MediaSegment/keys``.
  public var keys: [EncryptionKey] = []

  /// What a decoder needs first, as ``MediaSegment/initialization``.
  public var initialization: MediaInitialization?

  /// When the first part starts in the real world.
  public var programDateTime: DateTime?

  /// The parts published so far.
  public var parts: [PartialSegment] = []

  /// Creates a segment without parts.
  public init() {}
}
