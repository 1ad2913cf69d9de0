// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import ISOBMFF

/// What stands in a picture's sample before its first slice: all that is ever read of a payload.
struct AccessUnitHead {
  /// What the picture is; `nil` where the sample holds none.
  var role: NALUnitType.Role?
  /// Parameter sets and SEI units, each behind its length in four bytes.
  var units: [UInt8] = []
  /// The sample without its parameter sets; `nil` when it has none.
  var strippedSample: [ByteExtent]?

  /// The most bytes of a unit that are read; longer ones are passed over.
  private static let maximumUnitSize = 1 << 16

  /// Reads the head of a sample whose NAL units stand behind lengths.
  init(
    _ sample: Sample, of file: SourceFile, codec: NALUnitCodec, lengthSize: Int
  ) throws(PackagingError) {
    let end = sample.offset + UInt64(sample.size)
    var kept: [ByteExtent] = []
    var hasParameterSets = false
    var position = sample.offset
    var window = try file.read(at: position, count: min(Int(sample.size), 1024))
    var windowStart = position
    while end - position > UInt64(lengthSize), role == nil {
      if position - windowStart + UInt64(lengthSize) + 1 > UInt64(window.count) {
        window = try file.read(at: position, count: 1024)
        windowStart = position
        if window.count <= lengthSize { break }
      }
      let start = Int(position - windowStart)
      var length: UInt64 = 0
      for byte in window[start..<start + lengthSize] { length = length << 8 | UInt64(byte) }
      let whole = ByteExtent(offset: position, size: length + UInt64(lengthSize))
      guard whole.end <= end else { break }
      let type = codec.type(ofUnitStartingWith: length > 0 ? window[start + lengthSize] : 0)
      let kind = type.role
      if kind.isPicture, length > 0 { role = kind }
      if kind.isParameterSet || kind == .prefixSEI, length <= UInt64(Self.maximumUnitSize) {
        try append(position + UInt64(lengthSize), Int(length), of: file)
      }
      if kind.isParameterSet {
        hasParameterSets = true
      } else {
        kept.appendMerging(whole)
      }
      position = whole.end
    }
    kept.appendMerging(ByteExtent(offset: position, size: end - position))
    if hasParameterSets { strippedSample = kept }
  }

  private mutating func append(
    _ offset: UInt64, _ length: Int, of file: SourceFile
  ) throws(PackagingError) {
    for shift in [24, 16, 8, 0] { units.append(UInt8(truncatingIfNeeded: length >> shift)) }
    units += try file.read(at: offset, count: length)
  }
}
