// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

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
