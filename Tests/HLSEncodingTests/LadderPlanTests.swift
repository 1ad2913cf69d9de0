// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HDRColor
import HLSEncoding
import LibAV
import Testing

/// Apple's tables (HLS Authoring Specification, June 2025, rule 1.25) applied to sources.
@Suite struct LadderPlanTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var id: String
    var source: SourceDescription
    var codecs: [VideoCodec]?
    var limit: Int?
    /// Size, frames a second and kilobits of each rung, in the master's order.
    var rungs: [String]
    var testDescription: String { id }
  }

  static let ntsc = Rational(30_000, 1001)

  static let cases = [
    Case(
      id: "1080p SDR: the whole H.264 table, 2 Mb/s first",
      source: Source.of(Source.video(1920, 1080)),
      rungs: [
        "h264 960x540 29.97 2000", "h264 416x234 29.97 105", "h264 640x360 29.97 365",
        "h264 768x432 29.97 730", "h264 768x432 29.97 1100", "h264 1280x720 29.97 3000",
        "h264 1280x720 29.97 4500", "h264 1920x1080 29.97 6000", "h264 1920x1080 29.97 7800",
      ]),
    Case(
      id: "720p50 PQ: HDR rungs in HEVC beside SDR in H.264; the lower rows at half the rate",
      source: Source.of(Source.video(1280, 720, Rational(50), .pq)),
      rungs: [
        "h264 960x540 50 2000", "h264 416x234 25 105", "h264 640x360 25 365",
        "h264 768x432 25 730", "h264 768x432 25 1100", "h264 1280x720 50 3000",
        "h264 1280x720 50 4500", "hevc PQ 640x360 25 105", "hevc PQ 768x432 25 360",
        "hevc PQ 960x540 25 730", "hevc PQ 960x540 25 1090", "hevc PQ 960x540 50 1930",
        "hevc PQ 1280x720 50 2900", "hevc PQ 1280x720 50 4080",
      ]),
    Case(
      id: "HLG keeps HLG", source: Source.of(Source.video(640, 360, ntsc, .hlg)),
      rungs: [
        "h264 640x360 29.97 365", "h264 416x234 29.97 105", "hevc HLG 640x360 29.97 105",
      ]),
    Case(
      id: "SDR with HEVC asked for", source: Source.of(Source.video(640, 360)),
      codecs: [.h264, .hevc],
      rungs: [
        "h264 640x360 29.97 365", "h264 416x234 29.97 105", "hevc 640x360 29.97 105",
      ]),
    Case(
      id: "PQ in H.264 alone is SDR alone",
      source: Source.of(Source.video(640, 360, ntsc, .pq)), codecs: [.h264],
      rungs: ["h264 640x360 29.97 365", "h264 416x234 29.97 105"]),
    Case(
      // ln 900/720 over ln 1080/720, of the way from 4500 to 6000: 4500 · (4/3)^0.5503 = 5270.
      id: "between two rows: a top rung of the source's size",
      source: Source.of(Source.video(1600, 900)), limit: nil,
      rungs: [
        "h264 960x540 29.97 2000", "h264 416x234 29.97 105", "h264 640x360 29.97 365",
        "h264 768x432 29.97 730", "h264 768x432 29.97 1100", "h264 1280x720 29.97 3000",
        "h264 1280x720 29.97 4500", "h264 1600x900 29.97 5270",
      ]),
    Case(
      id: "a limit on the height", source: Source.of(Source.video(3840, 2160)), limit: 432,
      rungs: [
        "h264 768x432 29.97 1100", "h264 416x234 29.97 105", "h264 640x360 29.97 365",
        "h264 768x432 29.97 730",
      ]),
    Case(
      id: "above the table: H.264 ends at 1080p",
      source: Source.of(Source.video(3840, 2160)), codecs: [.hevc],
      rungs: [
        "hevc 1280x720 29.97 2400", "hevc 640x360 29.97 105", "hevc 768x432 29.97 300",
        "hevc 960x540 29.97 600", "hevc 960x540 29.97 900", "hevc 960x540 29.97 1600",
        "hevc 1280x720 29.97 3400", "hevc 1920x1080 29.97 4500", "hevc 1920x1080 29.97 5800",
        "hevc 2560x1440 29.97 8100", "hevc 3840x2160 29.97 11600", "hevc 3840x2160 29.97 16800",
      ]),
    Case(
      // Below the lowest row the line through 234p and 360p goes on: 145 · (76800/97344)^1.07.
      id: "below the lowest row: one rung of the source's size",
      source: Source.of(Source.video(320, 180)), rungs: ["h264 320x180 29.97 80"]),
    Case(
      id: "portrait: the rows' heights are the short side",
      source: Source.of(Source.video(720, 1280)), limit: 540,
      rungs: [
        "h264 540x960 29.97 2000", "h264 234x416 29.97 105", "h264 360x640 29.97 365",
        "h264 432x768 29.97 730", "h264 432x768 29.97 1100",
      ]),
    Case(
      id: "turned by 90 degrees: portrait", source: Source.of(Source.video(640, 360, rotation: 90)),
      rungs: ["h264 360x640 29.97 365", "h264 234x416 29.97 105"]),
    Case(
      // PAL DV: 720x576 pixels of 64:45 are 1024x576 square ones.
      id: "wide pixels become square",
      source: Source.of(Source.video(720, 576, Rational(25), aspect: Rational(64, 45))), limit: 360,
      rungs: ["h264 640x360 25 365", "h264 416x234 25 105"]),
    Case(
      id: "odd sides lose a line", source: Source.of(Source.video(641, 361)), limit: nil,
      rungs: ["h264 640x360 29.97 365", "h264 416x234 29.97 105"]),
    Case(
      id: "2.39:1 is fitted to the rows' boxes",
      source: Source.of(Source.video(1920, 804, Rational(24_000, 1001))), limit: 402,
      rungs: [
        "h264 960x402 23.976 2000", "h264 416x174 23.976 105", "h264 640x268 23.976 365",
        "h264 768x322 23.976 730", "h264 768x322 23.976 1100",
      ]),
    Case(
      id: "120 frames a second are halved to 60, the lower rows to 30",
      source: Source.of(Source.video(640, 360, Rational(120))),
      rungs: ["h264 640x360 30 365", "h264 416x234 30 105"]),
  ]

  @Test(arguments: cases)
  func `a source gets its rungs`(_ c: Case) throws {
    var options = LadderOptions()
    options.codecs = c.codecs
    options.maximumHeight = c.limit
    let plan = try LadderPlan(for: c.source, options)
    let rungs = plan.rungs.map { rung in
      let rate = (rung.frameRate.value * 1000).rounded() / 1000
      let text = rate == rate.rounded() ? "\(Int(rate))" : "\(rate)"
      let range = rung.range == .sdr ? "" : "\(rung.range.rawValue) "
      return "\(rung.codec) \(range)\(rung.width)x\(rung.height) \(text) \(rung.bitRate / 1000)"
    }
    #expect(Set(rungs) == Set(c.rungs))
    #expect(rungs.first == c.rungs.first)
  }

  @Test func `rates are capped at one and a half times the mean over a second`() throws {
    let plan = try LadderPlan(for: Source.of(Source.video(1920, 1080), Source.audio()))
    let top = try #require(plan.rungs.last)
    #expect(top.bitRate == 7_800_000)
    #expect(top.maximumRate == 11_700_000)
    #expect(top.bufferSize == 11_700_000)
    let lowest = try #require(plan.rungs.first { $0.usesLowRateAudio })
    #expect(lowest.height == 234)
    // Over the shortest run that counts, three seconds, with half a second of buffer, beside
    // audio of 58 kb/s and 4 kb/s of boxes.
    let worst = Double(lowest.maximumRate) * 3.5 / 3 + 62_000
    #expect(worst <= 192_000)
  }

  @Test func `every IDR falls on the same time in every rung`() throws {
    let plan = try LadderPlan(
      for: Source.of(Source.video(1280, 720, Rational(60_000, 1001), .pq)))
    for rung in plan.rungs {
      #expect(plan.grid.framesPerGroup % rung.divisor == 0)
    }
    #expect(plan.grid.groupDuration == Rational(1001, 500))
  }

  // MARK: Audio

  @Test func `tracks keep language and name, one is the default`() throws {
    let plan = try LadderPlan(
      for: Source.of(
        Source.video(640, 360), Source.audio(language: "eng"), Source.audio(language: "fre"),
        Source.audio(language: "eng", title: "Director's \"cut\""),
        Source.audio(language: "eng", flags: ["default"], rate: 44_100), Source.audio(rate: 96_000)
      ))
    let ordinary = plan.audio.filter { !$0.isLowRate }
    #expect(ordinary.map(\.language) == ["en", "fr", "en", "en", "und"])
    #expect(
      ordinary.map(\.name) == ["English", "français", "Director's 'cut'", "English 2", "Audio"])
    #expect(ordinary.map(\.isDefault) == [false, false, false, true, false])
    #expect(ordinary.map(\.sampleRate) == [48_000, 48_000, 48_000, 44_100, 48_000])
    #expect(ordinary.map(\.bitRate) == [128_000, 128_000, 128_000, 128_000, 128_000])
    #expect(
      plan.audio.filter(\.isLowRate).map(\.bitRate) == [48_000, 48_000, 48_000, 48_000, 48_000])
    #expect(Set(plan.audio.map(\.directory)).count == 10)
  }

  @Test func `sound alone and pictures alone get ladders`() throws {
    let sound = try LadderPlan(for: Source.of(Source.audio()))
    #expect(sound.rungs.isEmpty)
    #expect(sound.audio.map(\.bitRate) == [128_000])
    let pictures = try LadderPlan(for: Source.of(Source.video(640, 360)))
    #expect(pictures.audio.isEmpty)
  }

  @Test func `nothing to encode is an error`() {
    #expect(throws: EncodingError(.source, "film.mov", "")) {
      try LadderPlan(for: Source.of(Source.track(.subtitle, "mov_text")))
    }
  }

  @Test func `every track that is dropped is named`() throws {
    var source = Source.of(
      Source.video(640, 360), Source.video(320, 180), Source.track(.subtitle, "dvd_subtitle"),
      Source.track(.data, "bin_data"), Source.track(.coverArt, "mjpeg"))
    source.chapterCount = 3
    source.tracks[3].codecTag = "tmcd"
    source.findings.hasClosedCaptions = true
    #expect(
      try LadderPlan(for: source).warnings == [
        "track 1 (a second video track, hevc) is dropped",
        "track 2 (subtitles, dvd_subtitle) is dropped", "track 3 (a timecode, bin_data) is dropped",
        "track 4 (cover art, mjpeg) is dropped", "3 chapters are dropped",
      ])
  }
}
