// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// What an `esds` box says of an MPEG-4 stream (ISO/IEC 14496-1 section 7.2.6.5).
public struct ElementaryStreamDescriptor: Hashable, Sendable {
  /// `ES_ID`; 0 in files (ISO/IEC 14496-14 section 4.1.2).
  public var id: UInt16
  /// `objectTypeIndication`: 0x40 MPEG-4 audio, 0x6B MPEG-1 audio.
  public var objectTypeIndication: UInt8
  /// `bufferSizeDB` in bytes, 24 bits.
  public var bufferSize: UInt32
  /// The highest rate in bit/s.
  public var maximumBitRate: UInt32
  /// The average rate in bit/s, or 0 when it varies.
  public var averageBitRate: UInt32
  /// `DecoderSpecificInfo`: for MPEG-4 audio the ``AudioSpecificConfig``.
  public var decoderSpecificInfo: [UInt8]

  /// Creates a descriptor.
  public init(
    id: UInt16 = 0, objectTypeIndication: UInt8 = 0x40, bufferSize: UInt32 = 0,
    maximumBitRate: UInt32 = 0, averageBitRate: UInt32 = 0, decoderSpecificInfo: [UInt8]
  ) {
    self.id = id
    self.objectTypeIndication = objectTypeIndication
    self.bufferSize = bufferSize
    self.maximumBitRate = maximumBitRate
    self.averageBitRate = averageBitRate
    self.decoderSpecificInfo = decoderSpecificInfo
  }

  /// The audio configuration, if this is MPEG-4 audio with one that can be read.
  public var audioSpecificConfig: AudioSpecificConfig? {
    guard objectTypeIndication == 0x40 else { return nil }
    return try? AudioSpecificConfig(parsing: decoderSpecificInfo)
  }
}

// MARK: - Reading and writing

extension ElementaryStreamDescriptor {
  /// The tags of the descriptors in an `esds` box.
  private enum Tag {
    static let stream: UInt8 = 3
    static let decoder: UInt8 = 4
    static let specific: UInt8 = 5
    static let syncLayer: UInt8 = 6
  }

  /// Reads the content of the box after version and flags.
  public init(parsing reader: inout ByteReader) throws(ISOBMFFError) {
    var stream = try Self.descriptor(Tag.stream, &reader)
    let id = try stream.uint16()
    let flags = try stream.uint8()
    if flags & 0x80 != 0 { try stream.skip(2) }
    if flags & 0x40 != 0 { try stream.skip(Int(stream.uint8())) }
    if flags & 0x20 != 0 { try stream.skip(2) }
    var decoder = try Self.descriptor(Tag.decoder, &stream)
    let objectType = try decoder.uint8()
    try decoder.skip(1)  // stream type
    self.init(
      id: id, objectTypeIndication: objectType, bufferSize: try decoder.uint24(),
      maximumBitRate: try decoder.uint32(), averageBitRate: try decoder.uint32(),
      decoderSpecificInfo: [])
    guard !decoder.isAtEnd else { return }
    var specific = try Self.descriptor(Tag.specific, &decoder)
    decoderSpecificInfo = specific.rest()
  }

  /// Appends the content of the box after version and flags.
  public func write(to writer: inout ByteWriter) {
    var decoder = ByteWriter()
    decoder.uint8(objectTypeIndication)
    decoder.uint8(0x15)  // audio stream, not upstream
    decoder.uint24(bufferSize)
    decoder.uint32(maximumBitRate)
    decoder.uint32(averageBitRate)
    if !decoderSpecificInfo.isEmpty {
      Self.write(Tag.specific, decoderSpecificInfo, to: &decoder)
    }
    var stream = ByteWriter()
    stream.uint16(id)
    stream.uint8(0)
    Self.write(Tag.decoder, decoder.bytes, to: &stream)
    Self.write(Tag.syncLayer, [2], to: &stream)
    Self.write(Tag.stream, stream.bytes, to: &writer)
  }

  /// A reader of the next descriptor of a tag; others before it are passed over.
  private static func descriptor(
    _ tag: UInt8, _ reader: inout ByteReader
  ) throws(ISOBMFFError) -> ByteReader {
    while true {
      let found = try reader.uint8()
      var size = 0
      for _ in 0..<4 {
        let byte = try reader.uint8()
        size = size << 7 | Int(byte & 0x7F)
        if byte & 0x80 == 0 { break }
      }
      let part = try reader.part(size)
      if found == tag { return part }
    }
  }

  private static func write(_ tag: UInt8, _ content: [UInt8], to writer: inout ByteWriter) {
    writer.uint8(tag)
    // Sizes take up to four bytes of seven bits; a descriptor of ours needs one or two.
    let size = min(content.count, 1 << 28 - 1)
    for shift in [21, 14, 7] where size >> shift > 0 {
      writer.uint8(0x80 | UInt8(truncatingIfNeeded: size >> shift))
    }
    writer.uint8(UInt8(size & 0x7F))
    writer.append(content.prefix(size))
  }
}
