// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A sample of a track: where its bytes are, and when it is decoded and shown.
public struct Sample: Hashable, Sendable {
  /// Where the bytes begin, from the start of the file.
  public var offset: UInt64
  /// The number of bytes.
  public var size: UInt32
  /// When it is decoded, in the track's timescale, before edits.
  public var decodeTime: Int64
  /// How long it lasts, in the track's timescale.
  public var duration: UInt32
  /// What to add to the decoding time to get the time of presentation.
  public var compositionOffset: Int32
  /// Whether the file calls it a sync sample; ``NALUnitCodec/pictureRole(of:framing:)`` knows
  /// better.
  public var isSync: Bool
  /// Which sample entry it belongs to, from 1 on.
  public var descriptionIndex: UInt32

  /// Creates a sample.
  public init(
    offset: UInt64, size: UInt32, decodeTime: Int64, duration: UInt32, compositionOffset: Int32 = 0,
    isSync: Bool = true, descriptionIndex: UInt32 = 1
  ) {
    self.offset = offset
    self.size = size
    self.decodeTime = decodeTime
    self.duration = duration
    self.compositionOffset = compositionOffset
    self.isSync = isSync
    self.descriptionIndex = descriptionIndex
  }

  /// When it is shown, in the track's timescale, before edits.
  public var presentationTime: Int64 {
    decodeTime.addingReportingOverflow(Int64(compositionOffset)).partialValue
  }
}
