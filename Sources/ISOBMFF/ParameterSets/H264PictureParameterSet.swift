// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A picture parameter set of H.264 (section 7.3.2.2), as far as slice headers need it.
struct H264PictureParameterSet: Hashable, Sendable {
  /// `pic_parameter_set_id`.
  var id: Int
  /// `seq_parameter_set_id`.
  var sequenceID: UInt8
  /// `entropy_coding_mode_flag`.
  var usesArithmeticCoding: Bool
  /// `bottom_field_pic_order_in_frame_present_flag`.
  var hasBottomOrderCount: Bool
  /// `SliceGroupChangeRate`, where slices say how far their groups have grown.
  var groupChangeRate: Int?
  /// The references of each list unless a slice says otherwise.
  var referenceCounts: [Int]
  /// `weighted_pred_flag`.
  var weighsPredictions: Bool
  /// `weighted_bipred_idc`.
  var bipredictionWeighting: UInt32
  /// `deblocking_filter_control_present_flag`.
  var hasDeblockingControl: Bool
  /// `redundant_pic_cnt_present_flag`.
  var hasRedundantCount: Bool

  /// Reads a PPS from its NAL unit, header included, with emulation prevention.
  init(parsing unit: Span<UInt8>) throws(ISOBMFFError) {
    var reader = BitReader(RawByteSequence.removingEmulationPrevention(from: unit))
    guard try reader.byte() & 0x1F == 8 else {
      throw ISOBMFFError(.malformed, at: 0, "expected the NAL unit of an H.264 PPS (type 8)")
    }
    id = try reader.exponentialGolomb(atMost: 255, "pic_parameter_set_id")
    sequenceID = try UInt8(reader.exponentialGolomb(atMost: 31, "seq_parameter_set_id"))
    usesArithmeticCoding = try reader.flag()
    hasBottomOrderCount = try reader.flag()
    let groups = try 1 + reader.exponentialGolomb(atMost: 7, "num_slice_groups_minus1")
    groupChangeRate = try groups > 1 ? Self.groupChangeRate(groups, &reader) : nil
    referenceCounts = []
    for name in ["num_ref_idx_l0_default_active_minus1", "num_ref_idx_l1_default_active_minus1"] {
      try referenceCounts.append(1 + reader.exponentialGolomb(atMost: 31, name))
    }
    weighsPredictions = try reader.flag()
    bipredictionWeighting = try reader.bits(2)
    for _ in 0..<3 { _ = try reader.signedExponentialGolomb() }  // quantisers
    hasDeblockingControl = try reader.flag()
    try reader.skip(1)  // constrained_intra_pred_flag
    hasRedundantCount = try reader.flag()
  }

  /// The map of slice groups; the rate of those that grow.
  private static func groupChangeRate(
    _ groups: Int, _ reader: inout BitReader
  ) throws(ISOBMFFError) -> Int? {
    switch try reader.exponentialGolomb(atMost: 6, "slice_group_map_type") {
    case 0: for _ in 0..<groups { _ = try reader.exponentialGolomb() }
    case 2: for _ in 0..<2 * (groups - 1) { _ = try reader.exponentialGolomb() }
    case 3...5:
      try reader.skip(1)
      return try 1 + Int(reader.exponentialGolomb())
    case 6:
      let units = try 1 + reader.exponentialGolomb(atMost: 1 << 20, "pic_size_in_map_units_minus1")
      try reader.skip(units * BitReader.width(of: groups))
    default: break
    }
    return nil
  }
}

extension BitReader {
  /// The bits of a number below a count: `Ceil(Log2(count))`.
  static func width(of count: Int) -> Int {
    count <= 1 ? 0 : Int.bitWidth - (count - 1).leadingZeroBitCount
  }
}
