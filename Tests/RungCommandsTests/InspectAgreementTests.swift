// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import RungCommands
import RungTestSupport
import Testing

/// `rung inspect` beside ffprobe and mediainfo, field by field where those two agree.
@Suite struct InspectAgreementTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    /// FFmpeg's arguments, or none for a fixture.
    var arguments: [String] = []
    var file: String
    /// How many fields the two others agree on.
    var fields: Int
    var testDescription: String { name }
  }

  private static func x264(_ source: String, _ rest: String...) -> [String] {
    ["-f", "lavfi", "-i", source + ",format=yuv420p", "-c:v", "libx264", "-preset", "ultrafast"]
      + rest
  }

  static let cases = [
    Case(name: "HDR10", file: "hdr10.mp4", fields: 14),
    Case(name: "HLG at 50 frames a second", file: "hlg.mp4", fields: 12),
    Case(name: "PQ without metadata", file: "pq.mp4", fields: 10),
    Case(
      name: "turned by 90 degrees",
      arguments: ["-i", Fixture.path("sync.mp4"), "-c", "copy", "-metadata:s:v", "rotate=90"],
      file: "turned.mp4", fields: 12),
    Case(
      name: "wide pixels of PAL",
      arguments: x264("testsrc2=s=720x576:r=25:d=0.4", "-vf", "setsar=64/45"),
      file: "pal.mp4", fields: 7),
    Case(
      name: "interlaced, upper field first",
      arguments: x264(
        "testsrc2=s=720x576:r=50:d=0.4", "-vf", "tinterlace=4", "-flags", "+ilme+ildct",
        "-x264-params", "tff=1"), file: "fields.mp4", fields: 7),
    Case(
      name: "full range",
      arguments: x264(
        "testsrc2=s=640x360:r=25:d=0.4", "-color_range", "pc", "-colorspace", "bt709",
        "-color_primaries", "bt709", "-color_trc", "bt709"), file: "full.mp4", fields: 10),
    Case(
      name: "10 bits of 4:2:2 in Matroska",
      arguments: [
        "-f", "lavfi", "-i", "testsrc2=s=640x360:r=24000/1001:d=0.5,format=yuv422p10le", "-c:v",
        "libx264", "-profile:v", "high422",
      ], file: "bits.mkv", fields: 7),
    Case(
      name: "odd size in ProRes",
      arguments: [
        "-f", "lavfi", "-i", "testsrc2=s=322x182:r=25:d=0.4,format=yuv422p10le", "-c:v",
        "prores_ks",
      ], file: "prores.mov", fields: 5),
    Case(
      name: "MPEG-TS that starts late, 5.1 in AC-3",
      arguments: [
        "-f", "lavfi", "-i", "testsrc2=s=640x360:r=30000/1001:d=1,format=yuv420p", "-f", "lavfi",
        "-i", "anullsrc=r=48000:cl=5.1:d=1", "-c:v", "libx264", "-c:a", "ac3",
        "-output_ts_offset", "900",
      ],
      file: "late.ts", fields: 8),
    Case(
      name: "PCM of 96 kHz and 24 bits",
      arguments: [
        "-f", "lavfi", "-i", "sine=r=96000:d=0.5", "-ac", "2", "-c:a", "pcm_s24le",
      ], file: "sound.mov", fields: 2),
    Case(name: "several languages in Matroska", file: "languages.mkv", fields: 11),
    Case(name: "mono", file: "sound.wav", fields: 2),
  ]

  @Test(arguments: cases)
  func `says what ffprobe and mediainfo say`(_ c: Case) async throws {
    let folder = try TemporaryFolder()
    var path = Fixture.path(c.file)
    if !c.arguments.isEmpty {
      path = folder.file(c.file)
      let made = try Program("ffmpeg", ["-v", "error"] + c.arguments + [path])
      #expect(made.errors == "")
    }
    let (code, printed) = await CollectedConsole.run("inspect", "--json", path)
    #expect(code == .success)
    let ours = try Facts(rung: printed.json()).values
    let probed = try Program(
      "ffprobe",
      [
        "-v", "error", "-show_streams", "-show_frames", "-read_intervals", "%+#1", "-of",
        "json", path,
      ])
    let theirs = try Facts(ffprobe: probed.output).values
    let others = try Facts(
      mediainfo: Program("mediainfo", ["--Output=JSON", path]).output
    ).values
    let agreed = theirs.filter { others[$0.key] == $0.value }
    for (field, value) in agreed.sorted(by: { $0.key < $1.key }) {
      #expect(ours[field] == value, "\(field)")
    }
    #expect(agreed.count >= c.fields, "\(agreed)")
  }
}

/// What a program says of a file, in one form for all programs.
private struct Facts {
  var values: [String: String] = [:]

  private static let primaries = ["bt709": "1", "bt2020": "9", "BT.709": "1", "BT.2020": "9"]
  private static let transfers = [
    "bt709": "1", "smpte2084": "16", "arib-std-b67": "18", "BT.709": "1", "PQ": "16", "HLG": "18",
  ]
  private static let matrices = [
    "bt709": "1", "bt2020nc": "9", "BT.709": "1", "BT.2020 non-constant": "9",
  ]

  private static func objects(_ text: String) throws -> [String: Any] {
    try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
  }

  /// A number as both sides write it.
  private static func number(_ value: Any?) -> String? {
    let text = value.map { "\($0)" }
    guard let text else { return nil }
    let parts = text.split { $0 == "/" || $0 == ":" }.compactMap { Double($0) }
    guard let first = parts.first else { return nil }
    let value = parts.count > 1 && parts[1] != 0 ? first / parts[1] : first
    return String(format: "%.2f", value)
  }

  init(rung: [String: Any]) throws {
    let tracks = rung["tracks"] as? [[String: Any]] ?? []
    if let video = tracks.lazy.compactMap({ $0["video"] as? [String: Any] }).first {
      values["width"] = Self.number(video["width"])
      values["height"] = Self.number(video["height"])
      values["bits"] = Self.number(video["bitDepth"])
      values["chroma"] = video["chroma"] as? String
      values["pixel"] = Self.number(video["sampleAspect"])
      values["rotation"] = Self.number(video["rotation"])
      values["rate"] = Self.number(video["averageFrameRate"])
      values["interlaced"] = "\(video["isInterlaced"] as? Bool ?? false)"
      let color = video["color"] as? [String: Any] ?? [:]
      values["primaries"] = color["primaries"].map { "\($0)" }
      values["transfer"] = color["transfer"].map { "\($0)" }
      values["matrix"] = color["matrix"].map { "\($0)" }
      values["full"] = "\(color["isFullRange"] as? Bool ?? false)"
      let levels = video["contentLightLevel"] as? [String: Any]
      values["MaxCLL"] = Self.number(levels?["maxCLL"])
      values["MaxFALL"] = Self.number(levels?["maxFALL"])
    }
    let sounds = tracks.compactMap { $0["audio"] as? [String: Any] }
    for (index, sound) in sounds.enumerated() {
      values["channels \(index)"] = Self.number(sound["channels"])
      values["sample rate \(index)"] = Self.number(sound["sampleRate"])
    }
  }

  init(ffprobe text: String) throws {
    let root = try Self.objects(text)
    let streams = root["streams"] as? [[String: Any]] ?? []
    if let video = streams.first(where: { $0["codec_type"] as? String == "video" }) {
      let format = video["pix_fmt"] as? String ?? ""
      values["width"] = Self.number(video["width"])
      values["height"] = Self.number(video["height"])
      values["bits"] = format.contains("10") ? "10.00" : "8.00"
      values["chroma"] = format.contains("422") ? "4:2:2" : "4:2:0"
      values["pixel"] = Self.number(video["sample_aspect_ratio"])
      let matrix = (video["side_data_list"] as? [[String: Any]])?.first { $0["rotation"] != nil }
      let turn = (matrix?["rotation"] as? Int).map { (360 - $0) % 360 } ?? 0
      values["rotation"] = Self.number(turn)
      values["rate"] = Self.number(video["avg_frame_rate"])
      values["interlaced"] = (video["field_order"] as? String).map { "\($0 != "progressive")" }
      values["primaries"] = (video["color_primaries"] as? String).flatMap { Self.primaries[$0] }
      values["transfer"] = (video["color_transfer"] as? String).flatMap { Self.transfers[$0] }
      values["matrix"] = (video["color_space"] as? String).flatMap { Self.matrices[$0] }
      values["full"] = (video["color_range"] as? String).map { "\($0 == "pc")" }
    }
    let frames = root["frames"] as? [[String: Any]] ?? []
    for entry in frames.flatMap({ $0["side_data_list"] as? [[String: Any]] ?? [] }) {
      if let level = entry["max_content"] { values["MaxCLL"] = Self.number(level) }
      if let level = entry["max_average"] { values["MaxFALL"] = Self.number(level) }
    }
    let sounds = streams.filter { $0["codec_type"] as? String == "audio" }
    for (index, sound) in sounds.enumerated() {
      values["channels \(index)"] = Self.number(sound["channels"])
      values["sample rate \(index)"] = Self.number(sound["sample_rate"])
    }
  }

  init(mediainfo text: String) throws {
    let media = try Self.objects(text)["media"] as? [String: Any]
    let tracks = media?["track"] as? [[String: Any]] ?? []
    if let video = tracks.first(where: { $0["@type"] as? String == "Video" }) {
      values["width"] = Self.number(video["Width"])
      values["height"] = Self.number(video["Height"])
      values["bits"] = Self.number(video["BitDepth"])
      values["chroma"] = video["ChromaSubsampling"] as? String
      values["pixel"] = Self.number(video["PixelAspectRatio"])
      values["rotation"] = Self.number(video["Rotation"])
      values["rate"] = Self.number(video["FrameRate"])
      values["interlaced"] = (video["ScanType"] as? String).map { "\($0 != "Progressive")" }
      values["primaries"] = (video["colour_primaries"] as? String).flatMap { Self.primaries[$0] }
      values["transfer"] = (video["transfer_characteristics"] as? String)
        .flatMap { Self.transfers[$0] }
      values["matrix"] = (video["matrix_coefficients"] as? String).flatMap { Self.matrices[$0] }
      values["full"] = (video["colour_range"] as? String).map { "\($0 == "Full")" }
      values["MaxCLL"] = Self.number((video["MaxCLL"] as? String)?.split(separator: " ").first)
      values["MaxFALL"] = Self.number((video["MaxFALL"] as? String)?.split(separator: " ").first)
    }
    let sounds = tracks.filter { $0["@type"] as? String == "Audio" }
    for (index, sound) in sounds.enumerated() {
      values["channels \(index)"] = Self.number(sound["Channels"])
      values["sample rate \(index)"] = Self.number(sound["SamplingRate"])
    }
  }
}
