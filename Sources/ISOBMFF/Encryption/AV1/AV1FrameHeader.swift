// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The header of a frame of AV1 (AV1 specification section 5.9.2), read to find where its tiles
/// begin.
struct AV1FrameHeader {
  /// The tiles of the frame.
  private(set) var tiles = AV1TileLayout()
  /// What is kept of the frame.
  private(set) var kept = AV1Reference()
  /// `refresh_frame_flags`: the places in which it is kept.
  private(set) var refreshed: UInt32 = 0
  /// Whether a frame that was kept is shown, and nothing is coded.
  private(set) var showsExisting = false

  let fields: AV1SequenceHeader.FrameFields
  private let sequence: AV1SequenceHeader
  private var references: [AV1Reference]

  /// `primary_ref_frame` of frames that build on none.
  private static let noPrimary: UInt32 = 7
  private var isShown = true
  private var isShowable = false
  private var isResilient = true
  private var allowsScreenTools = false
  private var overridesSize = false
  private var primary = AV1FrameHeader.noPrimary
  private var codedWidth = 0
  /// The places of the frame's seven references.
  private var indices: [Int] = []
  private var usesIntegerMotion = false
  private var hasHighPrecision = false
  private var quantizer = 0
  private var hasQuantizerDeltas = false
  private var selectsReferences = false
  var copiesBlocks = false
  var isLossless = false

  var isIntra: Bool { kept.frameType == 0 || kept.frameType == 2 }
  /// Whether superresolution makes the frame wider than it is coded.
  var isUpscaled: Bool { codedWidth != kept.width }

  /// Reads a header; the reader then stands behind it.
  ///
  /// - Parameters:
  ///   - reader: The bits after the header of the OBU.
  ///   - sequence: The sequence header.
  ///   - references: The eight frames that are kept.
  ///   - layers: `temporal_id` and `spatial_id` of the OBU.
  /// - Throws: ``ISOBMFFError`` when it cannot be read.
  init(
    parsing reader: inout BitReader, _ sequence: AV1SequenceHeader, _ references: [AV1Reference],
    layers: (temporal: UInt32, spatial: UInt32)
  ) throws(ISOBMFFError) {
    self.sequence = sequence
    fields = sequence.fields
    self.references = references
    if !fields.isReduced {
      showsExisting = try reader.flag()
      guard !showsExisting else {
        try parseExisting(&reader)
        return
      }
      try parseKind(&reader)
    }
    let disablesUpdate = try reader.flag()
    try parseTools(&reader)
    try reader.skip(fields.differenceBits == nil ? 0 : fields.frameIdentifierBits)
    overridesSize = kept.frameType == 3 ? true : try fields.isReduced ? false : reader.flag()
    kept.orderHint = try Int(reader.bits(fields.orderHintBits))
    if !isIntra, !isResilient { primary = try reader.bits(3) }
    try skipRemovalTimes(&reader, layers)
    try parseRefresh(&reader)
    if isIntra {
      try parseSize(&reader)
      try Self.skipRenderSize(&reader)
      if allowsScreenTools, !isUpscaled { copiesBlocks = try reader.flag() }
    } else {
      try parseReferences(&reader)
    }
    if !fields.isReduced, !disablesUpdate { try reader.skip(1) }
    tiles = try AV1TileLayout(
      parsing: &reader, width: codedWidth, height: kept.height,
      hasLargeBlocks: fields.hasLargeBlocks)
    try parseQuantization(&reader)
    try skipFilters(&reader)
    if !isLossless { try reader.skip(1) }  // tx_mode_select
    try parseModes(&reader)
    try skipFilmGrain(&reader)
  }

  /// `show_existing_frame`: a key frame among those that are kept begins anew.
  private mutating func parseExisting(_ reader: inout BitReader) throws(ISOBMFFError) {
    let index = try Int(reader.bits(3))
    if let bits = fields.timeBits { try reader.skip(bits) }
    kept = references[index]
    refreshed = kept.frameType == 0 ? 0xFF : 0
    try reader.skip(fields.differenceBits == nil ? 0 : fields.frameIdentifierBits)
  }

  /// From `frame_type` to `error_resilient_mode`.
  private mutating func parseKind(_ reader: inout BitReader) throws(ISOBMFFError) {
    kept.frameType = try reader.bits(2)
    isShown = try reader.flag()
    if isShown, let bits = fields.timeBits { try reader.skip(bits) }
    isShowable = isShown ? kept.frameType != 0 : try reader.flag()
    let isAlwaysResilient = kept.frameType == 3 || kept.frameType == 0 && isShown
    isResilient = isAlwaysResilient ? true : try reader.flag()
  }

  private mutating func parseTools(_ reader: inout BitReader) throws(ISOBMFFError) {
    if let tools = fields.screenTools {
      allowsScreenTools = tools
    } else {
      allowsScreenTools = try reader.flag()
    }
    guard allowsScreenTools else { return }
    if let motion = fields.integerMotion {
      usesIntegerMotion = motion
    } else {
      usesIntegerMotion = try reader.flag()
    }
  }

  private func skipRemovalTimes(
    _ reader: inout BitReader, _ layers: (temporal: UInt32, spatial: UInt32)
  ) throws(ISOBMFFError) {
    guard let bits = fields.removalTimeBits, try reader.flag() else { return }
    for point in fields.modelledPoints {
      let isIncluded =
        point == 0 || point >> layers.temporal & 1 == 1 && point >> (layers.spatial + 8) & 1 == 1
      if isIncluded { try reader.skip(bits) }
    }
  }

  /// `refresh_frame_flags`, and the order hints of frames that may be lost.
  private mutating func parseRefresh(_ reader: inout BitReader) throws(ISOBMFFError) {
    let isWhole = kept.frameType == 3 || kept.frameType == 0 && isShown
    refreshed = isWhole ? 0xFF : try reader.bits(8)
    guard !isIntra || refreshed != 0xFF, isResilient, fields.orderHintBits > 0 else { return }
    for index in references.indices {
      references[index].orderHint = try Int(reader.bits(fields.orderHintBits))
    }
  }
}

// MARK: - Sizes and references

extension AV1FrameHeader {
  /// `frame_size()` (section 5.9.5).
  private mutating func parseSize(_ reader: inout BitReader) throws(ISOBMFFError) {
    (kept.width, kept.height) = (sequence.width, sequence.height)
    if overridesSize {
      kept.width = try Int(reader.bits(fields.widthBits)) + 1
      kept.height = try Int(reader.bits(fields.heightBits)) + 1
    }
    try parseSuperResolution(&reader)
  }

  /// `superres_params()` (section 5.9.8).
  private mutating func parseSuperResolution(_ reader: inout BitReader) throws(ISOBMFFError) {
    codedWidth = kept.width
    guard fields.hasSuperResolution, try reader.flag() else { return }
    let denominator = try Int(reader.bits(3)) + 9
    codedWidth = (kept.width * 8 + denominator / 2) / denominator
  }

  private static func skipRenderSize(_ reader: inout BitReader) throws(ISOBMFFError) {
    if try reader.flag() { try reader.skip(32) }
  }

  /// From `frame_refs_short_signaling` to `use_ref_frame_mvs`.
  private mutating func parseReferences(_ reader: inout BitReader) throws(ISOBMFFError) {
    if fields.orderHintBits > 0, try reader.flag() {
      throw ISOBMFFError(
        .unsupported, at: reader.position / 8, "frames of AV1 that derive their references")
    }
    for _ in 0..<7 {
      try indices.append(Int(reader.bits(3)))
      if let bits = fields.differenceBits { try reader.skip(bits) }
    }
    if overridesSize, !isResilient {
      try parseSizeOfReference(&reader)
    } else {
      try parseSize(&reader)
      try Self.skipRenderSize(&reader)
    }
    hasHighPrecision = usesIntegerMotion ? false : try reader.flag()
    if try !reader.flag() { try reader.skip(2) }  // interpolation_filter
    try reader.skip(1)  // is_motion_mode_switchable
    if !isResilient, fields.hasReferenceMotion { try reader.skip(1) }
  }

  /// `frame_size_with_refs()` (section 5.9.7).
  private mutating func parseSizeOfReference(_ reader: inout BitReader) throws(ISOBMFFError) {
    for index in indices {
      guard try reader.flag() else { continue }
      (kept.width, kept.height) = (references[index].width, references[index].height)
      return try parseSuperResolution(&reader)
    }
    try parseSize(&reader)
    try Self.skipRenderSize(&reader)
  }

  private var previous: AV1Reference? {
    primary == Self.noPrimary ? nil : references[indices[Int(primary)]]
  }
}

// MARK: - Quantisers

extension AV1FrameHeader {
  /// From `quantization_params()` to `delta_lf_params()`, and what is lossless.
  private mutating func parseQuantization(_ reader: inout BitReader) throws(ISOBMFFError) {
    quantizer = try Int(reader.bits(8))
    var deltas = [try Self.delta(&reader)]
    if !fields.isMonochrome {
      let differs = fields.hasSeparateChromaQuantizers ? try reader.flag() : false
      for _ in 0..<(differs ? 4 : 2) { deltas.append(try Self.delta(&reader)) }
    }
    if try reader.flag() {  // using_qmatrix
      try reader.skip(fields.hasSeparateChromaQuantizers ? 12 : 8)
    }
    try parseSegments(&reader)
    if quantizer > 0, try reader.flag() {  // delta_q_present
      try reader.skip(2)
      if !copiesBlocks, try reader.flag() { try reader.skip(3) }
    }
    isLossless =
      deltas.allSatisfy { $0 == 0 }
      && kept.segmentQuantizers.allSatisfy { max(0, min(255, quantizer + ($0 ?? 0))) == 0 }
  }

  private static func delta(_ reader: inout BitReader) throws(ISOBMFFError) -> Int {
    try reader.flag() ? reader.signed(7) : 0
  }

  /// `segmentation_params()` (section 5.9.14).
  private mutating func parseSegments(_ reader: inout BitReader) throws(ISOBMFFError) {
    guard try reader.flag() else { return }
    var updates = true
    if let previous {
      kept.segmentQuantizers = previous.segmentQuantizers
      if try reader.flag() { try reader.skip(1) }  // segmentation_temporal_update
      updates = try reader.flag()
    }
    guard updates else { return }
    // The bits of each feature; those below 0 have a sign more.
    let widths = [-8, -6, -6, -6, -6, 3, 0, 0]
    for segment in 0..<8 {
      kept.segmentQuantizers[segment] = nil
      for (feature, width) in widths.enumerated() {
        guard try reader.flag() else { continue }
        let value = try width < 0 ? reader.signed(1 - width) : Int(reader.bits(width))
        if feature == 0 { kept.segmentQuantizers[segment] = value }
      }
    }
  }
}

// MARK: - Modes

extension AV1FrameHeader {
  /// From `reference_select` to `global_motion_params()`.
  private mutating func parseModes(_ reader: inout BitReader) throws(ISOBMFFError) {
    if !isIntra { selectsReferences = try reader.flag() }
    if allowsSkipMode { try reader.skip(1) }
    if !isIntra, !isResilient, fields.hasWarpedMotion { try reader.skip(1) }
    try reader.skip(1)  // reduced_tx_set
    guard !isIntra else { return }
    try kept.motion.parse(
      &reader, after: previous?.motion ?? AV1GlobalMotion(), hasHighPrecision: hasHighPrecision)
  }

  /// Whether the frame lies between two references, or after two (section 5.9.22).
  private var allowsSkipMode: Bool {
    guard !isIntra, selectsReferences, fields.orderHintBits > 0 else { return false }
    let distances = indices.map { distance(references[$0].orderHint, kept.orderHint) }
    guard let nearest = distances.filter({ $0 < 0 }).max() else { return false }
    return distances.contains { $0 > 0 } || distances.contains { $0 < nearest }
  }

  /// `get_relative_dist()` (section 5.9.3).
  private func distance(_ a: Int, _ b: Int) -> Int {
    let middle = 1 << (fields.orderHintBits - 1)
    let difference = a - b
    return difference & (middle - 1) - difference & middle
  }

  /// `film_grain_params()` (section 5.9.30).
  private func skipFilmGrain(_ reader: inout BitReader) throws(ISOBMFFError) {
    guard fields.hasFilmGrain, isShown || isShowable, try reader.flag() else { return }
    try reader.skip(16)
    if kept.frameType == 1, try !reader.flag() { return try reader.skip(3) }
    let lumaPoints = try Int(reader.bits(4))
    try reader.skip(16 * lumaPoints)
    let followsLuma = fields.isMonochrome ? false : try reader.flag()
    var points = [0, 0]
    let hasNone =
      fields.isMonochrome || followsLuma || fields.isSubsampledBothWays && lumaPoints == 0
    if !hasNone {
      for plane in 0..<2 {
        points[plane] = try Int(reader.bits(4))
        try reader.skip(16 * points[plane])
      }
    }
    try reader.skip(2)
    let lag = try Int(reader.bits(2))
    let coefficients = 2 * lag * (lag + 1)
    if lumaPoints > 0 { try reader.skip(8 * coefficients) }
    for plane in 0..<2 where followsLuma || points[plane] > 0 {
      try reader.skip(8 * (coefficients + (lumaPoints > 0 ? 1 : 0)))
    }
    try reader.skip(4)
    for plane in 0..<2 where points[plane] > 0 { try reader.skip(25) }
    try reader.skip(2)
  }
}
