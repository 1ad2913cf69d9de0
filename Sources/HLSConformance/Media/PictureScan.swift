// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import ISOBMFF

/// The NAL units of an elementary stream of pictures, looked at as its bytes come (H.264 and H.265
/// annex B): every picture is counted, and parameter sets are kept.
struct PictureScan: Sendable {
  private let codec: NALUnitCodec
  /// How many pictures begin.
  private(set) var pictureCount = 0
  /// What the first slice is of.
  private(set) var firstPicture: NALUnitType.Role?
  /// What the last picture that began is.
  private(set) var lastPicture: NALUnitType.Role?
  /// Whether the last byte was of a slice.
  var isInPicture: Bool { kept?.isPicture ?? false }

  /// Parameter sets and messages, each once, with their start codes, in the order in which they
  /// come.
  private var units: [[UInt8]] = []
  /// How many of them stand before the first picture.
  private(set) var leadingCount = 0

  /// The most bytes of a unit that are kept, and the most units.
  private static let unitLimit = (size: 1 << 12, count: 64)

  /// The unit whose bytes come: what is kept of it, and whether that is enough.
  private var kept: (bytes: [UInt8], isWhole: Bool, isPicture: Bool)?
  /// The zeros before the next byte.
  private var zeros = 0

  init(_ codec: NALUnitCodec) { self.codec = codec }

  /// Looks at the next bytes.
  mutating func add(_ bytes: ArraySlice<UInt8>) {
    for byte in bytes {
      if zeros >= 2, byte == 1 {
        endUnit()
        kept = ([], false, false)
        zeros = 0
        continue
      }
      zeros = byte == 0 ? zeros + 1 : 0
      if kept?.isWhole == false { keep(byte) }
    }
  }

  private mutating func keep(_ byte: UInt8) {
    guard var unit = kept else { return }
    // Handed over so that it is not copied.
    kept = nil
    unit.bytes.append(byte)
    let role = codec.type(ofUnitStartingWith: unit.bytes[0]).role
    if role.isPicture {
      unit.isPicture = true
      // The bit after the header says that the slice is the first of its picture.
      if unit.bytes.count > codec.headerSize {
        unit.isWhole = true
        begin(role, isFirstSlice: unit.bytes[codec.headerSize] & 0x80 != 0)
      }
    } else {
      let isKept = role.isParameterSet || role == .prefixSEI
      unit.isWhole = !isKept || unit.bytes.count == Self.unitLimit.size
    }
    kept = unit
  }

  private mutating func begin(_ role: NALUnitType.Role, isFirstSlice: Bool) {
    if firstPicture == nil {
      firstPicture = role
      leadingCount = units.count
    }
    if isFirstSlice || pictureCount == 0 {
      pictureCount += 1
      lastPicture = role
    }
  }

  /// Takes what was kept of a unit that has come to its end.
  private mutating func endUnit() {
    guard let unit = kept, let first = unit.bytes.first else { return }
    kept = nil
    let role = codec.type(ofUnitStartingWith: first).role
    guard role.isParameterSet || role == .prefixSEI, units.count < Self.unitLimit.count else {
      return
    }
    // The zeros are the next start code's.
    let bytes = Array(unit.bytes[...(unit.bytes.lastIndex { $0 != 0 } ?? 0)])
    let framed = [0, 0, 0, 1] + bytes
    if !units.contains(framed) { units.append(framed) }
  }

  /// Whether bytes that come go on with the slice that came last.
  func continuesPicture(with bytes: ArraySlice<UInt8>) -> Bool {
    isInPicture && !bytes.isEmpty && !bytes.starts(with: [0, 0, 1])
      && !bytes.starts(with: [0, 0, 0, 1])
  }
}

extension PictureScan {
  /// Whether parameter sets stand before the first picture.
  var beginsWithParameterSets: Bool {
    units.prefix(leadingCount).contains { role(of: $0) == .sequenceParameterSet }
  }

  private func role(of unit: [UInt8]) -> NALUnitType.Role {
    codec.type(ofUnitStartingWith: unit[4]).role
  }

  /// The sample entry that pictures would have in MP4: one for each sequence parameter set that
  /// makes it another one, in their order.
  var entries: [VideoSampleEntry] {
    let all = units.filter { role(of: $0) == .sequenceParameterSet }
    var entries: [VideoSampleEntry] = []
    for unit in all {
      // Others of the same number would contradict this one.
      let others = units.filter { role(of: $0) != .sequenceParameterSet }
      guard let entry = entry(of: [unit] + others) ?? entry(of: [unit] + firsts(of: others))
      else { continue }
      let isNew = !entries.contains { $0.pictures == entry.pictures }
      if isNew { entries.append(entry) }
    }
    return entries
  }

  private func entry(of units: [[UInt8]]) -> VideoSampleEntry? {
    let stream = units.flatMap(\.self)
    guard let sets = try? ParameterSets(codec: codec, in: stream.span) else { return nil }
    return try? VideoSampleEntry(sets)
  }

  /// The first unit of each kind.
  private func firsts(of units: [[UInt8]]) -> [[UInt8]] {
    var roles: Set<NALUnitType.Role> = []
    return units.filter { roles.insert(role(of: $0)).inserted }
  }
}

extension VideoSampleEntry {
  /// What pictures are, in words: their format and their size.
  var pictures: String {
    let codec = CodecString(SampleEntry.video(self))?.description ?? "?"
    return "\(codec) \(width)x\(height)"
  }
}
