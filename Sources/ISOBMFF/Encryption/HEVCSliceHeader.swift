// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The header of a slice segment of HEVC (section 7.3.6.1), read to find where it ends.
struct HEVCSliceHeader {
  private let sequence: HEVCSequenceParameterSet
  private let picture: HEVCPictureParameterSet
  private var kind = Kind.i
  private var referenceCounts: [Int]
  /// `NumPicTotalCurr`.
  private var references = 0
  private var hasTemporalMotion = false
  private var hasAdaptiveOffset = false

  private enum Kind: Int {
    case b = 0
    case p = 1
    case i = 2

    /// The lists of references that a slice has.
    var lists: Int { 2 - rawValue }
  }

  /// Reads a header from the NAL unit's header on; the reader then stands behind it.
  @discardableResult
  init(parsing reader: inout BitReader, _ sets: SliceParameterSets) throws(ISOBMFFError) {
    let type = try reader.byte() >> 1 & 0x3F
    try reader.skip(8)
    let isFirst = try reader.flag()
    if (16...23).contains(type) { try reader.skip(1) }  // no_output_of_prior_pics_flag
    picture = try sets.hevcPicture(
      reader.exponentialGolomb(atMost: 63, "slice_pic_parameter_set_id"))
    sequence = try sets.hevcSequence(picture.sequenceID)
    referenceCounts = picture.referenceCounts
    var isDependent = false
    if !isFirst {
      isDependent = picture.hasDependentSegments ? try reader.flag() : false
      try reader.skip(BitReader.width(of: sequence.slices.treeBlocks))
    }
    if !isDependent { try parseFields(&reader, isIDR: type == 19 || type == 20) }
    if picture.hasEntryPoints {
      let count = try reader.exponentialGolomb(atMost: 1 << 16, "num_entry_point_offsets")
      if count > 0 {
        let width = try 1 + reader.exponentialGolomb(atMost: 31, "offset_len_minus1")
        try reader.skip(count * width)
      }
    }
    if picture.hasHeaderExtension {
      let bytes = try reader.exponentialGolomb(
        atMost: 256, "slice_segment_header_extension_length")
      try reader.skip(bytes * 8)
    }
    try reader.skip(1)  // byte_alignment(), which takes a whole byte where there is no rest
    try reader.skip((8 - reader.position % 8) % 8)
  }

  private mutating func parseFields(
    _ reader: inout BitReader, isIDR: Bool
  ) throws(ISOBMFFError) {
    try reader.skip(picture.extraBits)
    kind = Kind(rawValue: try reader.exponentialGolomb(atMost: 2, "slice_type")) ?? .i
    if picture.hasOutputFlag { try reader.skip(1) }
    if sequence.slices.hasSeparatePlanes { try reader.skip(2) }
    if !isIDR { try parseReferences(&reader) }
    if sequence.slices.hasAdaptiveOffset {
      hasAdaptiveOffset = try reader.flag()
      if sequence.slices.hasChroma, try reader.flag() { hasAdaptiveOffset = true }
    }
    if kind != .i { try parsePrediction(&reader) }
    _ = try reader.signedExponentialGolomb()  // slice_qp_delta
    if picture.hasChromaOffsets {
      for _ in 0..<2 { _ = try reader.signedExponentialGolomb() }
    }
    if picture.hasChromaOffsetList { try reader.skip(1) }
    var isDeblockingDisabled = picture.isDeblockingDisabled
    if picture.hasDeblockingOverride, try reader.flag() {
      isDeblockingDisabled = try reader.flag()
      if !isDeblockingDisabled {
        for _ in 0..<2 { _ = try reader.signedExponentialGolomb() }
      }
    }
    if picture.filtersAcrossSlices, hasAdaptiveOffset || !isDeblockingDisabled {
      try reader.skip(1)
    }
  }

  /// From `slice_pic_order_cnt_lsb` to `slice_temporal_mvp_enabled_flag`.
  private mutating func parseReferences(_ reader: inout BitReader) throws(ISOBMFFError) {
    let fields = sequence.slices
    try reader.skip(fields.orderCountBits)
    let sets = fields.shortTermSets
    if try !reader.flag() {
      references = try HEVCReferenceSet(parsing: &reader, after: sets, isLast: true).usedCount
    } else {
      let index = try Int(reader.bits(BitReader.width(of: sets.count)))
      guard index < sets.count else {
        throw ISOBMFFError(
          .malformed, at: reader.position / 8,
          "expected one of \(sets.count) reference sets, found \(index)")
      }
      references = sets[index].usedCount
    }
    if let uses = fields.longTermUses { try parseLongTerm(uses, &reader) }
    if fields.hasTemporalMotion { hasTemporalMotion = try reader.flag() }
  }

  private mutating func parseLongTerm(
    _ uses: [Bool], _ reader: inout BitReader
  ) throws(ISOBMFFError) {
    let listed =
      uses.isEmpty ? 0 : try reader.exponentialGolomb(atMost: 32, "num_long_term_sps")
    let own = try reader.exponentialGolomb(atMost: 32, "num_long_term_pics")
    for index in 0..<listed + own {
      if index < listed {
        let place = try Int(reader.bits(BitReader.width(of: uses.count)))
        if place < uses.count, uses[place] { references += 1 }
      } else {
        try reader.skip(sequence.slices.orderCountBits)
        if try reader.flag() { references += 1 }
      }
      if try reader.flag() { _ = try reader.exponentialGolomb() }  // delta_poc_msb_cycle_lt
    }
  }

  /// From `num_ref_idx_active_override_flag` to `five_minus_max_num_merge_cand`.
  private mutating func parsePrediction(_ reader: inout BitReader) throws(ISOBMFFError) {
    if try reader.flag() {
      for list in 0..<kind.lists {
        referenceCounts[list] =
          try 1 + reader.exponentialGolomb(atMost: 14, "num_ref_idx_active_minus1")
      }
    }
    if picture.hasListModification, references > 1 {
      for list in 0..<kind.lists where try reader.flag() {
        try reader.skip(referenceCounts[list] * BitReader.width(of: references))
      }
    }
    if kind == .b { try reader.skip(1) }  // mvd_l1_zero_flag
    if picture.hasInitialisationFlag { try reader.skip(1) }
    if hasTemporalMotion {
      let list = kind == .b ? try reader.flag() ? 0 : 1 : 0  // collocated_from_l0_flag
      if referenceCounts[list] > 1 { _ = try reader.exponentialGolomb() }
    }
    if kind == .p ? picture.weighsPredictions : picture.weighsBipredictions {
      try skipWeights(&reader)
    }
    _ = try reader.exponentialGolomb()  // five_minus_max_num_merge_cand
  }

  /// `pred_weight_table()` (section 7.3.6.3).
  private func skipWeights(_ reader: inout BitReader) throws(ISOBMFFError) {
    let hasChroma = sequence.slices.hasChroma
    _ = try reader.exponentialGolomb()
    if hasChroma { _ = try reader.signedExponentialGolomb() }
    for list in 0..<kind.lists {
      let count = referenceCounts[list]
      var numbers = [Int](repeating: 0, count: count)
      for index in 0..<count where try reader.flag() { numbers[index] += 2 }
      if hasChroma {
        for index in 0..<count where try reader.flag() { numbers[index] += 4 }
      }
      for _ in 0..<numbers.reduce(0, +) { _ = try reader.signedExponentialGolomb() }
    }
  }
}
