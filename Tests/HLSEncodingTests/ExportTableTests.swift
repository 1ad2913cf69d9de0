// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HLSEncoding
import RungTestSupport
import Testing

/// Every preset against every kind of source, exported for real and read by ffprobe.
@Suite struct ExportTableTests {
  /// Codec, sample entry, profile and size of what a preset makes of 320 by 180 in SDR.
  static let made: [String: String] = {
    var table: [String: String] = [:]
    for name in [
      "low-quality", "medium-quality", "highest-quality", "h264-640x480", "h264-960x540",
      "h264-1280x720", "h264-1920x1080", "h264-3840x2160", "m4v-ipod", "m4v-480p-sd",
      "m4v-apple-tv", "m4v-wifi", "m4v-720p-hd", "m4v-1080p-hd",
    ] {
      table[name] = "h264 avc1 High 320x180"
    }
    // 320 by 180 fitted into 176 by 144: 176 by 99, at even sides.
    table["m4v-cellular"] = "h264 avc1 High 176x100"
    for name in [
      "hevc-highest-quality", "hevc-1920x1080", "hevc-3840x2160", "hevc-4320x2160",
      "hevc-7680x4320",
    ] {
      table[name] = "hevc hvc1 Main 320x180"
    }
    table["prores-422"] = "prores apcn Standard 320x180"
    table["prores-4444"] = "prores ap4h 4444 320x180"
    return table
  }()

  /// What ffprobe calls the colours of a preset's pictures: primaries, transfer and matrix.
  static func colors(of source: ExportSource, _ preset: ExportPreset) -> String {
    switch source {
    case .hdr10 where preset.hdr == .kept: "bt2020 smpte2084 bt2020nc"
    case .hlg where preset.hdr == .kept: "bt2020 arib-std-b67 bt2020nc"
    // Assumed of pictures below 720 by 577 that say nothing.
    case .untagged: "smpte170m smpte170m smpte170m"
    default: "bt709 bt709 bt709"
    }
  }

  @Test func `the table names every preset that encodes pictures`() {
    let encoding = ExportPreset.all.filter {
      $0.refusal == nil && $0.hasVideo && $0 != .passthrough
    }
    #expect(Set(encoding.map(\.commandName)) == Set(Self.made.keys))
  }

  @Test(arguments: ExportSource.allCases)
  func `every preset makes what it says, or refuses with the reason`(_ kind: ExportSource) throws {
    let folder = try TemporaryFolder()
    let source = try SourceDescription.inspect(kind.make(in: folder))
    var requests: [ExportRequest] = []
    for preset in ExportPreset.all {
      let path = folder.file("\(preset.commandName).\(preset.fileTypes[0].fileExtension)")
      let request = try ExportRequest(.preset(preset), to: path)
      if let reason = Self.refusal(of: preset, kind) {
        let error = #expect(throws: EncodingError.self) {
          try ExportPlan(for: source, [request])
        }
        #expect(error?.reason == reason)
        #expect(error?.hint?.isEmpty == false)
        #expect(!preset.compatibility(with: source, fileType: nil))
      } else {
        #expect(preset.compatibility(with: source, fileType: preset.fileTypes[0]))
        requests.append(request)
      }
    }
    var options = ExportOptions()
    options.speed = "ultrafast"
    let results = try ExportSession(ExportPlan(for: source, requests, options)).run()
    #expect(results.count == requests.count)
    for request in requests where request.preset != .passthrough {
      try check(request, kind)
    }
  }

  /// Why a preset refuses a source.
  private static func refusal(of preset: ExportPreset, _ kind: ExportSource) -> String? {
    if preset.refusal != nil { return preset.refusal }
    if kind == .audioOnly, preset.hasVideo, preset != .passthrough {
      return "the preset '\(preset.commandName)' needs pictures, found none"
    }
    if kind == .videoOnly, preset == .m4a { return "the preset 'm4a' needs sound, found none" }
    return nil
  }

  private func check(_ request: ExportRequest, _ kind: ExportSource) throws {
    let preset = try #require(request.preset)
    let path = request.path
    let id: Comment = "\(preset.commandName) of \(kind.rawValue)"
    if preset.hasVideo {
      var expected = try #require(Self.made[preset.commandName])
      let colors = Self.colors(of: kind, preset)
      if colors.hasPrefix("bt2020") { expected = expected.replacing("Main ", with: "Main-10 ") }
      let fields = try Self.fields(
        path, "v:0", "codec_name", "codec_tag_string", "profile", "width", "height",
        "color_primaries", "color_transfer", "color_space", "nb_frames")
      #expect(
        "\(fields["codec_name"] ?? "") \(fields["codec_tag_string"] ?? "") "
          + "\((fields["profile"] ?? "").replacing(" ", with: "-")) "
          + "\(fields["width"] ?? "")x\(fields["height"] ?? "")" == expected, id)
      #expect(
        "\(fields["color_primaries"] ?? "") \(fields["color_transfer"] ?? "") "
          + "\(fields["color_space"] ?? "")" == colors, id)
      #expect(fields["nb_frames"] == "8", id)
      let side = try Program.probe(
        path, "-select_streams", "v:0", "-show_entries", "stream_side_data")
      #expect(side.contains { $0.contains("90") } == (kind == .rotated), id)
      let data = try Data(contentsOf: URL(filePath: path))
      // nclc in QuickTime, nclx elsewhere.
      let colr = request.fileType == .mov ? "colrnclc" : "colrnclx"
      #expect(data.range(of: Data(colr.utf8)) != nil, id)
      let display = OutputSettingsTests.displayBytes
      let hasBoxes =
        data.range(of: Data("mdcv".utf8 + display)) != nil
        && data.range(of: Data("clli".utf8 + [0x03, 0xE8, 0x01, 0x90])) != nil
      #expect(hasBoxes == (kind == .hdr10 && preset.hdr == .kept), id)
      // SEI messages 137 (24 bytes) and 144 (4 bytes) in 'hvcC'; 0x000000 in the black level gets
      // an emulation prevention byte.
      if kind == .hdr10, preset.family == .hevc {
        #expect(data.range(of: Data([137, 24] + display.prefix(20))) != nil, id)
        #expect(data.range(of: Data([144, 4, 0x03, 0xE8, 0x01, 0x90])) != nil, id)
      }
    }
    let codec = preset.family == .proRes422 || preset.family == .proRes4444 ? "pcm_s24le" : "aac"
    let sound = try Program.probe(
      path, "-select_streams", "a", "-show_entries", "stream=codec_name,sample_rate,channels")
    #expect(sound == (kind == .videoOnly ? [] : ["\(codec),48000,1"]), id)
    let head = try Data(contentsOf: URL(filePath: path))
    let index = try #require(head.range(of: Data("moov".utf8)))
    let media = try #require(head.range(of: Data("mdat".utf8)))
    #expect(index.lowerBound < media.lowerBound, id)
  }

  /// What ffprobe says of a stream, by the names of its fields.
  static func fields(
    _ path: String, _ stream: String, _ names: String...
  ) throws -> [String: String] {
    let probed = try Program(
      "ffprobe",
      [
        "-v", "error", "-select_streams", stream, "-show_entries",
        "stream=" + names.joined(separator: ","), "-of", "default=nw=1", path,
      ])
    return probed.lines.reduce(into: [:]) { fields, line in
      let parts = line.split(separator: "=", maxSplits: 1)
      if parts.count == 2 { fields[String(parts[0])] = String(parts[1]) }
    }
  }
}
