// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The parts of HEVC's parameter sets that must be read to get past them.
enum HEVCSyntax {
  /// `scaling_list_data()` (section 7.3.4).
  static func skipScalingLists(_ reader: inout BitReader) throws(ISOBMFFError) {
    for size in 0..<4 {
      for _ in stride(from: 0, to: 6, by: size == 3 ? 3 : 1) {
        guard try reader.flag() else {
          _ = try reader.exponentialGolomb()
          continue
        }
        let coefficients = min(64, 1 << (4 + 2 * size))
        for _ in 0..<coefficients + (size > 1 ? 1 : 0) {
          _ = try reader.signedExponentialGolomb()
        }
      }
    }
  }

  /// `vui_parameters()` (section E.2.1).
  static func parse(
    _ usability: inout VideoUsability, _ reader: inout BitReader, subLayers: Int
  ) throws(ISOBMFFError) {
    try usability.parsePicture(&reader)
    try reader.skip(3)  // neutral_chroma_indication, field_seq, frame_field_info_present
    if try reader.flag() { _ = try Cropping.parse(&reader) }  // default display window
    if try reader.flag() {
      try usability.parseTiming(&reader)
      if try reader.flag() { _ = try reader.exponentialGolomb() }  // ticks of a picture
      if try reader.flag() { try skipRates(&reader, subLayers: subLayers) }
    }
    if try reader.flag() {  // bitstream_restriction_flag
      try reader.skip(3)
      usability.minimumSpatialSegmentation = try UInt16(
        reader.exponentialGolomb(atMost: 4095, "min_spatial_segmentation_idc"))
    }
  }

  /// `hrd_parameters(1, maxNumSubLayersMinus1)` (section E.2.2).
  private static func skipRates(
    _ reader: inout BitReader, subLayers: Int
  ) throws(ISOBMFFError) {
    let hasNAL = try reader.flag()
    let hasVCL = try reader.flag()
    var hasSubPictures = false
    if hasNAL || hasVCL {
      hasSubPictures = try reader.flag()
      if hasSubPictures { try reader.skip(19) }
      try reader.skip(8)
      if hasSubPictures { try reader.skip(4) }
      try reader.skip(15)
    }
    for _ in 0...subLayers {
      let isFixedInGeneral = try reader.flag()
      let isFixedInSequence = try isFixedInGeneral ? true : reader.flag()
      var isLowDelay = false
      if isFixedInSequence {
        _ = try reader.exponentialGolomb()  // elemental_duration_in_tc_minus1
      } else {
        isLowDelay = try reader.flag()
      }
      let buffers =
        try isLowDelay ? 1 : 1 + reader.exponentialGolomb(atMost: 31, "cpb_cnt_minus1")
      for _ in 0..<buffers * ((hasNAL ? 1 : 0) + (hasVCL ? 1 : 0)) {
        for _ in 0..<(hasSubPictures ? 4 : 2) { _ = try reader.exponentialGolomb() }
        try reader.skip(1)
      }
    }
  }
}
