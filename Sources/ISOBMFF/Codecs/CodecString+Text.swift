// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension CodecString: CustomStringConvertible {
  /// The string as it stands in a playlist.
  public var description: String {
    switch self {
    case .avc(let format, let profile, let constraints, let level):
      return "\(format)." + [profile, constraints, level].map(Hexadecimal.twoDigits).joined()
    case .hevc(let format, let profile): return "\(format)." + Self.text(profile)
    case .mpeg4Audio(let indication, let objectType):
      let prefix = "mp4a." + Hexadecimal.twoDigits(indication)
      guard indication == 0x40, let objectType else { return prefix }
      return prefix + ".\(objectType)"
    case .av1(let codec): return "\(codec)"
    case .dolbyVision(let format, let profile, let level):
      return "\(format).\(AV1CodecString.twoDigits(profile)).\(AV1CodecString.twoDigits(level))"
    case .other(let text): return text
    }
  }

  /// The part after the format (ISO/IEC 14496-15 section E.3): compatibility flags with their bits
  /// reversed, constraint bytes without zeros at the end.
  private static func text(_ profile: HEVCProfile) -> String {
    let space = ["", "A", "B", "C"][Int(profile.space & 3)]
    let flags = String(profile.compatibilityFlags.bitsReversed, radix: 16, uppercase: true)
    var constraints = profile.constraintBytes
    while constraints.last == 0 { constraints.removeLast() }
    let tail = constraints.map { "." + String($0, radix: 16, uppercase: true) }.joined()
    return "\(space)\(profile.profile).\(flags).\(profile.isHighTier ? "H" : "L")\(profile.level)"
      + tail
  }
}

// MARK: - Reading

extension CodecString {
  /// Reads a codec string, spaces at its ends aside. What is not understood is ``other(_:)``.
  public init(parsing text: some StringProtocol) {
    let text = text.trimmingSpaces
    let fields = text.split(separator: ".", omittingEmptySubsequences: false)
    self = Self.known(fields[0], Array(fields.dropFirst())) ?? .other(text)
  }

  /// Reads the codecs of an attribute value, which commas separate.
  public static func list(parsing value: some StringProtocol) -> [CodecString] {
    value.split(separator: ",").map { CodecString(parsing: $0) }
  }

  private static func known(_ format: Substring, _ fields: [Substring]) -> CodecString? {
    switch format {
    case "avc1", "avc2", "avc3", "avc4":
      guard fields.count == 1, fields[0].utf8.count == 6, fields[0].allSatisfy(\.isHexDigit),
        let bits = UInt32(fields[0], radix: 16)
      else { return nil }
      return .avc(
        format: FourCC(String(format)), profile: UInt8(bits >> 16),
        constraints: UInt8(bits >> 8 & 0xFF), level: UInt8(bits & 0xFF))
    case "hvc1", "hev1", "hvc2", "hev2":
      return profile(fields).map { .hevc(format: FourCC(String(format)), $0) }
    case "mp4a":
      guard (1...2).contains(fields.count), let indication = UInt8(fields[0], radix: 16) else {
        return nil
      }
      guard fields.count == 2 else {
        return .mpeg4Audio(objectTypeIndication: indication, objectType: nil)
      }
      // Some writers put a zero before the digit: mp4a.40.02.
      return UInt8(fields[1]).map {
        .mpeg4Audio(objectTypeIndication: indication, objectType: $0)
      }
    case "av01": return AV1CodecString(fields: fields).map { .av1($0) }
    case "dvh1", "dvhe", "dva1", "dvav", "dav1":
      guard fields.count == 2, let profile = UInt8(fields[0]), let level = UInt8(fields[1])
      else { return nil }
      return .dolbyVision(format: FourCC(String(format)), profile: profile, level: level)
    default: return nil
    }
  }

  private static func profile(_ fields: [Substring]) -> HEVCProfile? {
    guard (3...9).contains(fields.count), let tier = fields[2].first, tier == "L" || tier == "H",
      let level = UInt8(fields[2].dropFirst()),
      let flags = UInt32(fields[1], radix: 16)
    else { return nil }
    var number = fields[0]
    let space = ["A", "B", "C"].firstIndex(of: number.prefix(1))
    if space != nil { number = number.dropFirst() }
    guard let idc = UInt8(number), idc < 32 else { return nil }
    var constraints: UInt64 = 0
    for (index, field) in fields.dropFirst(3).enumerated() {
      guard let byte = UInt8(field, radix: 16) else { return nil }
      constraints |= UInt64(byte) << UInt64(40 - 8 * index)
    }
    return HEVCProfile(
      space: UInt8(space.map { $0 + 1 } ?? 0), isHighTier: tier == "H", profile: idc,
      compatibilityFlags: flags.bitsReversed, constraintFlags: constraints, level: level)
  }
}

// MARK: - Comparing

extension CodecString {
  /// Whether two strings mean the same, in whichever of the forms that are met they are written:
  /// with HEVC's compatibility flags in either order of bits, AV1 without its colour, `flac` for
  /// `fLaC`, `opus` for `Opus`.
  public func matches(_ other: CodecString) -> Bool {
    switch (self, other) {
    case (.hevc(let format, let a), .hevc(let otherFormat, var b)):
      guard format == otherFormat else { return false }
      if a.compatibilityFlags == b.compatibilityFlags.bitsReversed {
        b.compatibilityFlags = a.compatibilityFlags
      }
      return a == b
    case (.av1(let a), .av1(var b)):
      if a.color == nil || b.color == nil { b.color = a.color }
      return a == b
    case (.other(let a), .other(let b)): return Self.folded(a) == Self.folded(b)
    default: return self == other
    }
  }

  private static func folded(_ text: String) -> String {
    switch text {
    case "fLaC", "Opus": text.lowercased()
    default: text
    }
  }
}

extension UInt32 {
  /// The number with its first bit last.
  fileprivate var bitsReversed: UInt32 {
    var (value, reversed) = (self, 0 as UInt32)
    for _ in 0..<32 {
      reversed = reversed << 1 | value & 1
      value >>= 1
    }
    return reversed
  }
}
