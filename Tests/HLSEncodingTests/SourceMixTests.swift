// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HDRColor
import HLSEncoding
import LibAV
import Testing

/// Apple's policy of 2020: any HDR makes HDR, HLG before PQ, metadata before none.
@Suite struct SourceMixTests {
  private static let sdr = Source.of(Source.video(640, 360))
  private static let hlg = Source.of(Source.video(640, 360, Rational(30), .hlg))
  private static let pq = Source.of(Source.video(640, 360, Rational(30), .pq))
  private static let sound = Source.of(Source.audio())
  private static let hdr10: SourceDescription = {
    var source = pq
    source.tracks[0].video?.contentLightLevel = ContentLightLevel(
      maximumContentLightLevel: 1000, maximumFrameAverageLightLevel: 400)
    return source
  }()

  struct Case: Sendable, CustomTestStringConvertible {
    var sources: [SourceDescription]
    var result: SourceMix.Kind?
    /// Which sources are converted.
    var converted: [Bool]
    var metadata: [String?]
    var testDescription: String { "\(converted.count) become \(result?.rawValue ?? "sound")" }
  }

  static let cases = [
    Case(sources: [sdr, sdr], result: .sdr, converted: [false, false], metadata: [nil, nil]),
    Case(sources: [sdr, hlg], result: .hlg, converted: [true, false], metadata: [nil, nil]),
    Case(
      sources: [hdr10, hlg], result: .hlg, converted: [true, false], metadata: ["dropped", nil]),
    Case(
      sources: [pq, sdr, hdr10], result: .hdr10, converted: [false, true, false],
      metadata: [nil, nil, "kept"]),
    Case(
      sources: [hdr10, hdr10], result: .hdr10, converted: [false, false],
      metadata: ["kept", "dropped"]),
    Case(sources: [pq, sdr], result: .pq, converted: [false, true], metadata: [nil, nil]),
    Case(sources: [sound, sdr], result: .sdr, converted: [false, false], metadata: [nil, nil]),
    Case(sources: [sound], result: nil, converted: [false], metadata: [nil]),
  ]

  @Test(arguments: cases) func `what sources become together`(_ c: Case) {
    let mix = SourceMix(c.sources)
    #expect(mix.result == c.result)
    #expect(mix.members.map { $0.conversion != nil } == c.converted)
    #expect(mix.members.map(\.metadata) == c.metadata)
  }
}
