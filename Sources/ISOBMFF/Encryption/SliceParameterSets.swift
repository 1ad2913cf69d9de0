// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The parameter sets that slices name, by their numbers.
struct SliceParameterSets: Hashable, Sendable {
  private let codec: NALUnitCodec
  private var h264Sequences: [UInt8: H264SequenceParameterSet] = [:]
  private var h264Pictures: [Int: H264PictureParameterSet] = [:]
  private var hevcSequences: [UInt8: HEVCSequenceParameterSet] = [:]
  private var hevcPictures: [Int: HEVCPictureParameterSet] = [:]

  /// The bytes at the start of a unit in which a header is looked for first.
  private static let headSize = 256

  /// Takes the sets of a decoder configuration. Those that cannot be read are missed when a slice
  /// names them.
  init(_ sets: ParameterSets) {
    codec = sets.codec
    for unit in sets.sequence + sets.picture { insert(unit.span) }
  }

  /// Takes a set; any other unit changes nothing.
  mutating func insert(_ unit: Span<UInt8>) {
    let role = unit.isEmpty ? .other : codec.type(ofUnitStartingWith: unit[0]).role
    switch (codec, role) {
    case (.h264, .sequenceParameterSet):
      if let set = try? H264SequenceParameterSet(parsing: unit) { h264Sequences[set.id] = set }
    case (.h264, .pictureParameterSet):
      if let set = try? H264PictureParameterSet(parsing: unit) { h264Pictures[set.id] = set }
    case (.hevc, .sequenceParameterSet):
      if let set = try? HEVCSequenceParameterSet(parsing: unit) { hevcSequences[set.id] = set }
    case (.hevc, .pictureParameterSet):
      if let set = try? HEVCPictureParameterSet(parsing: unit) { hevcPictures[set.id] = set }
    default: break
    }
  }

  /// The bytes of a NAL unit with a slice up to the end of the slice's header, emulation prevention
  /// counted.
  ///
  /// - Throws: ``ISOBMFFError`` when the header cannot be read, or names a set that is not there.
  func headerSize(of unit: Span<UInt8>) throws(ISOBMFFError) -> Int {
    let head = unit.extracting(first: Self.headSize)
    do {
      return try headerSize(in: head)
    } catch {
      guard error.code == .truncated, head.count < unit.count else { throw error }
      return try headerSize(in: unit)
    }
  }

  private func headerSize(in unit: Span<UInt8>) throws(ISOBMFFError) -> Int {
    var reader = BitReader(RawByteSequence.removingEmulationPrevention(from: unit))
    switch codec {
    case .h264: try H264SliceHeader(parsing: &reader, self)
    case .hevc: try HEVCSliceHeader(parsing: &reader, self)
    }
    return RawByteSequence.size(ofFirst: (reader.position + 7) / 8, in: unit)
  }
}

extension SliceParameterSets {
  func h264Sequence(_ id: UInt8) throws(ISOBMFFError) -> H264SequenceParameterSet {
    guard let set = h264Sequences[id] else { throw Self.missing("SPS \(id)") }
    return set
  }

  func h264Picture(_ id: Int) throws(ISOBMFFError) -> H264PictureParameterSet {
    guard let set = h264Pictures[id] else { throw Self.missing("PPS \(id)") }
    return set
  }

  func hevcSequence(_ id: UInt8) throws(ISOBMFFError) -> HEVCSequenceParameterSet {
    guard let set = hevcSequences[id] else { throw Self.missing("SPS \(id)") }
    return set
  }

  func hevcPicture(_ id: Int) throws(ISOBMFFError) -> HEVCPictureParameterSet {
    guard let set = hevcPictures[id] else { throw Self.missing("PPS \(id)") }
    return set
  }

  private static func missing(_ name: String) -> ISOBMFFError {
    ISOBMFFError(.missing, at: 0, "expected \(name), which a slice names, found none")
  }
}

extension RawByteSequence {
  /// The bytes of a unit that its first bytes without emulation prevention take.
  static func size(ofFirst count: Int, in unit: Span<UInt8>) -> Int {
    var zeros = 0
    var (position, taken) = (0, 0)
    while taken < count, position < unit.count {
      let byte = unit[position]
      position += 1
      if zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      zeros = byte == 0 ? zeros + 1 : 0
      taken += 1
    }
    return position
  }
}
