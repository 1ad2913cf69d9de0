// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension AV1FrameHeader {
  /// The parameters of the filters, most of which lossless frames have not.
  func skipFilters(_ reader: inout BitReader) throws(ISOBMFFError) {
    if !isLossless, !copiesBlocks {
      try skipLoopFilter(&reader)
      try skipDirectionalFilter(&reader)
    }
    // Frames that are made wider are restored even where their blocks are lossless.
    if !(isLossless && !isUpscaled), !copiesBlocks { try skipRestoration(&reader) }
  }

  /// `loop_filter_params()` (section 5.9.11).
  private func skipLoopFilter(_ reader: inout BitReader) throws(ISOBMFFError) {
    let levels = try reader.bits(12)
    if !fields.isMonochrome, levels != 0 { try reader.skip(12) }
    try reader.skip(3)
    guard try reader.flag(), try reader.flag() else { return }
    for _ in 0..<10 where try reader.flag() { try reader.skip(7) }
  }

  /// `cdef_params()` (section 5.9.19).
  private func skipDirectionalFilter(_ reader: inout BitReader) throws(ISOBMFFError) {
    guard fields.hasDirectionalFilter else { return }
    try reader.skip(2)
    let strengths = try 1 << Int(reader.bits(2))
    try reader.skip(strengths * (fields.isMonochrome ? 6 : 12))
  }

  /// `lr_params()` (section 5.9.20).
  private func skipRestoration(_ reader: inout BitReader) throws(ISOBMFFError) {
    guard fields.hasRestoration else { return }
    var (isUsed, isUsedForChroma) = (false, false)
    for plane in 0..<(fields.isMonochrome ? 1 : 3) where try reader.bits(2) != 0 {
      isUsed = true
      isUsedForChroma = isUsedForChroma || plane > 0
    }
    guard isUsed else { return }
    if try reader.flag(), !fields.hasLargeBlocks { try reader.skip(1) }
    if fields.isSubsampledBothWays, isUsedForChroma { try reader.skip(1) }
  }
}
