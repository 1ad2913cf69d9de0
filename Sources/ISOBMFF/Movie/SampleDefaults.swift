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

/// How a sample of a fragment depends on others (ISO/IEC 14496-12 section 8.8.3.1).
public struct SampleFlags: RawRepresentable, Hashable, Sendable {
  /// The 32 bits.
  public var rawValue: UInt32

  /// Creates flags from their bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// A sync sample: it depends on no other.
  public static let sync = SampleFlags(rawValue: 0x0200_0000)

  /// A sample that depends on others and is no sync sample.
  public static let nonSync = SampleFlags(rawValue: 0x0101_0000)

  /// Whether decoding can start at the sample.
  public var isSync: Bool { rawValue & 0x1_0000 == 0 }

  /// `sample_depends_on`: 0 unknown, 1 on others, 2 on none.
  public var dependsOn: UInt8 { UInt8(rawValue >> 24 & 3) }
}
