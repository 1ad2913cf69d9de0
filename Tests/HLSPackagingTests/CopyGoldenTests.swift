// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HLSPackaging
import HLSPlaylist
import ISOBMFF
import RungTestSupport
import Testing

/// What Shaka Packager's own tests expect of the files that it shares with the corpus.
@Suite(.serialized, .enabled(if: Corpus.isPresent)) struct CopyGoldenTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var file: String
    /// The folder of the expected playlists.
    var golden: String
    /// What Rung says otherwise, and why.
    var differences: [String: String] = [:]
    var testDescription: String { "\(file) as \(golden)" }
  }

  /// Without VIDEO-RANGE an SDR variant says nothing wrong, but the authoring rules want it said.
  private static let saysRange = ["VIDEO-RANGE": "SDR"]

  static let cases = [
    Case(file: "bear-640x360.mp4", golden: "mp4-trailing-moov", differences: saysRange),
    Case(file: "bear-640x360.ts", golden: "avc-aac-ts", differences: saysRange),
    Case(file: "bear-640x360-ac3.ts", golden: "avc-ac3-ts-to-mp4", differences: saysRange),
    Case(
      file: "bear-640x360-ec3.mp4", golden: "ec3-packed-audio-encrypted", differences: saysRange),
    Case(
      file: "bear-640x360-hevc.mp4", golden: "forced-commandline-ordering",
      differences: saysRange),
    Case(file: "bear-640x360-hevc-hdr10.mp4", golden: "hdr10-with-encryption"),
    Case(file: "bear-av1.mp4", golden: "av1-mp4-with-encryption", differences: saysRange),
    Case(
      file: "bear-640x360-non_square_pixel-with_pasp.mp4", golden: "video-non-square-pixel",
      differences: saysRange),
    // Compatibility 2 is an SDR base layer, and the pictures say PQ: no pair of SUPPLEMENTAL-CODECS
    // is true of both (`db2g` is for SDR).
    Case(
      file: "sparks_dovi_8.mp4", golden: "dolby-vision-profile-8-supplemental-codecs",
      differences: ["SUPPLEMENTAL-CODECS": ""]),
  ]

  @Test(arguments: cases)
  func `variants say what Shaka Packager's tests expect`(_ c: Case) throws {
    let url = try Corpus.url(
      "playlists/horamarques+shaka-packager/packager/app/test/testdata/\(c.golden)/output.m3u8")
    let golden = try MultivariantPlaylist(
      parsing: String(contentsOf: url, encoding: .utf8), options: .lenient)
    var options = CopyOptions()
    options.allowsOpenGroups = true
    let package = try CopiedPackage(Corpus.url("media/\(c.file)").path, options)
    let ours = try #require(try package.master().variants.first)
    let pictures = try #require(ours.codecs.first)
    let expected = try #require(
      golden.variants.first { variant in
        variant.codecs.contains { $0.lowercased() == pictures.lowercased() }
      }, "\(pictures) is none of \(golden.variants.flatMap(\.codecs))")
    #expect(ours.frameRate == expected.frameRate)
    #expect(ours.resolution == expected.resolution)
    #expect(ours.closedCaptions == expected.closedCaptions)
    // Some goldens have pictures alone.
    if expected.codecs.count > 1 {
      #expect(ours.codecs.map { $0.lowercased() } == expected.codecs.map { $0.lowercased() })
    }
    #expect(
      ours.videoRange?.rawValue == c.differences["VIDEO-RANGE"] ?? expected.videoRange?.rawValue)
    #expect(
      ours.supplementalCodecs.joined()
        == c.differences["SUPPLEMENTAL-CODECS"] ?? expected.supplementalCodecs.joined())
  }
}
