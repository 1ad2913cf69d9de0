// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A sequence parameter set of H.264 (section 7.3.2.1), as far as packaging needs it.
public struct H264SequenceParameterSet: Hashable, Sendable {
  /// `profile_idc`: 66 Baseline, 77 Main, 100 High.
  public var profile: UInt8
  /// The byte of constraint flags.
  public var constraints: UInt8
  /// `level_idc`: ten times the level.
  public var level: UInt8
  /// `seq_parameter_set_id`.
  public var id: UInt8
  /// How chroma is sampled.
  public var chromaFormat: ChromaFormat
  /// Bits of a luma sample, 8 to 14.
  public var lumaBitDepth: UInt8
  /// Bits of a chroma sample, 8 to 14.
  public var chromaBitDepth: UInt8
  /// The width in pixels, after cropping.
  public var width: Int
  /// The height in pixels, after cropping.
  public var height: Int
  /// Whether every picture is a whole frame.
  public var isProgressive: Bool
  /// The usability information; empty where there is none.
  public var usability: VideoUsability
  /// What the headers of slices are written by.
  var slices = SliceFields()

  /// The fields by which a slice header is read (section 7.3.3).
  struct SliceFields: Hashable, Sendable {
    /// `separate_colour_plane_flag`.
    var hasSeparatePlanes = false
    /// The bits of `frame_num`, 4 to 16.
    var frameNumberBits = 4
    /// `pic_order_cnt_type`.
    var orderCountType = 0
    /// The bits of `pic_order_cnt_lsb`, 4 to 16.
    var orderCountBits = 4
    /// `delta_pic_order_always_zero_flag`.
    var hasNoOrderCountDeltas = false
    /// `PicSizeInMapUnits`.
    var mapUnits = 0
  }

  /// Whether the profile's SPS, and its `avcC`, have chroma format and bit depths.
  static func hasChromaFields(profile: UInt8) -> Bool {
    [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135].contains(profile)
  }

  /// Reads an SPS from its NAL unit, header included, with emulation prevention.
  ///
  /// - Throws: ``ISOBMFFError``; offsets count in bytes without emulation prevention.
  public init(parsing unit: Span<UInt8>) throws(ISOBMFFError) {
    var reader = BitReader(RawByteSequence.removingEmulationPrevention(from: unit))
    guard try reader.byte() & 0x1F == 7 else {
      throw ISOBMFFError(.malformed, at: 0, "expected the NAL unit of an H.264 SPS (type 7)")
    }
    profile = try reader.byte()
    constraints = try reader.byte()
    level = try reader.byte()
    id = try UInt8(reader.exponentialGolomb(atMost: 31, "seq_parameter_set_id"))
    (chromaFormat, lumaBitDepth, chromaBitDepth) = (.yuv420, 8, 8)
    var arrayFormat = ChromaFormat.yuv420
    if Self.hasChromaFields(profile: profile) {
      let hasSeparatePlanes: Bool
      (chromaFormat, hasSeparatePlanes) = try ChromaFormat.parse(&reader)
      arrayFormat = hasSeparatePlanes ? .monochrome : chromaFormat
      slices.hasSeparatePlanes = hasSeparatePlanes
      lumaBitDepth = try UInt8(8 + reader.exponentialGolomb(atMost: 6, "bit_depth_luma_minus8"))
      chromaBitDepth = try UInt8(
        8 + reader.exponentialGolomb(atMost: 6, "bit_depth_chroma_minus8"))
      try reader.skip(1)  // qpprime_y_zero_transform_bypass_flag
      try Self.skipScalingMatrix(&reader, lists: chromaFormat == .yuv444 ? 12 : 8)
    }
    try slices.parseOrderCount(&reader)
    _ = try reader.exponentialGolomb()  // max_num_ref_frames
    try reader.skip(1)  // gaps_in_frame_num_value_allowed_flag
    let columns = try 1 + reader.exponentialGolomb(atMost: 4095, "pic_width_in_mbs_minus1")
    let rows = try 1 + reader.exponentialGolomb(atMost: 4095, "pic_height_in_map_units_minus1")
    isProgressive = try reader.flag()
    if !isProgressive { try reader.skip(1) }  // mb_adaptive_frame_field_flag
    try reader.skip(1)  // direct_8x8_inference_flag
    let fields = isProgressive ? 1 : 2
    slices.mapUnits = columns * rows
    let cropping = try reader.flag() ? Cropping.parse(&reader) : Cropping()
    (width, height) = try cropping.size(
      ofWidth: columns * 16, height: rows * 16 * fields,
      horizontalUnit: arrayFormat.horizontalStep,
      verticalUnit: arrayFormat.verticalStep * fields)
    usability = try reader.flag() ? Self.usability(&reader) : VideoUsability()
  }
}

// MARK: - Parts of the syntax

extension H264SequenceParameterSet {
  private static func skipScalingMatrix(
    _ reader: inout BitReader, lists: Int
  ) throws(ISOBMFFError) {
    guard try reader.flag() else { return }
    for list in 0..<lists where try reader.flag() {
      var (last, next) = (8, 8)
      for _ in 0..<(list < 6 ? 16 : 64) {
        if next != 0 { next = try (last + Int(reader.signedExponentialGolomb()) + 256) & 0xFF }
        last = next == 0 ? last : next
      }
    }
  }

  /// The usability information, to the timing: nothing after it matters here.
  private static func usability(_ reader: inout BitReader) throws(ISOBMFFError) -> VideoUsability {
    var usability = VideoUsability()
    try usability.parsePicture(&reader)
    if try reader.flag() { try usability.parseTiming(&reader) }
    return usability
  }
}

extension H264SequenceParameterSet.SliceFields {
  /// From `log2_max_frame_num_minus4` to the fields of `pic_order_cnt_type`.
  fileprivate mutating func parseOrderCount(_ reader: inout BitReader) throws(ISOBMFFError) {
    frameNumberBits =
      try 4 + reader.exponentialGolomb(atMost: 12, "log2_max_frame_num_minus4")
    orderCountType = try reader.exponentialGolomb(atMost: 2, "pic_order_cnt_type")
    switch orderCountType {
    case 0:
      orderCountBits =
        try 4 + reader.exponentialGolomb(atMost: 12, "log2_max_pic_order_cnt_lsb_minus4")
    case 1:
      hasNoOrderCountDeltas = try reader.flag()
      _ = try reader.exponentialGolomb()
      _ = try reader.exponentialGolomb()
      let count = try reader.exponentialGolomb(
        atMost: 255, "num_ref_frames_in_pic_order_cnt_cycle")
      for _ in 0..<count { _ = try reader.exponentialGolomb() }
    default: break
    }
  }
}
