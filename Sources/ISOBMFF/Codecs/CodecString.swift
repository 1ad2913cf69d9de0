// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor

/// A codec as CODECS and SUPPLEMENTAL-CODECS name it (RFC 6381, ISO/IEC 14496-15 annex E).
public enum CodecString: Hashable, Sendable {
  /// H.264: `avc1.640028`.
  case avc(format: FourCC, profile: UInt8, constraints: UInt8, level: UInt8)
  /// HEVC: `hvc1.2.4.L123.B0`.
  case hevc(format: FourCC, HEVCProfile)
  /// MPEG-4 audio: `mp4a.40.2`, or `mp4a.6B` with an object type indication alone.
  case mpeg4Audio(objectTypeIndication: UInt8, objectType: UInt8?)
  /// AV1: `av01.0.13M.10`.
  case av1(AV1CodecString)
  /// Dolby Vision: `dvh1.05.06`.
  case dolbyVision(format: FourCC, profile: UInt8, level: UInt8)
  /// Anything else, as it is written: `ac-3`, `ec-3`, `fLaC`, `alac`, `Opus`, `wvtt`,
  /// `stpp.ttml.im1t`.
  case other(String)
}

// MARK: - From sample entries

extension CodecString {
  /// Sample entries whose pictures only a Dolby Vision player can show.
  private static let dolbyVisionFormats: Set<FourCC> = ["dvh1", "dvhe", "dva1", "dvav", "dav1"]

  /// The codec of a sample entry; `nil` when its configuration is missing.
  public init?(_ entry: SampleEntry) {
    switch entry {
    case .video(let entry): self.init(entry)
    case .audio(let entry): self.init(entry)
    case .subtitle(let entry): self = .other(entry.codecString)
    case .other(let box): self = .other("\(box.type)")
    }
  }

  /// The codec of a video entry; `nil` when its configuration is missing.
  public init?(_ entry: VideoSampleEntry) {
    let format = entry.clearFormat
    if let dolbyVision = entry.dolbyVision, Self.dolbyVisionFormats.contains(format) {
      self = .dolbyVision(
        format: format, profile: dolbyVision.profile, level: dolbyVision.level)
      return
    }
    switch entry.configuration {
    case .avc(let record):
      self = .avc(
        format: format, profile: record.profile, constraints: record.constraints,
        level: record.level)
    case .hevc(let record): self = .hevc(format: format, record.profile)
    case .av1(let record):
      self = .av1(AV1CodecString(record, color: entry.color ?? entry.streamColor))
    case .other: self = .other("\(format)")
    case nil: return nil
    }
  }

  /// The codec of an audio entry; `nil` when its configuration is missing.
  public init?(_ entry: AudioSampleEntry) {
    switch entry.configuration {
    case .mpeg4(let descriptor):
      self = .mpeg4Audio(
        objectTypeIndication: descriptor.objectTypeIndication,
        objectType: descriptor.audioSpecificConfig?.codecObjectType)
    case .ac3, .eac3, .other: self = .other("\(entry.clearFormat)")
    case nil: return nil
    }
  }
}

extension SubtitleSampleEntry {
  /// `stpp`, with the profile that the MIME type names.
  fileprivate var codecString: String {
    guard let mimeType else { return "stpp" }
    let parameters = mimeType.split(separator: ";").dropFirst()
    for parameter in parameters {
      let parts = parameter.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0].trimmingSpaces == "codecs" else { continue }
      return "stpp.ttml." + parts[1].trimmingSpaces.filter { $0 != "\"" }
    }
    return "stpp"
  }
}

extension VideoSampleEntry {
  /// What SUPPLEMENTAL-CODECS says of Dolby Vision over a base layer that other players can show,
  /// as in `dvh1.08.07/db4h`; `nil` without one.
  public var supplementalCodecs: String? {
    guard let dolbyVision, let color,
      let brand = dolbyVision.compatibilityBrand(transfer: color.transfer)
    else { return nil }
    let format: FourCC
    switch configuration {
    case .hevc: format = "dvh1"
    case .av1: format = "dav1"
    case .avc: format = "dva1"
    case .other, nil: return nil
    }
    let codec = CodecString.dolbyVision(
      format: format, profile: dolbyVision.profile, level: dolbyVision.level)
    return "\(codec)/\(brand)"
  }
}

extension StringProtocol {
  /// The text without spaces at its ends.
  var trimmingSpaces: String {
    // Most texts have none, and the way through reversed views is long.
    guard first == " " || last == " " else { return String(self) }
    return String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
