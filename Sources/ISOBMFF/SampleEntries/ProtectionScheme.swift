// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// How the samples of a track are encrypted: the `sinf` box with `frma`, `schm` and `tenc`
/// (ISO/IEC 14496-12 section 8.12, ISO/IEC 23001-7 section 8.2).
public struct ProtectionScheme: Hashable, Sendable {
  /// The format of the samples once they are decrypted, such as `hvc1`.
  public var originalFormat: FourCC
  /// The scheme: `cbcs` or `cenc`.
  public var scheme: FourCC
  /// The version of the scheme: 0x00010000.
  public var schemeVersion: UInt32 = 0x1_0000
  /// The defaults of the track's samples.
  public var defaults: TrackEncryption?

  /// Creates a scheme.
  public init(originalFormat: FourCC, scheme: FourCC, defaults: TrackEncryption?) {
    self.originalFormat = originalFormat
    self.scheme = scheme
    self.defaults = defaults
  }

  init(parsing box: Box) throws(ISOBMFFError) {
    var reader = box.content
    var (original, kind): (FourCC?, FourCC?)
    var (version, defaults): (UInt32, TrackEncryption?) = (0x1_0000, nil)
    while let child = try reader.nextBox() {
      var content = child.content
      switch child.type {
      case "frma": original = try content.fourCC()
      case "schm":
        try content.skip(4)
        kind = try content.fourCC()
        version = try content.uint32()
      case "schi":
        for information in try child.children() where information.type == "tenc" {
          defaults = try TrackEncryption(parsing: information)
        }
      default: break
      }
    }
    guard let original, let kind else {
      throw ISOBMFFError(
        .missing, at: box.range.lowerBound, "expected 'frma' and 'schm' in box 'sinf'")
    }
    self.init(originalFormat: original, scheme: kind, defaults: defaults)
    schemeVersion = version
  }

  func write(to writer: inout ByteWriter) {
    writer.box("sinf") { writer in
      writer.box("frma") { $0.fourCC(originalFormat) }
      writer.fullBox("schm") { writer in
        writer.fourCC(scheme)
        writer.uint32(schemeVersion)
      }
      if let defaults { writer.box("schi") { defaults.write(to: &$0) } }
    }
  }
}

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
    version = try reader.versionAndFlags().version
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
    writer.fullBox("tenc", version: version) { writer in
      writer.uint8(0)
      writer.uint8(version == 0 ? 0 : cryptBlocks << 4 | skipBlocks & 0xF)
      writer.uint8(isProtected ? 1 : 0)
      writer.uint8(sampleVectorSize)
      writer.append((keyID + Array(repeating: 0, count: 16)).prefix(16))
      if isProtected, sampleVectorSize == 0 {
        writer.uint8(UInt8(clamping: constantVector.count))
        writer.append(constantVector.prefix(255))
      }
    }
  }
}
