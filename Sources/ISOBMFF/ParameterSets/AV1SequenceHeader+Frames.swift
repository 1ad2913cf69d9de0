// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor

extension AV1SequenceHeader {
  /// The fields by which frame headers are read (AV1 specification section 5.9.2).
  struct FrameFields: Hashable, Sendable {
    /// `reduced_still_picture_header`.
    var isReduced = false
    /// Whether frames say when they are shown: a decoder model without equal intervals.
    var timeBits: Int?
    /// The bits of `buffer_removal_time`, where there is a decoder model.
    var removalTimeBits: Int?
    /// `operating_point_idc` of the operating points that have a decoder model.
    var modelledPoints: [UInt32] = []
    /// The bits of a frame's width.
    var widthBits = 1
    /// The bits of a frame's height.
    var heightBits = 1
    /// The bits of the differences and of the identifiers of frames, where frames have some.
    var differenceBits: Int?
    var frameIdentifierBits = 0
    /// `use_128x128_superblock`.
    var hasLargeBlocks = false
    /// `enable_warped_motion`.
    var hasWarpedMotion = false
    /// `enable_ref_frame_mvs`.
    var hasReferenceMotion = false
    /// `OrderHintBits`; 0 where there are none.
    var orderHintBits = 0
    /// `seq_force_screen_content_tools`; `nil` where frames choose.
    var screenTools: Bool?
    /// `seq_force_integer_mv`; `nil` where frames choose.
    var integerMotion: Bool?
    /// `enable_superres`.
    var hasSuperResolution = false
    /// `enable_cdef`.
    var hasDirectionalFilter = false
    /// `enable_restoration`.
    var hasRestoration = false
    /// `mono_chrome`.
    var isMonochrome = false
    /// Whether chroma has half the samples both across and down.
    var isSubsampledBothWays = true
    /// `separate_uv_delta_q`.
    var hasSeparateChromaQuantizers = false
    /// `film_grain_params_present`.
    var hasFilmGrain = false
  }
}

// MARK: - Reading

extension AV1SequenceHeader.FrameFields {
  /// From `timing_info_present_flag` to the last operating point.
  mutating func parseTiming(_ reader: inout BitReader) throws(ISOBMFFError) {
    var delayBits: Int?
    var hasEqualIntervals = false
    var presentationBits = 0
    if try reader.flag() {
      try reader.skip(64)
      hasEqualIntervals = try reader.flag()
      if hasEqualIntervals { _ = try reader.exponentialGolomb() }  // uvlc() is the same code
      if try reader.flag() {
        delayBits = try Int(reader.bits(5)) + 1
        try reader.skip(32)
        removalTimeBits = try Int(reader.bits(5)) + 1
        presentationBits = try Int(reader.bits(5)) + 1
      }
    }
    if delayBits != nil, !hasEqualIntervals { timeBits = presentationBits }
    let hasDisplayDelay = try reader.flag()
    for _ in 0...(try reader.bits(5)) {
      let point = try reader.bits(12)
      if try reader.bits(5) > 7 { try reader.skip(1) }
      if let delayBits, try reader.flag() {
        try reader.skip(2 * delayBits + 1)
        modelledPoints.append(point)
      }
      if hasDisplayDelay, try reader.flag() { try reader.skip(4) }
    }
  }

  /// From `enable_interintra_compound` to `order_hint_bits_minus_1`.
  mutating func parseInterTools(_ reader: inout BitReader) throws(ISOBMFFError) {
    try reader.skip(2)
    hasWarpedMotion = try reader.flag()
    try reader.skip(1)
    let hasOrderHint = try reader.flag()
    if hasOrderHint {
      try reader.skip(1)
      hasReferenceMotion = try reader.flag()
    }
    screenTools = try reader.flag() ? nil : reader.flag()
    if screenTools != false { integerMotion = try reader.flag() ? nil : reader.flag() }
    if hasOrderHint { orderHintBits = try Int(reader.bits(3)) + 1 }
  }

  /// `color_config()` (section 5.5.2).
  mutating func parseColor(
    _ reader: inout BitReader, profile: UInt32
  ) throws(ISOBMFFError) -> ColorDescription {
    let isHighBitDepth = try reader.flag()
    let isTwelveBit = profile == 2 && isHighBitDepth ? try reader.flag() : false
    isMonochrome = profile != 1 ? try reader.flag() : false
    var color = ColorDescription(
      primaries: .unspecified, transfer: .unspecified, matrix: .unspecified)
    if try reader.flag() {
      color.primaries = try ColorPrimaries(rawValue: reader.byte())
      color.transfer = try TransferCharacteristics(rawValue: reader.byte())
      color.matrix = try MatrixCoefficients(rawValue: reader.byte())
    }
    let isRGB =
      color.primaries == .bt709 && color.transfer == .srgb && color.matrix == .identity
    if isMonochrome {
      color.isFullRange = try reader.flag()
      return color
    }
    if isRGB {
      color.isFullRange = true
      isSubsampledBothWays = false
    } else {
      color.isFullRange = try reader.flag()
      switch (profile, isTwelveBit) {
      case (0, _): isSubsampledBothWays = true
      case (1, _): isSubsampledBothWays = false
      case (_, false): isSubsampledBothWays = false
      case (_, true):
        isSubsampledBothWays = try reader.flag() ? reader.flag() : false
      }
      if isSubsampledBothWays { try reader.skip(2) }  // chroma_sample_position
    }
    hasSeparateChromaQuantizers = try reader.flag()
    return color
  }
}
