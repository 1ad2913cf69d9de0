// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A sample that goes into a fragment, without its bytes.
public struct CMAFSample: Hashable, Sendable {
  /// The size in bytes.
  public var size: UInt32
  /// How long it lasts, in the track's timescale.
  public var duration: UInt32
  /// What to add to its decoding time to get the time of presentation (``CMAFTrack`` tells when
  /// it may be negative).
  public var compositionOffset: Int32
  /// Whether it depends on no other: an IDR picture, or any frame of audio.
  public var isSync: Bool

  /// Creates a sample.
  public init(size: UInt32, duration: UInt32, compositionOffset: Int32 = 0, isSync: Bool = true) {
    self.size = size
    self.duration = duration
    self.compositionOffset = compositionOffset
    self.isSync = isSync
  }
}
