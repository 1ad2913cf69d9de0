// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HDRColor
import HLSEncoding
import LibAV
import Testing

@Suite struct ExportPresetTests {
  /// The constants of AVFoundation's headers, without their common beginning.
  static let published: Set<String> = [
    "LowQuality", "MediumQuality", "HighestQuality", "HEVCHighestQuality",
    "HEVCHighestQualityWithAlpha", "640x480", "960x540", "1280x720", "1920x1080", "3840x2160",
    "HEVC1920x1080", "HEVC1920x1080WithAlpha", "HEVC3840x2160", "HEVC3840x2160WithAlpha",
    "HEVC4320x2160", "HEVC7680x4320", "MVHEVC960x960", "MVHEVC1440x1440", "MVHEVC4320x4320",
    "MVHEVC7680x7680", "AppleM4A", "AppleProRes422LPCM", "AppleProRes4444LPCM",
    "AppleM4VCellular", "AppleM4ViPod", "AppleM4V480pSD", "AppleM4VAppleTV", "AppleM4VWiFi",
    "AppleM4V720pHD", "AppleM4V1080pHD", "Passthrough",
  ]

  @Test func `every published preset is there, and no other`() {
    #expect(
      Set(ExportPreset.all.map(\.name)) == Set(Self.published.map { "AVAssetExportPreset" + $0 }))
    #expect(Set(ExportPreset.all.map(\.commandName)).count == ExportPreset.all.count)
    #expect(!ExportPreset.listed.contains(.passthrough))
    for preset in ExportPreset.all {
      #expect(ExportPreset(preset.name) == preset)
      #expect(ExportPreset(preset.commandName) == preset)
      #expect(!preset.help.isEmpty && !preset.fileTypes.isEmpty)
    }
  }

  @Test func `what libx265 cannot encode is refused with the reason`() {
    let refused = ExportPreset.all.filter { $0.refusal != nil }
    #expect(refused.count == 7)
    #expect(refused.allSatisfy { $0.settings(for: nil) == nil })
    #expect(ExportPreset("hevc-1920x1080-with-alpha")?.refusal?.contains("alpha") == true)
    #expect(ExportPreset("mv-hevc-1440x1440")?.refusal?.contains("MV-HEVC") == true)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var preset: String
    var source: SourceFormat
    var codec: VideoCodec
    var size: String
    var color: ColorDescription
    var profile: String?
    var testDescription: String { "\(preset) of \(source.width)x\(source.height)" }
  }

  private static let hd = SourceFormat(width: 1920, height: 1080)
  private static let p3 = ColorDescription(primaries: .p3D65, transfer: .bt709, matrix: .bt709)
  private static func hdr(_ color: ColorDescription) -> SourceFormat {
    SourceFormat(
      width: 3840, height: 2160, frameRate: Rational(25), color: color, bitDepth: 10,
      contentLightLevel: ContentLightLevel(
        maximumContentLightLevel: 1000, maximumFrameAverageLightLevel: 400))
  }

  static let cases = [
    Case(
      preset: "hevc-highest-quality", source: hdr(.pq), codec: .hevc, size: "3840x2160",
      color: .pq, profile: "HEVC_Main10_AutoLevel"),
    Case(
      preset: "hevc-1920x1080", source: hdr(.hlg), codec: .hevc, size: "1920x1080", color: .hlg,
      profile: "HEVC_Main10_AutoLevel"),
    Case(
      preset: "hevc-1920x1080", source: hd, codec: .hevc, size: "1920x1080", color: .bt709,
      profile: "HEVC_Main_AutoLevel"),
    Case(
      preset: "h264-1920x1080", source: hdr(.pq), codec: .h264, size: "1920x1080",
      color: .bt709, profile: "H264_High_AutoLevel"),
    Case(
      preset: "h264-3840x2160", source: hd, codec: .h264, size: "1920x1080", color: .bt709,
      profile: "H264_High_AutoLevel"),
    Case(
      preset: "h264-640x480", source: hd, codec: .h264, size: "640x360", color: .bt709,
      profile: "H264_High_AutoLevel"),
    Case(
      preset: "h264-1280x720", source: SourceFormat(width: 1080, height: 1920), codec: .h264,
      size: "720x1280", color: .bt709, profile: "H264_High_AutoLevel"),
    Case(
      preset: "hevc-1920x1080", source: SourceFormat(width: 640, height: 360, color: p3),
      codec: .hevc, size: "640x360", color: p3, profile: "HEVC_Main_AutoLevel"),
    Case(
      preset: "prores-422", source: hdr(.pq), codec: .proRes422, size: "3840x2160", color: .pq),
    Case(
      preset: "prores-4444", source: hdr(.hlg), codec: .proRes4444, size: "3840x2160",
      color: .hlg),
  ]

  @Test(arguments: cases) func `settings never enlarge and keep the range where they can`(
    _ c: Case
  ) throws {
    let video = try #require(ExportPreset(c.preset)?.settings(for: c.source)?.video)
    #expect(video.codec == c.codec)
    #expect("\(video.width ?? 0)x\(video.height ?? 0)" == c.size)
    #expect(video.color == c.color)
    #expect(video.compression.profile?.name == c.profile)
    let keepsPQ = c.color == .pq
    #expect((video.compression.contentLightLevel != nil) == keepsPQ)
    try video.validate()
  }

  /// WWDC 2017 sessions 503 and 511 (HEVC from A10 and Skylake on, 10 bits in software there), WWDC
  /// 2020 session 10010 (HDR from A10 and 2017's Macs on), and what was announced with A15 and M2.
  @Test(arguments: [
    ("before A10", ExportPreset.hevcUpTo1080, HardwareExport.Support.none),
    ("A10 Fusion and later", .hevcUpTo1080, .hardware),
    ("A10 Fusion and later", .proRes422, .unknown),
    ("iPhone 13 Pro", .proRes422, .hardware),
    ("Skylake", .hevcUpTo1080, .software),
    ("2017 and later", .hevcUpTo1080, .hardware),
    ("2017 and later", .proRes4444, .software),
    ("M1", .proRes422, .software),
    ("M1 Pro", .proRes422, .hardware),
    ("M2", .proRes422, .hardware),
    ("Apple TV", .hevcUpTo1080, .unknown),
  ]) func `what devices export in hardware is what was published`(
    _ generation: String, _ preset: ExportPreset, _ support: HardwareExport.Support
  ) throws {
    #expect(HardwareExport.all.allSatisfy { !$0.source.isEmpty })
    let row = try #require(
      HardwareExport.all.last { $0.generation.hasSuffix(generation) }
        ?? HardwareExport.all.first { $0.generation.contains(generation) })
    #expect(row.support(for: preset) == support)
  }

  @Test func `the assistant gives public values where there are some`() throws {
    var assistant = try #require(OutputSettingsAssistant(preset: "AVOutputSettingsPreset1920x1080"))
    let settings = try #require(assistant.videoSettings)
    #expect(settings.compression.averageBitRate == 10_485_760)
    #expect(settings.compression.maximumKeyFrameInterval == 30)
    #expect(settings.compression.profile?.name == "H264_High_AutoLevel")
    #expect(settings.compression.entropyMode == .cabac)
    #expect(settings.scaling == .resizeAspect)
    #expect(assistant.bitRateOrigin == .published)
    assistant.source = SourceFormat(width: 1280, height: 720, frameRate: Rational(60))
    let small = try #require(assistant.videoSettings)
    #expect((small.width, small.height) == (1280, 720))
    #expect(small.compression.maximumKeyFrameInterval == 60)
    #expect(assistant.bitRateOrigin == .rung)
    #expect(OutputSettingsAssistant(preset: "AVOutputSettingsPresetMVHEVC960x960") == nil)
    #expect(OutputSettingsAssistant(preset: "AVOutputSettingsPresetHighestQuality") == nil)
    #expect(OutputSettingsAssistant.presets.count == 15)
  }
}
