// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The header of a slice of H.264 (section 7.3.3), read to find where it ends.
struct H264SliceHeader {
  private let sequence: H264SequenceParameterSet
  private let picture: H264PictureParameterSet
  private let kind: Kind
  private var isField = false
  private var referenceCounts: [Int]

  private enum Kind: UInt32 {
    case p = 0
    case b = 1
    case i = 2
    case sp = 3
    case si = 4

    var isIntra: Bool { self == .i || self == .si }
    /// The lists of references that a slice has.
    var lists: Int { isIntra ? 0 : self == .b ? 2 : 1 }
  }

  /// Reads a header from the byte of the NAL unit's header on; the reader then stands behind it.
  @discardableResult
  init(parsing reader: inout BitReader, _ sets: SliceParameterSets) throws(ISOBMFFError) {
    let unitHeader = try reader.byte()
    let isIDR = unitHeader & 0x1F == 5
    _ = try reader.exponentialGolomb()  // first_mb_in_slice
    let type = try reader.exponentialGolomb(atMost: 9, "slice_type")
    kind = Kind(rawValue: UInt32(type % 5)) ?? .i
    picture = try sets.h264Picture(reader.exponentialGolomb(atMost: 255, "pic_parameter_set_id"))
    sequence = try sets.h264Sequence(picture.sequenceID)
    referenceCounts = picture.referenceCounts
    if sequence.slices.hasSeparatePlanes { try reader.skip(2) }
    try reader.skip(sequence.slices.frameNumberBits)
    if !sequence.isProgressive {
      isField = try reader.flag()
      if isField { try reader.skip(1) }
    }
    if isIDR { _ = try reader.exponentialGolomb() }  // idr_pic_id
    try skipOrderCount(&reader)
    if picture.hasRedundantCount { _ = try reader.exponentialGolomb() }
    if kind == .b { try reader.skip(1) }  // direct_spatial_mv_pred_flag
    try parseReferenceCounts(&reader)
    try skipListModification(&reader)
    if picture.weighsPredictions && (kind == .p || kind == .sp)
      || picture.bipredictionWeighting == 1 && kind == .b
    {
      try skipWeights(&reader)
    }
    if unitHeader & 0x60 != 0 { try Self.skipMarking(&reader, isIDR: isIDR) }
    if picture.usesArithmeticCoding, !kind.isIntra { _ = try reader.exponentialGolomb() }
    _ = try reader.signedExponentialGolomb()  // slice_qp_delta
    if kind == .sp || kind == .si {
      if kind == .sp { try reader.skip(1) }
      _ = try reader.signedExponentialGolomb()
    }
    if picture.hasDeblockingControl, try reader.exponentialGolomb() != 1 {
      for _ in 0..<2 { _ = try reader.signedExponentialGolomb() }
    }
    if let rate = picture.groupChangeRate {
      let steps = (sequence.slices.mapUnits + rate - 1) / rate
      try reader.skip(BitReader.width(of: steps + 1))
    }
  }

  private func skipOrderCount(_ reader: inout BitReader) throws(ISOBMFFError) {
    let fields = sequence.slices
    let hasBottom = picture.hasBottomOrderCount && !isField
    switch fields.orderCountType {
    case 0:
      try reader.skip(fields.orderCountBits)
      if hasBottom { _ = try reader.signedExponentialGolomb() }
    case 1 where !fields.hasNoOrderCountDeltas:
      for _ in 0..<(hasBottom ? 2 : 1) { _ = try reader.signedExponentialGolomb() }
    default: break
    }
  }

  private mutating func parseReferenceCounts(_ reader: inout BitReader) throws(ISOBMFFError) {
    guard kind.lists > 0, try reader.flag() else { return }
    for list in 0..<kind.lists {
      referenceCounts[list] = try 1 + reader.exponentialGolomb(atMost: 31, "num_ref_idx_active")
    }
  }

  /// `ref_pic_list_modification()` (section 7.3.3.1).
  private func skipListModification(_ reader: inout BitReader) throws(ISOBMFFError) {
    for _ in 0..<kind.lists where try reader.flag() {
      while try reader.exponentialGolomb(atMost: 3, "modification_of_pic_nums_idc") != 3 {
        _ = try reader.exponentialGolomb()
      }
    }
  }

  /// `pred_weight_table()` (section 7.3.3.2).
  private func skipWeights(_ reader: inout BitReader) throws(ISOBMFFError) {
    let hasChroma = sequence.chromaFormat != .monochrome && !sequence.slices.hasSeparatePlanes
    for _ in 0..<(hasChroma ? 2 : 1) { _ = try reader.exponentialGolomb() }
    for list in 0..<kind.lists {
      for _ in 0..<referenceCounts[list] {
        for numbers in hasChroma ? [2, 4] : [2] where try reader.flag() {
          for _ in 0..<numbers { _ = try reader.signedExponentialGolomb() }
        }
      }
    }
  }

  /// `dec_ref_pic_marking()` (section 7.3.3.3).
  private static func skipMarking(
    _ reader: inout BitReader, isIDR: Bool
  ) throws(ISOBMFFError) {
    guard !isIDR else { return try reader.skip(2) }
    guard try reader.flag() else { return }
    while true {
      switch try reader.exponentialGolomb(atMost: 6, "memory_management_control_operation") {
      case 0: return
      case 3: for _ in 0..<2 { _ = try reader.exponentialGolomb() }
      case 5: break
      default: _ = try reader.exponentialGolomb()
      }
    }
  }
}
