// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The `tenc` box: how samples are encrypted unless a group says otherwise
/// (ISO/IEC 23001-7 section 8.2).
public struct TrackEncryption: Hashable, Sendable {
  /// The version of the box: 1 when there is a pattern, which Safari insists on.
  public var version: UInt8
  /// Encrypted blocks of 16 bytes in each turn of the pattern, 0 to 15.
  public var cryptBlocks: UInt8
  /// Clear blocks in each turn of the pattern, 0 to 15.
  public var skipBlocks: UInt8
  /// `default_isProtected`.
  public var isProtected: Bool
  /// The bytes of an initialisation vector that each sample brings: 0, 8 or 16.
  public var sampleVectorSize: UInt8
  /// The key's identifier, 16 bytes.
  public var keyID: [UInt8]
  /// The one initialisation vector of all samples, when they bring none.
  public var constantVector: [UInt8]

  /// Creates defaults for `cbcs`: a constant vector and a pattern.
  public init(keyID: [UInt8], constantVector: [UInt8], cryptBlocks: UInt8, skipBlocks: UInt8) {
    version = 1
    self.cryptBlocks = cryptBlocks
    self.skipBlocks = skipBlocks
    isProtected = true
    sampleVectorSize = 0
    self.keyID = keyID
    self.constantVector = constantVector
  }

  init(parsing box: Box) throws(ISOBMFFError) {
    var reader = box.content
    try self.init(version: reader.versionAndFlags().version, fields: &reader)
  }

  /// Reads the fields, which are also those of a sample group of the type `seig`.
  init(version: UInt8, fields reader: inout ByteReader) throws(ISOBMFFError) {
    self.version = version
    try reader.skip(1)
    let pattern = try reader.uint8()
    (cryptBlocks, skipBlocks) = version == 0 ? (0, 0) : (pattern >> 4, pattern & 0xF)
    isProtected = try reader.uint8() == 1
    sampleVectorSize = try reader.uint8()
    keyID = try reader.bytes(16)
    constantVector =
      isProtected && sampleVectorSize == 0 ? try reader.bytes(Int(reader.uint8())) : []
  }

  func write(to writer: inout ByteWriter) {
    writer.fullBox("tenc", version: version) { $0.append(fields) }
  }

  /// The fields after the version.
  var fields: [UInt8] {
    var writer = ByteWriter()
    writer.uint8(0)
    writer.uint8(version == 0 ? 0 : cryptBlocks << 4 | skipBlocks & 0xF)
    writer.uint8(isProtected ? 1 : 0)
    writer.uint8(sampleVectorSize)
    writer.append(ProtectionSystem.identifier(keyID))
    if isProtected, sampleVectorSize == 0 {
      writer.uint8(UInt8(clamping: constantVector.count))
      writer.append(constantVector.prefix(255))
    }
    return writer.bytes
  }
}
