// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HDRColor

/// A message of supplemental enhancement information (H.264 annex D, H.265 annex D).
public enum SEIMessage: Hashable, Sendable {
  /// Mastering display colour volume, payload type 137.
  case masteringDisplay(MasteringDisplay)
  /// Content light level information, payload type 144.
  case contentLightLevel(ContentLightLevel)
  /// Alternative transfer characteristics, payload type 147: the curve that players should use
  /// instead of the one of the VUI.
  case alternativeTransfer(TransferCharacteristics)
  /// Ambient viewing environment, payload type 148.
  case ambientViewingEnvironment(AmbientViewingEnvironment)
  /// Any other message, or one of the above that is too short to be read.
  case other(type: UInt32, payload: [UInt8])

  /// Creates a message from its payload.
  public init(type: UInt32, payload: [UInt8]) {
    var reader = ByteReader(payload)
    self = (try? Self.known(type, &reader)) ?? .other(type: type, payload: payload)
  }

  private static func known(
    _ type: UInt32, _ reader: inout ByteReader
  ) throws(ISOBMFFError) -> SEIMessage? {
    switch type {
    case 137: try .masteringDisplay(MasteringDisplay(parsing: &reader))
    case 144: try .contentLightLevel(ContentLightLevel(parsing: &reader))
    case 147: try .alternativeTransfer(TransferCharacteristics(rawValue: reader.uint8()))
    case 148: try .ambientViewingEnvironment(AmbientViewingEnvironment(parsing: &reader))
    default: nil
    }
  }

  /// The number of the message's kind.
  public var type: UInt32 {
    switch self {
    case .masteringDisplay: 137
    case .contentLightLevel: 144
    case .alternativeTransfer: 147
    case .ambientViewingEnvironment: 148
    case .other(let type, _): type
    }
  }

  /// The bytes of the message, without type and size.
  public var payload: [UInt8] {
    var writer = ByteWriter()
    switch self {
    case .masteringDisplay(let display): display.write(to: &writer)
    case .contentLightLevel(let level): level.write(to: &writer)
    case .alternativeTransfer(let transfer): writer.uint8(transfer.rawValue)
    case .ambientViewingEnvironment(let environment): environment.write(to: &writer)
    case .other(_, let payload): writer.append(payload)
    }
    return writer.bytes
  }

  /// Whether the message says the same of all pictures and so belongs into the sample entry as well.
  var isDeclaration: Bool {
    switch self {
    case .masteringDisplay, .contentLightLevel, .alternativeTransfer, .ambientViewingEnvironment:
      true
    case .other: false
    }
  }

  /// Whether the message is HDR10 static metadata, which `hvc1` tracks keep in the sample entry.
  public var isStaticHDRMetadata: Bool {
    switch self {
    case .masteringDisplay, .contentLightLevel: true
    default: false
    }
  }
}

extension SEIMessage {
  /// The messages of an SEI NAL unit, whose header is part of `unit`.
  ///
  /// - Throws: ``ISOBMFFError`` when a message goes beyond the end of the unit.
  public static func messages(
    in unit: Span<UInt8>, codec: NALUnitCodec
  ) throws(ISOBMFFError) -> [SEIMessage] {
    var reader = ByteReader(RawByteSequence.removingEmulationPrevention(from: unit))
    try reader.skip(codec.headerSize)
    var messages: [SEIMessage] = []
    // The unit ends in a stop bit, one byte when messages are whole bytes.
    while reader.remaining > 1 {
      let type = try number(&reader)
      let size = try number(&reader)
      try messages.append(SEIMessage(type: type, payload: reader.bytes(Int(size))))
    }
    return messages
  }

  /// A NAL unit of prefix SEI with messages.
  public static func unit(_ messages: [SEIMessage], codec: NALUnitCodec) -> [UInt8] {
    var writer = ByteWriter()
    for message in messages {
      let payload = message.payload
      append(message.type, to: &writer)
      append(UInt32(clamping: payload.count), to: &writer)
      writer.append(payload)
    }
    writer.uint8(0x80)
    let header: [UInt8] = codec == .h264 ? [0x06] : [0x4E, 0x01]
    return header + RawByteSequence.addingEmulationPrevention(to: writer.bytes)
  }

  /// A number as a run of 255 and the byte that ends it (H.265 section 7.3.5).
  private static func number(_ reader: inout ByteReader) throws(ISOBMFFError) -> UInt32 {
    var value: UInt32 = 0
    while true {
      let byte = try reader.uint8()
      let (sum, overflow) = value.addingReportingOverflow(UInt32(byte))
      guard !overflow else { throw reader.error(.malformed, "an SEI number exceeds 32 bits") }
      value = sum
      if byte != 255 { return value }
    }
  }

  private static func append(_ number: UInt32, to writer: inout ByteWriter) {
    var left = number
    while left >= 255 {
      writer.uint8(255)
      left -= 255
    }
    writer.uint8(UInt8(left))
  }
}
