// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Which bytes of samples are encrypted under `cbcs` (ISO/IEC 23001-7 section 10.4, ISO/IEC
/// 23000-19 section 8.2).
///
/// Of pictures, what players must read before they decrypt stays clear: lengths, headers of NAL
/// units and of slices, and units that hold no slice. Sound is encrypted as a whole.
public struct ProtectedRanges: Sendable {
  private enum Form: Sendable {
    case whole
    case units(NALUnitCodec, lengthSize: Int, SliceParameterSets)
    case tiles(AV1TileFinder)
  }

  private var form: Form

  /// Prepares for the samples of an entry.
  ///
  /// - Throws: ``ISOBMFFError`` when it is not known how such samples are encrypted.
  public init(_ entry: SampleEntry) throws(ISOBMFFError) {
    switch entry {
    case .audio: form = .whole
    case .video(let video):
      if case .av1(let record) = video.configuration {
        form = .tiles(try AV1TileFinder(record))
        return
      }
      guard let configuration = video.configuration, let codec = configuration.nalUnitCodec,
        let size = configuration.lengthSize, let sets = ParameterSets(configuration)
      else { throw Self.unsupported(entry) }
      form = .units(codec, lengthSize: size, SliceParameterSets(sets))
    default: throw Self.unsupported(entry)
    }
  }

  private static func unsupported(_ entry: SampleEntry) -> ISOBMFFError {
    ISOBMFFError(.unsupported, at: 0, "'\(entry.format)' samples cannot be encrypted")
  }

  /// Whether all of each sample is encrypted, so that there is nothing to tell of it.
  public var coversWholeSamples: Bool {
    if case .whole = form { true } else { false }
  }

  /// The encrypted blocks and the clear blocks after them, in turn; 0 and 0 for all blocks.
  public var pattern: (crypt: UInt8, skip: UInt8) { coversWholeSamples ? (0, 0) : (1, 9) }

  /// The stretches of a sample; none when all of it is encrypted.
  ///
  /// - Throws: ``ISOBMFFError`` when it cannot be read.
  public mutating func subsamples(
    of sample: Span<UInt8>
  ) throws(ISOBMFFError) -> [SampleEncryption.Subsample] {
    switch form {
    case .whole: return []
    case .units(let codec, let lengthSize, let sets):
      return try subsamples(of: sample, codec, lengthSize, sets)
    case .tiles(var finder):
      let tiles = try finder.tiles(in: sample)
      form = .tiles(finder)
      var list = SubsampleList()
      var end = 0
      for tile in tiles {
        list.append(clear: tile.lowerBound - end, protected: tile.count)
        end = tile.upperBound
      }
      list.append(clear: sample.count - end, protected: 0)
      return list.subsamples
    }
  }

  private mutating func subsamples(
    of sample: Span<UInt8>, _ codec: NALUnitCodec, _ lengthSize: Int, _ sets: SliceParameterSets
  ) throws(ISOBMFFError) -> [SampleEncryption.Subsample] {
    var sets = sets
    var list = SubsampleList()
    var scanner = NALUnitScanner(.lengths(lengthSize))
    var end = 0
    while let range = try scanner.next(in: sample) {
      let unit = sample.extracting(range)
      let role = codec.type(ofUnitStartingWith: unit[0]).role
      if role.isParameterSet {
        sets.insert(unit)
        form = .units(codec, lengthSize: lengthSize, sets)
      }
      let header = try codec.isSlice(unit) ? sets.headerSize(of: unit) : unit.count
      list.append(clear: range.lowerBound - end + header, protected: unit.count - header)
      end = range.upperBound
    }
    list.append(clear: sample.count - end, protected: 0)
    return list.subsamples
  }
}

extension NALUnitCodec {
  /// Whether a unit holds a slice that is encrypted.
  ///
  /// - Throws: ``ISOBMFFError`` for slices of a second layer, whose headers are others.
  fileprivate func isSlice(_ unit: Span<UInt8>) throws(ISOBMFFError) -> Bool {
    switch self {
    case .h264: return [1, 5].contains(unit[0] & 0x1F)
    case .hevc:
      guard type(ofUnitStartingWith: unit[0]).role.isPicture else { return false }
      guard unit.count > 1, unit[0] & 1 == 0, unit[1] >> 3 == 0 else {
        throw ISOBMFFError(
          .unsupported, at: 0, "pictures of more layers than one cannot be encrypted")
      }
      return true
    }
  }
}

/// The stretches of a sample as they are found.
private struct SubsampleList {
  private var list: [SampleEncryption.Subsample] = []
  private var clear = 0

  /// Adds clear bytes and encrypted ones after them.
  mutating func append(clear more: Int, protected: Int) {
    clear += more
    if protected > 0 { endClear(before: UInt32(clamping: protected)) }
  }

  /// The stretches, which cover the sample.
  var subsamples: [SampleEncryption.Subsample] {
    var copy = self
    if clear > 0 { copy.endClear(before: 0) }
    return copy.list
  }

  private mutating func endClear(before protected: UInt32) {
    // A stretch has room for 65,535 clear bytes.
    while clear > 0xFFFF {
      list.append(SampleEncryption.Subsample(clear: 0xFFFF, protected: 0))
      clear -= 0xFFFF
    }
    list.append(SampleEncryption.Subsample(clear: UInt16(clear), protected: protected))
    clear = 0
  }
}
