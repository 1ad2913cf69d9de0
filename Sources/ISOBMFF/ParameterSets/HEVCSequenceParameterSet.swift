// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A sequence parameter set of HEVC (section 7.3.2.2), as far as packaging needs it.
public struct HEVCSequenceParameterSet: Hashable, Sendable {
  /// Profile, tier and level.
  public var profile: HEVCProfile
  /// `sps_seq_parameter_set_id`.
  public var id: UInt8
  /// The number of temporal sub-layers, 1 to 7.
  public var temporalLayers: UInt8
  /// `sps_temporal_id_nesting_flag`.
  public var isTemporallyNested: Bool
  /// How chroma is sampled.
  public var chromaFormat: ChromaFormat
  /// Bits of a luma sample, 8 to 16.
  public var lumaBitDepth: UInt8
  /// Bits of a chroma sample, 8 to 16.
  public var chromaBitDepth: UInt8
  /// The width in pixels, after the conformance window.
  public var width: Int
  /// The height in pixels, after the conformance window.
  public var height: Int
  /// The usability information; empty where there is none.
  public var usability: VideoUsability
  /// What the headers of slice segments are written by.
  var slices = SliceFields()

  /// The fields by which a slice segment header is read (section 7.3.6.1).
  struct SliceFields: Hashable, Sendable {
    /// `separate_colour_plane_flag`.
    var hasSeparatePlanes = false
    /// Whether there is chroma that is coded with luma: `ChromaArrayType` is not 0.
    var hasChroma = true
    /// `PicSizeInCtbsY`.
    var treeBlocks = 1
    /// The bits of `slice_pic_order_cnt_lsb`, 4 to 16.
    var orderCountBits = 4
    /// `sample_adaptive_offset_enabled_flag`.
    var hasAdaptiveOffset = false
    /// The short-term reference picture sets.
    var shortTermSets: [HEVCReferenceSet] = []
    /// `used_by_curr_pic_lt_sps_flag` of each long-term picture; `nil` where
    /// `long_term_ref_pics_present_flag` is 0.
    var longTermUses: [Bool]?
    /// `sps_temporal_mvp_enabled_flag`.
    var hasTemporalMotion = false
  }

  /// Reads an SPS from its NAL unit, header included, with emulation prevention.
  ///
  /// - Throws: ``ISOBMFFError``; offsets count in bytes without emulation prevention.
  public init(parsing unit: Span<UInt8>) throws(ISOBMFFError) {
    var reader = BitReader(RawByteSequence.removingEmulationPrevention(from: unit))
    guard try reader.byte() >> 1 & 0x3F == 33 else {
      throw ISOBMFFError(.malformed, at: 0, "expected the NAL unit of an HEVC SPS (type 33)")
    }
    try reader.skip(8 + 4)  // the rest of the header; sps_video_parameter_set_id
    let subLayers = try Int(reader.bits(3))
    guard subLayers < 7 else {
      throw ISOBMFFError(.malformed, at: 2, "expected at most 7 temporal sub-layers, found 8")
    }
    temporalLayers = UInt8(subLayers + 1)
    isTemporallyNested = try reader.flag()
    profile = try HEVCProfile(parsing: &reader, subLayers: subLayers)
    id = try UInt8(reader.exponentialGolomb(atMost: 15, "sps_seq_parameter_set_id"))
    (chromaFormat, slices.hasSeparatePlanes) = try ChromaFormat.parse(&reader)
    slices.hasChroma = chromaFormat != .monochrome && !slices.hasSeparatePlanes
    let codedWidth = try Int(reader.exponentialGolomb())
    let codedHeight = try Int(reader.exponentialGolomb())
    let window = try reader.flag() ? Cropping.parse(&reader) : Cropping()
    (width, height) = try window.size(
      ofWidth: codedWidth, height: codedHeight, horizontalUnit: chromaFormat.horizontalStep,
      verticalUnit: chromaFormat.verticalStep)
    lumaBitDepth = try UInt8(8 + reader.exponentialGolomb(atMost: 8, "bit_depth_luma_minus8"))
    chromaBitDepth = try UInt8(8 + reader.exponentialGolomb(atMost: 8, "bit_depth_chroma_minus8"))
    slices.orderCountBits =
      try 4
      + reader.exponentialGolomb(
        atMost: 12, "log2_max_pic_order_cnt_lsb_minus4")
    for _ in try (reader.flag() ? 0 : subLayers)...subLayers {
      for _ in 0..<3 { _ = try reader.exponentialGolomb() }
    }
    let smallestBlock =
      try 3 + reader.exponentialGolomb(atMost: 3, "log2_min_luma_coding_block_size_minus3")
    let treeBlock =
      try 1
      << (smallestBlock
        + reader.exponentialGolomb(atMost: 3, "log2_diff_max_min_luma_coding_block_size"))
    slices.treeBlocks =
      ((codedWidth + treeBlock - 1) / treeBlock) * ((codedHeight + treeBlock - 1) / treeBlock)
    for _ in 0..<4 { _ = try reader.exponentialGolomb() }  // sizes and depths of transforms
    if try reader.flag(), try reader.flag() { try HEVCSyntax.skipScalingLists(&reader) }
    try reader.skip(1)  // amp_enabled_flag
    slices.hasAdaptiveOffset = try reader.flag()
    if try reader.flag() {  // pcm_enabled_flag
      try reader.skip(8)
      for _ in 0..<2 { _ = try reader.exponentialGolomb() }
      try reader.skip(1)
    }
    let sets = try reader.exponentialGolomb(atMost: 64, "num_short_term_ref_pic_sets")
    for _ in 0..<sets {
      try slices.shortTermSets.append(
        HEVCReferenceSet(parsing: &reader, after: slices.shortTermSets, isLast: false))
    }
    if try reader.flag() {  // long_term_ref_pics_present_flag
      var uses: [Bool] = []
      for _ in try 0..<reader.exponentialGolomb(atMost: 32, "num_long_term_ref_pics_sps") {
        try reader.skip(slices.orderCountBits)
        try uses.append(reader.flag())
      }
      slices.longTermUses = uses
    }
    slices.hasTemporalMotion = try reader.flag()
    try reader.skip(1)  // strong_intra_smoothing_enabled_flag
    usability = VideoUsability()
    if try reader.flag() {
      try HEVCSyntax.parse(&usability, &reader, subLayers: subLayers)
    }
  }
}
