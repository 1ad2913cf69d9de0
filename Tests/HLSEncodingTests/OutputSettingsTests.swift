// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HDRColor
import HLSEncoding
import RungTestSupport
import Testing

@Suite struct OutputSettingsTests {
  /// A legal dictionary with every key that HEVC takes, by the texts of Apple's constants.
  static var hdr10: [String: Any] {
    [
      "AVVideoCodecKey": "hvc1", "AVVideoWidthKey": 1920, "AVVideoHeightKey": 1080,
      "AVVideoScalingModeKey": "AVVideoScalingModeResizeAspect",
      "AVVideoColorPropertiesKey": [
        "ColorPrimaries": "ITU_R_2020", "TransferFunction": "SMPTE_ST_2084_PQ",
        "YCbCrMatrix": "ITU_R_2020",
      ],
      "AVVideoCompressionPropertiesKey": [
        "AverageBitRate": 10_485_760, "ProfileLevel": "HEVC_Main10_AutoLevel",
        "MaxKeyFrameInterval": 30, "MaxKeyFrameIntervalDuration": 1.0,
        "AllowFrameReordering": true, "ExpectedFrameRate": 30,
        "MasteringDisplayColorVolume": Data(displayBytes),
        "ContentLightLevelInfo": Data([0x03, 0xE8, 0x01, 0x90]),
      ] as [String: Any],
      "AVVideoEncoderSpecificationKey": ["EncoderID": "libx265"],
    ]
  }

  /// Green (13250, 34500), blue (7500, 3000), red (34000, 16000), white (15635, 16450), 1,000 and
  /// 0.005 cd/m²: the layout of H.265 D.2.28, most significant byte first.
  static let displayBytes: [UInt8] = [
    0x33, 0xC2, 0x86, 0xC4, 0x1D, 0x4C, 0x0B, 0xB8, 0x84, 0xD0, 0x3E, 0x80, 0x3D, 0x13, 0x40, 0x42,
    0x00, 0x98, 0x96, 0x80, 0x00, 0x00, 0x00, 0x32,
  ]

  @Test func `every key is read into a type`() throws {
    let video = try OutputSettings.Video(dictionary: Self.hdr10)
    #expect(video.codec == .hevc)
    #expect((video.width, video.height) == (1920, 1080))
    #expect(video.scaling == .resizeAspect)
    #expect(video.color == .pq)
    #expect(video.compression.averageBitRate == 10_485_760)
    #expect(video.compression.profile == .hevcMain10)
    #expect(video.compression.maximumKeyFrameInterval == 30)
    #expect(video.compression.maximumKeyFrameIntervalDuration == 1)
    #expect(video.compression.allowsFrameReordering == true)
    #expect(video.compression.expectedFrameRate == 30)
    #expect(video.compression.masteringDisplay?.peak == 1000)
    #expect(video.compression.masteringDisplay?.green.x == 13_250)
    #expect(video.compression.contentLightLevel?.maximumContentLightLevel == 1000)
    #expect(video.compression.contentLightLevel?.maximumFrameAverageLightLevel == 400)
    #expect(video.encoder == "libx265")
  }

  @Test func `the dictionary of a type is the one it was read from`() throws {
    let video = try OutputSettings.Video(dictionary: Self.hdr10)
    #expect(video.dictionary as NSDictionary == Self.hdr10 as NSDictionary)
    let h264: [String: Any] = [
      "AVVideoCodecKey": "avc1",
      "AVVideoCompressionPropertiesKey": [
        "Quality": 0.5, "H264EntropyMode": "CABAC", "ProfileLevel": "H264_High_4_1",
      ] as [String: Any],
    ]
    #expect(
      try OutputSettings.Video(dictionary: h264).dictionary as NSDictionary == h264 as NSDictionary)
    let sound: [String: Any] = [
      "AVFormatIDKey": UInt32(0x6C70_636D), "AVLinearPCMBitDepthKey": 16,
      "AVSampleRateKey": 48_000, "AVNumberOfChannelsKey": 2,
    ]
    #expect(
      try OutputSettings.Audio(dictionary: sound).dictionary as NSDictionary == sound
        as NSDictionary)
  }

  @Test(arguments: ColorProperties.combinations)
  func `every published combination of colours maps both ways`(
    _ combination: ColorProperties.Combination
  ) throws {
    let codec: VideoCodec = combination.color.videoRange == .sdr ? .h264 : .hevc
    let video = OutputSettings.Video(codec: codec, color: combination.color)
    #expect(try OutputSettings.Video(dictionary: video.dictionary).color == combination.color)
  }

  struct Illegal: Sendable, CustomTestStringConvertible {
    /// The key that is named.
    var key: String
    /// Something that only this message says.
    var says: String
    /// Spoils the legal dictionary.
    var spoil: @Sendable (inout [String: Any]) -> Void
    var testDescription: String { "\(key): \(says)" }

    init(
      _ key: String, _ says: String, _ spoil: @escaping @Sendable (inout [String: Any]) -> Void
    ) {
      (self.key, self.says, self.spoil) = (key, says, spoil)
    }

    static func color(
      _ key: String, _ says: String, _ value: String?
    ) -> Illegal {
      Illegal(key == "" ? "AVVideoColorPropertiesKey" : key, says) { settings in
        var colors = settings["AVVideoColorPropertiesKey"] as? [String: Any] ?? [:]
        colors[key == "" ? "YCbCrMatrix" : key] = value
        settings["AVVideoColorPropertiesKey"] = colors
      }
    }

    static func compression(
      _ key: String, _ says: String, _ values: [String: any Sendable]
    ) -> Illegal {
      Illegal(key, says) { settings in
        var properties = settings["AVVideoCompressionPropertiesKey"] as? [String: Any] ?? [:]
        properties.merge(values) { $1 }
        settings["AVVideoCompressionPropertiesKey"] = properties
      }
    }
  }

  static let illegal: [Illegal] = [
    .color("ColorPrimaries", "come together", nil),
    .color("TransferFunction", "come together", nil),
    .color("YCbCrMatrix", "come together", nil),
    .color("", "no combination", "ITU_R_709_2"),
    .color("YCbCrMatrix", "one of ITU_R_709_2", "BT2020"),
    Illegal("AVVideoCodecKey", "found none") { $0["AVVideoCodecKey"] = nil },
    Illegal("AVVideoCodecKey", "expected one of avc1") { $0["AVVideoCodecKey"] = "jpeg" },
    Illegal("AVVideoCodecKey", "carries no HDR") { settings in
      settings["AVVideoCodecKey"] = "avc1"
      settings["AVVideoCompressionPropertiesKey"] = nil
    },
    Illegal("AVVideoWidthKey", "come together") { $0["AVVideoWidthKey"] = nil },
    Illegal("AVVideoHeightKey", "even number") { $0["AVVideoHeightKey"] = 1081 },
    Illegal("AVVideoScalingModeKey", "no size") { settings in
      settings["AVVideoWidthKey"] = nil
      settings["AVVideoHeightKey"] = nil
    },
    Illegal("AVVideoAllowWideColorKey", "not supported") { $0["AVVideoAllowWideColorKey"] = true },
    .compression(
      "ProfileLevel", "HDR in HEVC needs 10 bits", ["ProfileLevel": "HEVC_Main_AutoLevel"]),
    .compression("ProfileLevel", "no profile of hvc1", ["ProfileLevel": "H264_High_AutoLevel"]),
    .compression("Quality", "contradict", ["Quality": 0.5]),
    .compression("H264EntropyMode", "only H.264", ["H264EntropyMode": "CABAC"]),
    .compression(
      "MasteringDisplayColorVolume", "expected 24 bytes, found 23",
      [
        "MasteringDisplayColorVolume": Data(displayBytes.dropLast())
      ]),
    .compression(
      "ContentLightLevelInfo", "expected 4 bytes, found 2",
      [
        "ContentLightLevelInfo": Data([0, 1])
      ]),
    .compression(
      "ContentLightLevelInfo", "MaxCLL of 0",
      [
        "ContentLightLevelInfo": Data([0, 0, 0, 0])
      ]),
    .compression(
      "MasteringDisplayColorVolume", "outside 100 to 10,000",
      [
        "MasteringDisplayColorVolume": Data(displayBytes.prefix(16) + [0, 0, 3, 0xE8, 0, 0, 0, 50])
      ]),
    .compression("AverageBitRate", "whole number", ["AverageBitRate": 0]),
    Illegal("MasteringDisplayColorVolume", "describes PQ") { settings in
      settings["AVVideoColorPropertiesKey"] = [
        "ColorPrimaries": "ITU_R_2020", "TransferFunction": "ITU_R_2100_HLG",
        "YCbCrMatrix": "ITU_R_2020",
      ]
    },
    Illegal("ProfileLevel", "ProRes has no profiles") { settings in
      settings["AVVideoCodecKey"] = "apcn"
      settings["AVVideoEncoderSpecificationKey"] = nil
      settings["AVVideoCompressionPropertiesKey"] = ["ProfileLevel": "HEVC_Main10_AutoLevel"]
    },
    Illegal("AverageBitRate", "ProRes has neither rates") { settings in
      settings["AVVideoCodecKey"] = "ap4h"
      settings["AVVideoCompressionPropertiesKey"] = ["AverageBitRate": 1_000_000]
    },
    Illegal("EncoderID", "'libx264' encodes no hvc1") { settings in
      settings["AVVideoEncoderSpecificationKey"] = ["EncoderID": "libx264"]
    },
    Illegal("RequireHardwareAcceleratedVideoEncoder", "no encoders in hardware") { settings in
      settings["AVVideoEncoderSpecificationKey"] = [
        "RequireHardwareAcceleratedVideoEncoder": true
      ]
    },
  ]

  @Test(arguments: illegal) func `what is illegal names its key and the remedy`(_ c: Illegal) throws
  {
    var settings = Self.hdr10
    c.spoil(&settings)
    let error = #expect(throws: EncodingError.self) {
      try OutputSettings.Video(dictionary: settings)
    }
    #expect(error?.code == .settings)
    #expect(error?.location == c.key)
    #expect(error?.reason.contains(c.says) == true, "\(error?.reason ?? "")")
    #expect(error?.hint?.isEmpty == false)
  }

  /// Settings without colours follow the source.
  @Test(
    arguments: [
      (ExportSource.hdr10, ["ProfileLevel": "HEVC_Main_AutoLevel"], "ProfileLevel"),
      (.hlg, ["ProfileLevel": "HEVC_Main_AutoLevel"], "ProfileLevel"),
      (.sdr, ["ProfileLevel": "HEVC_Main_AutoLevel"], nil),
      (.hlg, ["ContentLightLevelInfo": Data([0x03, 0xE8, 0x01, 0x90])], "ContentLightLevelInfo"),
      (.sdr, ["ContentLightLevelInfo": Data([0x03, 0xE8, 0x01, 0x90])], "ContentLightLevelInfo"),
      (.hdr10, ["ContentLightLevelInfo": Data([0x03, 0xE8, 0x01, 0x90])], nil),
    ] as [(ExportSource, [String: any Sendable], String?)])
  func `what a source cannot become is refused before anything is encoded`(
    _ kind: ExportSource, _ compression: [String: any Sendable], _ key: String?
  ) throws {
    let folder = try TemporaryFolder()
    let source = try SourceDescription.inspect(kind.make(in: folder))
    let video = try OutputSettings.Video(dictionary: [
      "AVVideoCodecKey": "hvc1", "AVVideoCompressionPropertiesKey": compression,
    ])
    let request = try ExportRequest(
      .settings(OutputSettings(video: video)), to: folder.file("out.mov"))
    var found: String?
    do {
      _ = try ExportPlan(for: source, [request])
    } catch {
      found = error.location
    }
    #expect(found == key)
  }

  @Test func `Baseline has no arithmetic coding`() {
    let settings: [String: Any] = [
      "AVVideoCodecKey": "avc1",
      "AVVideoCompressionPropertiesKey": [
        "ProfileLevel": "H264_Baseline_3_1", "H264EntropyMode": "CABAC",
      ],
    ]
    let error = #expect(throws: EncodingError.self) {
      try OutputSettings.Video(dictionary: settings)
    }
    #expect(error?.location == "H264EntropyMode")
  }

  @Test(arguments: [
    ("AVFormatIDKey", ["AVFormatIDKey": 0x616C_6163]),
    ("AVLinearPCMBitDepthKey", ["AVFormatIDKey": 0x6C70_636D, "AVLinearPCMBitDepthKey": 20]),
    ("AVLinearPCMIsFloatKey", ["AVFormatIDKey": 0x6C70_636D, "AVLinearPCMIsFloatKey": 1]),
    ("AVEncoderBitRateKey", ["AVFormatIDKey": 0x6C70_636D, "AVEncoderBitRateKey": 128_000]),
    ("AVSampleRateKey", ["AVFormatIDKey": 0x6161_6320, "AVSampleRateKey": 192_000]),
  ]) func `sound that is not written is refused by its key`(
    _ key: String, _ settings: [String: Int]
  ) {
    let error = #expect(throws: EncodingError.self) {
      try OutputSettings.Audio(dictionary: settings)
    }
    #expect(error?.location == key)
  }
}
