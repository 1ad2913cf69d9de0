// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import ISOBMFF

/// A codec of a playlist with what the system calls it: the kind of media and the four characters
/// of `CMVideoCodecType` or `AudioFormatID`.
public struct MediaCodec: Hashable, Sendable {
  /// What a codec codes.
  public enum Kind: Hashable, Sendable { case video, audio, text, unknown }

  /// The codec as the playlist has it, read.
  public let string: CodecString

  /// What it codes.
  public let kind: Kind

  /// The code of the system: `hvc1` for `hvc1.2.4.L123.B0`, `aac ` for `mp4a.40.2`.
  public let type: FourCC

  /// Reads a codec string of `CODECS`, or the codec of an element of `SUPPLEMENTAL-CODECS`, whose
  /// brands follow a slash.
  public init(parsing text: String) {
    let codec = text.utf8.firstIndex(of: UInt8(ascii: "/")).map { text[..<$0] } ?? text[...]
    string = CodecString(parsing: codec)
    (kind, type) = Self.classify(string)
  }
}

extension MediaCodec {
  /// The codecs that have been read: the variants of a ladder share most of them, and reading one
  /// costs more than looking it up.
  struct Cache {
    private var codecs: [String: MediaCodec] = [:]

    subscript(text: String) -> MediaCodec {
      mutating get {
        if let codec = codecs[text] { return codec }
        let codec = MediaCodec(parsing: text)
        codecs[text] = codec
        return codec
      }
    }
  }

  /// The profile and level of Dolby Vision, where the codec is that.
  public var dolbyVision: (profile: UInt8, level: UInt8)? {
    guard case .dolbyVision(_, let profile, let level) = string else { return nil }
    return (profile, level)
  }

  private static func classify(_ codec: CodecString) -> (Kind, FourCC) {
    switch codec {
    case .avc(let format, _, _, _), .hevc(let format, _), .dolbyVision(let format, _, _):
      return (.video, format)
    case .av1: return (.video, "av01")
    case .mpeg4Audio(let indication, let objectType):
      return (.audio, audioType(indication, objectType))
    case .other(let text):
      let format = text.prefix { $0 != "." }
      guard format.utf8.count == 4 else { return (.unknown, FourCC(String(format))) }
      let code = FourCC(String(format))
      if videoTypes.contains(code) { return (.video, code) }
      if textTypes.contains(code) { return (.text, code) }
      if let type = audioTypes[code] { return (.audio, type) }
      return (.unknown, code)
    }
  }

  /// Core Audio's format of an object type indication and an audio object type
  /// (ISO/IEC 14496-1 table 5, 14496-3 table 1.17).
  private static func audioType(_ indication: UInt8, _ objectType: UInt8?) -> FourCC {
    switch (indication, objectType) {
    case (0x40, 5): "aach"
    case (0x40, 29): "aacp"
    case (0x40, 42): "usac"
    case (0x40, 34), (0x69, _), (0x6B, _): ".mp3"
    case (0xA5, _): "ac-3"
    case (0xA6, _): "ec-3"
    default: "aac "
    }
  }

  /// Video formats whose codec string is their four characters, or is met in a form that says no
  /// more.
  private static let videoTypes: Set<FourCC> = [
    "avc1", "avc3", "hvc1", "hev1", "dvh1", "dvhe", "dva1", "dvav", "dav1", "av01", "mjpg", "vp09",
    "mp4v",
  ]

  private static let textTypes: Set<FourCC> = ["stpp", "wvtt", "tx3g", "c608", "c708"]

  private static let audioTypes: [FourCC: FourCC] = [
    "mp4a": "aac ", "ac-3": "ac-3", "ec-3": "ec-3", "alac": "alac", "fLaC": "flac", "flac": "flac",
    "Opus": "opus", "opus": "opus", "apac": "apac",
  ]

  /// The codec strings of the audio formats of Core Audio.
  private static let stringOfAudioType: [FourCC: String] = [
    "aac ": "mp4a.40.2", "aach": "mp4a.40.5", "aacp": "mp4a.40.29", "usac": "mp4a.40.42",
    ".mp3": "mp4a.40.34", "flac": "fLaC", "opus": "Opus",
  ]

  /// The codec string of a system type, as far as four characters say: `mp4a.40.2` for `aac `,
  /// `hvc1` for `hvc1`.
  public static func codecString(of type: FourCC) -> String {
    stringOfAudioType[type] ?? "\(type)"
  }
}
