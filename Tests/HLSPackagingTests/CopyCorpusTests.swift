// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HLSPackaging
import HLSPlaylist
import RungTestSupport
import Testing

/// Real files that other people made, packaged as they are.
@Suite(.serialized, .enabled(if: Corpus.isPresent)) struct CopyCorpusTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var file: String
    /// Pictures that decode, from ffprobe's count of the source; `nil` without pictures.
    var pictures: Int?
    /// Frames of sound, from ffprobe's count of the source; `nil` without sound.
    var sound: Int?
    /// CODECS, RESOLUTION, FRAME-RATE, VIDEO-RANGE and SUPPLEMENTAL-CODECS as the first variant
    /// has them.
    var variant: String
    /// The NAL unit types of parameter sets that were lifted out of samples.
    var lifted: String?
    /// Whether groups of pictures after the first are open.
    var isOpen = false
    /// Whether FFmpeg 5.1 looks for sound in the wrong places: fragments with two tracks whose
    /// offsets count from `moof` without saying so.
    var isMisread = false
    var testDescription: String { file }
  }

  static let cases = [
    Case(
      file: "bear-640x360.mp4", pictures: 82, sound: 119,
      variant: "avc1.64001E,mp4a.40.2 640x360 29.970 SDR"),
    Case(
      file: "bear-1280x720.mp4", pictures: 82, sound: 119,
      variant: "avc1.64001F,mp4a.40.2 1280x720 29.970 SDR"),
    Case(
      file: "bear-640x360-hevc.mp4", pictures: 84, sound: 121,
      variant: "hvc1.1.6.L63.90,mp4a.40.2 640x360 29.970 SDR", isOpen: true),
    Case(
      file: "bear-640x360-hevc-hdr10.mp4", pictures: 84, sound: 121,
      variant: "hvc1.2.4.L63.90,mp4a.40.2 640x360 29.970 PQ"),
    Case(
      file: "sparks_dovi_8.mp4", pictures: 361, variant: "hvc1.2.4.L90.90 640x360 59.940 PQ"),
    Case(
      file: "bear-640x360-ec3.mp4", pictures: 80, sound: 79,
      variant: "avc1.64001E,ec-3 640x360 29.970 SDR"),
    Case(file: "bear-flac.mp4", sound: 27, variant: "fLaC"),
    Case(file: "bear-alac.mp4", sound: 30, variant: "alac"),
    Case(
      file: "bear-640x360-non_square_pixel-with_pasp.mp4", pictures: 30,
      variant: "avc1.64001E 640x360 29.970 SDR"),
    Case(
      file: "bear-640x360-av_frag.mp4", pictures: 82, sound: 119,
      variant: "avc1.64001E,mp4a.40.2 640x360 29.970 SDR", isMisread: true),
    Case(file: "bear-av1.mp4", pictures: 82, variant: "av01.0.00M.08 320x240 29.970 SDR"),
    Case(
      file: "hlg10-color-test.mp4", pictures: 9, sound: 13,
      variant: "hvc1.2.4.L153,mp4a.40.2 1920x1080 30.000 HLG", lifted: "32-34"),
    Case(
      file: "hdr10-video-with-sdr-container.mp4", pictures: 28, sound: 47,
      variant: "hvc1.2.4.L150.B0,mp4a.40.2 1920x1080 30.000 PQ", lifted: "32-34"),
    Case(
      file: "sample_with_colr_mdcv_and_clli.mp4", pictures: 60, sound: 44,
      variant: "av01.0.09M.10.0.110.09.16.09.0,mp4a.40.2 1920x1080 59.940 PQ"),
    Case(
      file: "bbb_800x640_768kbps_30fps_avc_pyramid_3b.mp4", pictures: 120,
      variant: "avc1.64001F 1138x640 30.000 SDR"),
    Case(
      file: "sample_15fps_720p_1s.mp4", pictures: 15, sound: 46,
      variant: "avc1.64003C,mp4a.40.2 1280x720 15.000 SDR"),
    Case(
      file: "sample_edit_list.mp4", pictures: 86, sound: 112,
      variant: "hvc1.2.4.L120.B0,mp4a.40.2 1920x1080 29.970 HLG dvh1.08.04/db4h",
      isOpen: true),
    Case(
      file: "edit_list_positive_shift.mp4", pictures: 270, sound: 470,
      variant: "avc1.42C028,mp4a.40.2 1920x1080 30.000 SDR"),
    Case(
      file: "internal_emulator_transformer_output_270_rotated.mp4", pictures: 149, sound: 214,
      variant: "avc1.42C029,mp4a.40.2 1280x720 29.970 SDR"),
    Case(file: "sample_eac3joc.mp4", sound: 64, variant: "ec-3"),
  ]

  @Test(arguments: cases)
  func `every payload is the source's, at its time`(_ c: Case) throws {
    let path = try Corpus.url("media/\(c.file)").path
    let package = try CopiedPackage(path, CopyOptions(segmentDuration: 2))
    #expect(!package.report.renditions.isEmpty)
    for rendition in package.report.renditions {
      let isVideo = rendition.directory.hasPrefix("video")
      let stream = isVideo ? "v:0" : "a:0"
      let filter = isVideo ? c.lifted.map { "filter_units=remove_types=\($0)" } : nil
      #expect(rendition.samples == (isVideo ? c.pictures : c.sound))
      let joined = try package.joined(rendition.directory)
      let decoded = try Program("ffmpeg", ["-v", "error", "-i", joined, "-f", "null", "-"])
      #expect(decoded.errors == "")
      guard isVideo || !c.isMisread else { continue }
      let source = try PacketHash.list(path, stream, filter: filter)
      let copy = try PacketHash.list(joined, stream, filter: filter)
      #expect(copy == source)
    }
    let variant = try #require(try package.master().variants.first)
    let fields: [String?] = [
      variant.codecs.joined(separator: ","), variant.resolution?.description,
      variant.frameRate?.description, variant.videoRange?.rawValue,
      variant.supplementalCodecs.first,
    ]
    #expect(fields.compactMap { $0 }.joined(separator: " ") == c.variant)
  }

  struct OtherContainer: Sendable, CustomTestStringConvertible {
    var file: String
    var pictures: Int
    /// The rendition of sound, and FFmpeg's filter that takes the source's framing away.
    var sound: (prefix: String, filter: String?, frames: Int)?
    var codec: String
    /// Brings the copy's NAL units back to start codes, and takes parameter sets out.
    var copyFilter: String
    /// Takes parameter sets out of the source.
    var sourceFilter: String
    var testDescription: String { file }
  }

  static let otherContainers = [
    OtherContainer(
      file: "bear-640x360.ts", pictures: 82, sound: ("audio-aac", "aac_adtstoasc", 119),
      codec: "avc1.64001E", copyFilter: "h264_mp4toannexb,filter_units=remove_types=7-9",
      sourceFilter: "filter_units=remove_types=7-9"),
    OtherContainer(
      file: "bear-640x360-ac3.ts", pictures: 82, sound: ("audio-ac3", nil, 80),
      codec: "avc1.64001E", copyFilter: "h264_mp4toannexb,filter_units=remove_types=7-9",
      sourceFilter: "filter_units=remove_types=7-9"),
  ]

  @Test(arguments: otherContainers)
  func `another container's payload is the source's, at its time`(_ c: OtherContainer) throws {
    let path = try Corpus.url("media/\(c.file)").path
    let package = try CopiedPackage(path)
    let video = try #require(package.report.renditions.first)
    #expect(video.samples == c.pictures)
    #expect(video.codec == c.codec)
    let joined = try package.joined(video.directory)
    let copy = try PacketHash.list(joined, "v:0", filter: c.copyFilter)
    #expect(copy == (try PacketHash.list(path, "v:0", filter: c.sourceFilter)))
    guard let sound = c.sound else { return }
    let rendition = try #require(
      package.report.renditions.first { $0.directory.hasPrefix(sound.prefix) })
    #expect(rendition.samples == sound.frames)
    let frames = try PacketHash.list(package.joined(rendition.directory), "a:0")
    let source = try PacketHash.list(path, "a:0", filter: sound.filter)
    #expect(frames.map(\.hash) == source.map(\.hash))
    // 90 kHz rounds the times of sound: by less than a millisecond.
    #expect(zip(frames, source).allSatisfy { abs($0.time - $1.time) < 1000 })
  }

  /// 64 pictures in the order that FFmpeg's decoder shows them in, from ffprobe's count.
  @Test func `an elementary stream gets the times of its picture order`() throws {
    let path = try Corpus.url("media/ToS-s01.h265").path
    let package = try CopiedPackage(path)
    let video = try #require(package.report.renditions.first)
    #expect(video.codec.hasPrefix("hvc1.2.4."))
    func pictures(_ path: String) throws -> [Substring] {
      let run = try Program(
        "ffmpeg", ["-v", "error", "-i", path, "-fps_mode", "passthrough", "-f", "framehash", "-"])
      return run.lines.filter { !$0.hasPrefix("#") }.compactMap { $0.split(separator: ",").last }
    }
    let joined = try package.joined(video.directory)
    #expect(try pictures(joined) == pictures(path))
    let times = try Program.probe(joined, "-show_entries", "packet=pts")
      .compactMap { Int($0.prefix { $0 != "," }) }.sorted()
    #expect(Set(zip(times, times.dropFirst()).map { $1 - $0 }).count == 1)
  }

  @Test(arguments: ["bear-320x240-multitrack.webm", "bear-vp8-webvtt.webm"])
  func `codecs that HLS does not play are refused`(_ file: String) throws {
    let path = try Corpus.url("media/\(file)").path
    let error = #expect(throws: PackagingError.self) { try CopiedPackage(path) }
    #expect(error?.code == .source && error?.location == path)
    #expect(error?.reason.hasPrefix("expected a codec that HLS plays, found vp8") == true)
  }

  @Test(arguments: cases.filter(\.isOpen))
  func `an open group of pictures is named, or said not to be independent`(_ c: Case) throws {
    let path = try Corpus.url("media/\(c.file)").path
    #expect(throws: PackagingError(.alignment, "\(path)#1", "")) {
      try CopiedPackage(path, CopyOptions(segmentDuration: 1))
    }
    let package = try CopiedPackage(
      path, CopyOptions(segmentDuration: 1, allowsOpenGroups: true))
    #expect(try !package.master().hasIndependentSegments)
    #expect(package.report.warnings.contains { $0.contains("no IDR") })
  }

  @Test(arguments: cases.filter { $0.pictures != nil && !$0.isOpen })
  func `a segment decodes alone behind its init segment`(_ c: Case) throws {
    let path = try Corpus.url("media/\(c.file)").path
    let package = try CopiedPackage(path, CopyOptions(segmentDuration: 1))
    let video = package.report.renditions.filter { $0.directory.hasPrefix("video") }
    for rendition in video {
      var pictures = 0
      for segment in 0..<rendition.segments {
        let file = try package.joined(rendition.directory, segment..<segment + 1)
        let decoded = try Program(
          "ffmpeg", ["-v", "error", "-i", file, "-fps_mode", "passthrough", "-f", "null", "-"])
        #expect(decoded.errors == "")
        let counted = try Program.probe(
          file, "-count_frames", "-select_streams", "v", "-show_entries", "stream=nb_read_frames")
        pictures += try #require(counted.first.flatMap { Int($0.filter(\.isNumber)) })
      }
      #expect(pictures == c.pictures)
    }
  }
}
