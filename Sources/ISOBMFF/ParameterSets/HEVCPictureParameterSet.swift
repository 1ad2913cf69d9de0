// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A picture parameter set of HEVC (section 7.3.2.3), as far as slice segment headers need it.
struct HEVCPictureParameterSet: Hashable, Sendable {
  /// `pps_pic_parameter_set_id`.
  var id: Int
  /// `pps_seq_parameter_set_id`.
  var sequenceID: UInt8
  /// `dependent_slice_segments_enabled_flag`.
  var hasDependentSegments: Bool
  /// `output_flag_present_flag`.
  var hasOutputFlag: Bool
  /// `num_extra_slice_header_bits`.
  var extraBits: Int
  /// `cabac_init_present_flag`.
  var hasInitialisationFlag: Bool
  /// The references of each list unless a slice says otherwise.
  var referenceCounts: [Int]
  /// `pps_slice_chroma_qp_offsets_present_flag`.
  var hasChromaOffsets: Bool
  /// `weighted_pred_flag`.
  var weighsPredictions: Bool
  /// `weighted_bipred_flag`.
  var weighsBipredictions: Bool
  /// Whether slices list the entry points of tiles or of rows.
  var hasEntryPoints: Bool
  /// `pps_loop_filter_across_slices_enabled_flag`.
  var filtersAcrossSlices: Bool
  /// `deblocking_filter_override_enabled_flag`.
  var hasDeblockingOverride = false
  /// `pps_deblocking_filter_disabled_flag`.
  var isDeblockingDisabled = false
  /// `lists_modification_present_flag`.
  var hasListModification: Bool
  /// `slice_segment_header_extension_present_flag`.
  var hasHeaderExtension: Bool
  /// `chroma_qp_offset_list_enabled_flag`.
  var hasChromaOffsetList = false

  /// Reads a PPS from its NAL unit, header included, with emulation prevention.
  init(parsing unit: Span<UInt8>) throws(ISOBMFFError) {
    var reader = BitReader(RawByteSequence.removingEmulationPrevention(from: unit))
    guard try reader.byte() >> 1 & 0x3F == 34 else {
      throw ISOBMFFError(.malformed, at: 0, "expected the NAL unit of an HEVC PPS (type 34)")
    }
    try reader.skip(8)  // the rest of the header
    id = try reader.exponentialGolomb(atMost: 63, "pps_pic_parameter_set_id")
    sequenceID = try UInt8(reader.exponentialGolomb(atMost: 15, "pps_seq_parameter_set_id"))
    hasDependentSegments = try reader.flag()
    hasOutputFlag = try reader.flag()
    extraBits = try Int(reader.bits(3))
    try reader.skip(1)  // sign_data_hiding_enabled_flag
    hasInitialisationFlag = try reader.flag()
    referenceCounts = []
    for name in ["num_ref_idx_l0_default_active_minus1", "num_ref_idx_l1_default_active_minus1"] {
      try referenceCounts.append(1 + reader.exponentialGolomb(atMost: 14, name))
    }
    _ = try reader.signedExponentialGolomb()  // init_qp_minus26
    try reader.skip(1)  // constrained_intra_pred_flag
    let skipsTransforms = try reader.flag()
    if try reader.flag() { _ = try reader.exponentialGolomb() }  // cu_qp_delta_enabled_flag
    for _ in 0..<2 { _ = try reader.signedExponentialGolomb() }  // chroma offsets
    hasChromaOffsets = try reader.flag()
    weighsPredictions = try reader.flag()
    weighsBipredictions = try reader.flag()
    try reader.skip(1)  // transquant_bypass_enabled_flag
    let hasTiles = try reader.flag()
    let synchronisesRows = try reader.flag()
    hasEntryPoints = hasTiles || synchronisesRows
    if hasTiles { try Self.skipTiles(&reader) }
    filtersAcrossSlices = try reader.flag()
    if try reader.flag() {  // deblocking_filter_control_present_flag
      hasDeblockingOverride = try reader.flag()
      isDeblockingDisabled = try reader.flag()
      if !isDeblockingDisabled {
        for _ in 0..<2 { _ = try reader.signedExponentialGolomb() }
      }
    }
    if try reader.flag() { try HEVCSyntax.skipScalingLists(&reader) }
    hasListModification = try reader.flag()
    _ = try reader.exponentialGolomb()  // log2_parallel_merge_level_minus2
    hasHeaderExtension = try reader.flag()
    if try reader.flag() { try parseExtensions(&reader, skipsTransforms: skipsTransforms) }
  }

  private static func skipTiles(_ reader: inout BitReader) throws(ISOBMFFError) {
    let columns = try reader.exponentialGolomb(atMost: 1023, "num_tile_columns_minus1")
    let rows = try reader.exponentialGolomb(atMost: 1023, "num_tile_rows_minus1")
    if try !reader.flag() {
      for _ in 0..<columns + rows { _ = try reader.exponentialGolomb() }
    }
    try reader.skip(1)  // loop_filter_across_tiles_enabled_flag
  }

  private mutating func parseExtensions(
    _ reader: inout BitReader, skipsTransforms: Bool
  ) throws(ISOBMFFError) {
    let hasRangeExtension = try reader.flag()
    let others = try reader.bits(7)
    guard others & 0b001_0000 == 0 else {
      throw ISOBMFFError(
        .unsupported, at: reader.position / 8, "pictures of the screen content extension")
    }
    guard hasRangeExtension else { return }
    if skipsTransforms { _ = try reader.exponentialGolomb() }
    try reader.skip(1)  // cross_component_prediction_enabled_flag
    hasChromaOffsetList = try reader.flag()
  }
}
