// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// What samples of fragments are unless a fragment says otherwise: the `trex` box
/// (ISO/IEC 14496-12 section 8.8.3).
public struct SampleDefaults: Hashable, Sendable {
  /// Which sample entry, from 1 on.
  public var descriptionIndex: UInt32
  /// The duration in the track's timescale.
  public var duration: UInt32
  /// The size in bytes.
  public var size: UInt32
  /// The flags.
  public var flags: SampleFlags

  /// Creates defaults.
  public init(
    descriptionIndex: UInt32 = 1, duration: UInt32 = 0, size: UInt32 = 0,
    flags: SampleFlags = SampleFlags(rawValue: 0)
  ) {
    self.descriptionIndex = descriptionIndex
    self.duration = duration
    self.size = size
    self.flags = flags
  }
}
