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

extension SampleEntry {
  /// The entry of the same samples encrypted: `encv` or `enca`. What is no picture and no sound stays
  /// as it is.
  public func protected(by scheme: FourCC, _ defaults: TrackEncryption) -> SampleEntry {
    switch self {
    case .video(var entry):
      entry.protection = ProtectionScheme(
        originalFormat: entry.clearFormat, scheme: scheme, defaults: defaults)
      entry.format = "encv"
      return .video(entry)
    case .audio(var entry):
      entry.protection = ProtectionScheme(
        originalFormat: entry.clearFormat, scheme: scheme, defaults: defaults)
      entry.format = "enca"
      return .audio(entry)
    case .subtitle, .other: return self
    }
  }

  /// The entry of the same samples decrypted.
  public var unprotected: SampleEntry {
    switch self {
    case .video(var entry):
      entry.format = entry.clearFormat
      entry.protection = nil
      return .video(entry)
    case .audio(var entry):
      entry.format = entry.clearFormat
      entry.protection = nil
      return .audio(entry)
    case .subtitle, .other: return self
    }
  }

  /// How the samples are encrypted; `nil` for ones in the clear.
  public var protection: ProtectionScheme? {
    switch self {
    case .video(let entry): entry.protection
    case .audio(let entry): entry.protection
    case .subtitle, .other: nil
    }
  }
}
