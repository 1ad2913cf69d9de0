// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HDRColor
import ISOBMFF
import Testing

@Suite struct CodecStringTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var text: String
    var value: CodecString
    var testDescription: String { text }
  }

  static func hevc(
    _ profile: UInt8, flags: UInt32, level: UInt8, high: Bool = false, space: UInt8 = 0,
    _ constraints: UInt64, format: FourCC = "hvc1"
  ) -> CodecString {
    .hevc(
      format: format,
      HEVCProfile(
        space: space, isHighTier: high, profile: profile, compatibilityFlags: flags,
        constraintFlags: constraints, level: level))
  }

  static func av1(
    _ profile: UInt8, _ level: UInt8, high: Bool = false, _ depth: UInt8, chroma: String = "110",
    _ color: ColorDescription? = nil
  ) -> CodecString {
    var codec = AV1CodecString(profile: profile, level: level, isHighTier: high, bitDepth: depth)
    codec.chroma = chroma
    codec.color = color
    return .av1(codec)
  }

  /// Strings of Apple's HLS examples, RFC 6381, ISO/IEC 14496-15 annex E and AV1 in ISOBMFF
  /// section 5.
  static let cases = [
    Case(
      text: "avc1.640028",
      value: .avc(format: "avc1", profile: 100, constraints: 0, level: 40)),
    Case(
      text: "avc1.42C01E",
      value: .avc(format: "avc1", profile: 66, constraints: 0xC0, level: 30)),
    Case(
      text: "avc3.4D401F",
      value: .avc(format: "avc3", profile: 77, constraints: 0x40, level: 31)),
    Case(
      text: "hvc1.2.4.L123.B0", value: hevc(2, flags: 0x2000_0000, level: 123, 0xB000_0000_0000)),
    Case(
      text: "hvc1.2.4.L120.90", value: hevc(2, flags: 0x2000_0000, level: 120, 0x9000_0000_0000)),
    Case(text: "hvc1.2.4.L63.90", value: hevc(2, flags: 0x2000_0000, level: 63, 0x9000_0000_0000)),
    Case(text: "hvc1.2.4.L150", value: hevc(2, flags: 0x2000_0000, level: 150, 0)),
    Case(text: "hvc1.1.6.L93.B0", value: hevc(1, flags: 0x6000_0000, level: 93, 0xB000_0000_0000)),
    Case(
      text: "hev1.A4.41.H120.B0.23",
      value: hevc(
        4, flags: 0x8200_0000, level: 120, high: true, space: 1, 0xB023_0000_0000, format: "hev1")),
    Case(
      text: "hvc1.2.20000000.L150.B0", value: hevc(2, flags: 4, level: 150, 0xB000_0000_0000)),
    Case(text: "mp4a.40.2", value: .mpeg4Audio(objectTypeIndication: 0x40, objectType: 2)),
    Case(text: "mp4a.40.5", value: .mpeg4Audio(objectTypeIndication: 0x40, objectType: 5)),
    Case(text: "mp4a.40.29", value: .mpeg4Audio(objectTypeIndication: 0x40, objectType: 29)),
    Case(text: "mp4a.40.42", value: .mpeg4Audio(objectTypeIndication: 0x40, objectType: 42)),
    Case(text: "mp4a.40.34", value: .mpeg4Audio(objectTypeIndication: 0x40, objectType: 34)),
    Case(text: "mp4a.6B", value: .mpeg4Audio(objectTypeIndication: 0x6B, objectType: nil)),
    Case(text: "ac-3", value: .other("ac-3")),
    Case(text: "ec-3", value: .other("ec-3")),
    Case(text: "fLaC", value: .other("fLaC")),
    Case(text: "alac", value: .other("alac")),
    Case(text: "Opus", value: .other("Opus")),
    Case(text: "stpp.ttml.im1t", value: .other("stpp.ttml.im1t")),
    Case(text: "wvtt", value: .other("wvtt")),
    Case(text: "dvh1.05.06", value: .dolbyVision(format: "dvh1", profile: 5, level: 6)),
    Case(text: "dav1.10.09", value: .dolbyVision(format: "dav1", profile: 10, level: 9)),
    Case(text: "av01.0.04M.08", value: av1(0, 4, 8)),
    Case(text: "av01.0.13M.10.0.112", value: av1(0, 13, 10, chroma: "112")),
    Case(text: "av01.0.13M.10.0.110.09.16.09.0", value: av1(0, 13, 10, .pq)),
    Case(
      text: "av01.2.15H.12.0.000.09.16.09.0", value: av1(2, 15, high: true, 12, chroma: "000", .pq)),
  ]

  @Test(arguments: cases)
  func `is written and read`(_ c: Case) {
    #expect(c.value.description == c.text)
    #expect(CodecString(parsing: c.text) == c.value)
  }

  /// Forms that are met in playlists, and what they mean.
  @Test(arguments: [
    ("hvc1.2.20000000.L150.B0", "hvc1.2.4.L150.B0"),
    ("hvc1.2.4.L153.b0", "hvc1.2.4.L153.B0"), ("hvc1.1.60000000.L93.B0", "hvc1.1.6.L93.B0"),
    ("hvc1.2.4.L153.B0.00.0", "hvc1.2.4.L153.B0"),
    ("flac", "fLaC"), ("opus", "Opus"), (" mp4a.40.2 ", "mp4a.40.2"), ("mp4a.40.02", "mp4a.40.2"),
    ("avc1.64001f", "avc1.64001F"), ("av01.0.13M.10.0.110", "av01.0.13M.10.0.110.09.16.09.0"),
    ("av01.0.13M.10.0.110.01.01.01.0", "av01.0.13M.10"),
  ])
  func `matches other forms of the same`(_ a: String, _ b: String) {
    #expect(CodecString(parsing: a).matches(CodecString(parsing: b)))
    #expect(CodecString(parsing: b).matches(CodecString(parsing: a)))
  }

  @Test(arguments: [
    ("hvc1.2.4.L150.B0", "hvc1.2.4.L153.B0"), ("hvc1.2.4.L150.B0", "hev1.2.4.L150.B0"),
    ("hvc1.2.4.L150.B0", "hvc1.2.4.L150.90"), ("hvc1.2.4.L150", "hvc1.2.4.H150"),
    ("hvc1.1.c.L150", "hvc1.1.6.L150"), ("avc1.640028", "avc1.64002A"),
    ("AC-3", "ac-3"), ("mp4a.40.2", "mp4a.40.5"),
  ])
  func `does not match what differs`(_ a: String, _ b: String) {
    #expect(!CodecString(parsing: a).matches(CodecString(parsing: b)))
  }

  /// Strings that name a known format but break its grammar are kept as they are.
  @Test(arguments: [
    "", ".", "avc1", "avc1.2420028", "avc1.64002", "avc1.+40028", "hvc1", "hvc1.2.4",
    "hvc1.2.4.M120",
    "hvc1.2.4.L300", "hvc1.2.1FFFFFFFF.L90", "hvc1.D2.4.L90", "hvc1.2.4.L90.1.2.3.4.5.6.7", "mp4a",
    "mp4a.40.2.1", "av01.0.04X.08", "av01.0.4", "dvh1.05", "mp4a.zz",
  ])
  func `keeps what it cannot read`(_ text: String) {
    #expect(CodecString(parsing: text) == .other(text))
  }

  @Test func `reads a list with and without spaces`() {
    let list = CodecString.list(parsing: "hvc1.2.4.L123.B0, mp4a.40.2,ac-3")
    #expect(list.map(\.description) == ["hvc1.2.4.L123.B0", "mp4a.40.2", "ac-3"])
  }

  /// Subtitles by what their sample entries say.
  @Test(
    arguments: [
      (.subtitle(.imsc1Text), "stpp.ttml.im1t"),
      (
        .subtitle(SubtitleSampleEntry(mimeType: #"application/ttml+xml; codecs="im2i""#)),
        "stpp.ttml.im2i"
      ),
      (.subtitle(SubtitleSampleEntry(mimeType: "application/ttml+xml")), "stpp"),
      (.subtitle(SubtitleSampleEntry()), "stpp"),
      (.other(OpaqueBox(type: "wvtt", content: [])), "wvtt"),
    ] as [(SampleEntry, String)])
  func `names subtitles`(_ entry: SampleEntry, _ text: String) {
    #expect(CodecString(entry)?.description == text)
  }

  /// Video that only a Dolby Vision player can show is named by its configuration.
  @Test func `names Dolby Vision alone`() throws {
    var entry = try VideoSampleEntry(Streams.hevcSets)
    entry.format = "dvh1"
    entry.dolbyVision = DolbyVisionConfiguration(profile: 5, level: 6, compatibility: 0)
    #expect(CodecString(entry)?.description == "dvh1.05.06")
    #expect(entry.supplementalCodecs == nil)
  }

  /// Encryption leaves the codec what it is.
  @Test func `names the format behind encryption`() throws {
    var entry = try VideoSampleEntry(Streams.h264Sets)
    entry.format = "encv"
    entry.protection = ProtectionScheme(originalFormat: "avc1", scheme: "cbcs", defaults: nil)
    #expect(CodecString(entry)?.description == "avc1.64000C")
  }

  /// Dolby Vision over a base layer, as Apple's authoring specification has it.
  @Test(
    arguments: [
      (8, 1, ColorDescription.pq, "dvh1.08.07/db1p"), (8, 4, .hlg, "dvh1.08.07/db4h"),
      (8, 2, .bt709, "dvh1.08.07/db2g"), (5, 0, .pq, nil),
    ] as [(UInt8, UInt8, ColorDescription, String?)])
  func `names Dolby Vision beside its base layer`(
    _ profile: UInt8, _ compatibility: UInt8, _ color: ColorDescription, _ text: String?
  ) throws {
    var entry = try VideoSampleEntry(Streams.hevcSets, defaultColor: color)
    entry.color = color
    entry.dolbyVision = DolbyVisionConfiguration(
      profile: profile, level: 7, compatibility: compatibility)
    #expect(entry.supplementalCodecs == text)
  }
}
