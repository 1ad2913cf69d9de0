// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HDRColor
import RungTestSupport
import Testing

@testable import HLSEncoding
@testable import LibAV

@Suite struct HDR10CheckTests {
  /// The display of SMPTE ST 2086's usual example: P3 with a D65 white, 0.005 to 1,000 cd/m².
  static let display = MasteringDisplay(
    green: .init(x: 13_250, y: 34_500), blue: .init(x: 7_500, y: 3_000),
    red: .init(x: 34_000, y: 16_000), whitePoint: .init(x: 15_635, y: 16_450),
    maximumLuminance: 10_000_000, minimumLuminance: 50)
  static let light = ContentLightLevel(
    maximumContentLightLevel: 1000, maximumFrameAverageLightLevel: 400)

  /// Facts of a whole HDR10 file, to be spoilt.
  static func facts(_ change: (inout HDR10Facts) -> Void = { _ in }) -> HDR10Check {
    var facts = HDR10Facts(
      codec: "hevc", profile: "Main 10", level: 150, bitDepth: 10, color: .pq, width: 3840,
      height: 2160, frameRate: 30, masteringDisplay: display, contentLightLevel: light,
      hasHDR10Plus: false)
    change(&facts)
    return HDR10Check(facts)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var id: String
    var check: HDR10Check
    var verdict: HDR10Check.Verdict
    /// Subjects that are not ok, but for HDR10+ and Dolby Vision, which nobody needs.
    var wrong: [HDR10Check.Subject: HDR10Check.Status] = [:]
    var testDescription: String { id }
  }

  static let cases = [
    Case(id: "whole", check: facts(), verdict: .hdr10),
    Case(
      id: "HLG", check: facts { $0.color.transfer = .hlg }, verdict: .notHDR10,
      wrong: [.transfer: .wrong]),
    Case(
      id: "undeclared", check: facts { $0.color.primaries = .unspecified }, verdict: .notHDR10,
      wrong: [.primaries: .missing]),
    Case(
      id: "BT.709 matrix", check: facts { $0.color.matrix = .bt709 }, verdict: .notHDR10,
      wrong: [.matrix: .wrong]),
    Case(
      id: "full range", check: facts { $0.color.isFullRange = true }, verdict: .notHDR10,
      wrong: [.range: .wrong]),
    Case(
      id: "8 bits", check: facts { ($0.bitDepth, $0.profile) = (8, "Main") }, verdict: .notHDR10,
      wrong: [.bitDepth: .wrong, .profile: .wrong]),
    Case(
      id: "H.264", check: facts { ($0.codec, $0.profile) = ("h264", "High 10") },
      verdict: .notHDR10, wrong: [.codec: .wrong]),
    Case(
      // H.265 table A.8: level 4.1 goes up to 2,228,224 samples a picture.
      id: "a level too low", check: facts { $0.level = 123 }, verdict: .notHDR10,
      wrong: [.level: .wrong]),
    Case(
      // 3840 · 2160 · 60 = 497,664,000 samples a second: more than level 5, less than 5.1.
      id: "level 5.1 for 60 frames a second", check: facts { ($0.level, $0.frameRate) = (153, 60) },
      verdict: .hdr10),
    Case(
      id: "level 5 for 60 frames a second", check: facts { $0.frameRate = 60 },
      verdict: .notHDR10, wrong: [.level: .wrong]),
    Case(
      id: "no static metadata",
      check: facts { ($0.masteringDisplay, $0.contentLightLevel) = (nil, nil) },
      verdict: .pqWithoutMetadata,
      wrong: [.masteringDisplay: .missing, .contentLightLevel: .missing]),
    Case(
      id: "a peak of 0.1 cd/m² and a CLLI of 0",
      check: facts {
        $0.masteringDisplay?.maximumLuminance = 1000
        $0.contentLightLevel = ContentLightLevel(
          maximumContentLightLevel: 0, maximumFrameAverageLightLevel: 0)
      }, verdict: .pqWithoutMetadata,
      wrong: [.masteringDisplay: .wrong, .contentLightLevel: .wrong]),
    Case(
      id: "ProRes has no profile to get wrong",
      check: facts { ($0.codec, $0.profile, $0.level) = ("prores", "HQ", nil) }, verdict: .hdr10),
  ]

  @Test(arguments: cases) func `each subject is judged by itself`(_ c: Case) {
    let wrong = c.check.items.filter {
      $0.status != .ok && $0.subject != .hdr10Plus && $0.subject != .dolbyVision
    }
    #expect(
      Dictionary(uniqueKeysWithValues: wrong.map { ($0.subject, $0.status) }) == c.wrong)
    #expect(c.check.verdict == c.verdict)
    #expect(wrong.allSatisfy { $0.consequence != nil })
    #expect(c.check.items.map(\.subject) == HDR10Check.Subject.allCases)
  }

  @Test func `the values that no display has are named`() throws {
    let check = Self.facts {
      $0.masteringDisplay?.maximumLuminance = 1000
      $0.contentLightLevel?.maximumContentLightLevel = 0
    }
    #expect(check[.masteringDisplay]?.found == "a peak of 0.1 cd/m² is outside 100 to 10,000")
    #expect(check[.contentLightLevel]?.found == "a MaxCLL of 0 says that it is not known")
    #expect(check.warnings.count == 2)
  }

  @Test func `Dolby Vision counts by what its base layer claims to be`() {
    let right = Self.facts { $0.dolbyVision = .profile(8, compatibility: 1) }
    #expect(right[.dolbyVision]?.status == .ok)
    let other = Self.facts { $0.dolbyVision = .profile(8, compatibility: 4) }
    #expect(other[.dolbyVision]?.status == .wrong)
    #expect(other.verdict == .hdr10)
  }

  @Test(arguments: [
    ("hdr10.mp4", HDR10Check.Verdict.hdr10), ("pq.mp4", .pqWithoutMetadata),
    ("hlg.mp4", .notHDR10), ("sync.mp4", .notHDR10),
  ]) func `files are judged by what they hold`(_ name: String, _ verdict: HDR10Check.Verdict) throws
  {
    let source = try SourceDescription.inspect(Fixture.path(name))
    #expect(HDR10Check(source)?.verdict == verdict)
  }

  @Test(
    .enabled(if: Corpus.isPresent),
    arguments: [
      (
        "hdr10-video-with-sdr-container.mp4", HDR10Check.Verdict.hdr10,
        HDR10Check.Subject.masteringDisplay
      ),
      ("sparks_dovi_8.mp4", .hdr10, .contentLightLevel),
      ("bear-640x360-hevc-hdr10.mp4", .pqWithoutMetadata, .masteringDisplay),
    ])
  func `real files with odd metadata`(
    _ name: String, _ verdict: HDR10Check.Verdict, _ doubtful: HDR10Check.Subject
  ) throws {
    let source = try SourceDescription.inspect(Corpus.url("media/\(name)").path)
    let check = try #require(HDR10Check(source))
    #expect(check.verdict == verdict)
    #expect(check[doubtful]?.status != .ok)
  }

  @Test func `settings are judged before anything is encoded`() throws {
    let hdr10 = try OutputSettings.Video(dictionary: OutputSettingsTests.hdr10)
    #expect(HDR10Check(hdr10, of: nil).verdict == .hdr10)
    let pq = SourceFormat(
      width: 1920, height: 1080, color: .pq, bitDepth: 10, masteringDisplay: Self.display)
    // The codec alone: everything else follows the source.
    #expect(HDR10Check(OutputSettings.Video(codec: .hevc), of: pq).verdict == .hdr10)
    #expect(HDR10Check(OutputSettings.Video(codec: .proRes422), of: pq).verdict == .hdr10)
    let h264 = HDR10Check(OutputSettings.Video(codec: .h264), of: pq)
    #expect(h264.verdict == .notHDR10)
    #expect(h264[.codec]?.status == .wrong && h264[.transfer]?.status == .wrong)
    let plain = SourceFormat(width: 1920, height: 1080, color: .pq, bitDepth: 10)
    let bare = HDR10Check(OutputSettings.Video(codec: .hevc), of: plain)
    #expect(bare.verdict == .pqWithoutMetadata)
    #expect(HDR10Check(OutputSettings.Video(codec: .hevc), of: nil)[.transfer]?.status == .missing)
  }

  @Test func `a level's code is thirty times its number`() {
    #expect(HEVCLevel.text(150) == "5")
    #expect(HEVCLevel.text(153) == "5.1")
    #expect(HEVCLevel.needed(width: 1920, height: 1080, frameRate: 30)?.code == 120)
    #expect(HEVCLevel.needed(width: 1920, height: 1080, frameRate: 60)?.code == 123)
    #expect(HEVCLevel.needed(width: 16_384, height: 8_640, frameRate: 30) == nil)
  }
}
