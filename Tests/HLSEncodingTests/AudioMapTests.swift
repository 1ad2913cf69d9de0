// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HLSEncoding
import LibAV
import Testing

/// Programmes from tracks and channels: by `--audio-map`, by labels, or not at all.
@Suite struct AudioMapTests {
  /// A picture, six tracks of one channel, a stereo track, a track of eight channels.
  static let master = Source.of(
    Source.video(640, 360, Rational(25)), mono, mono, mono, mono, mono, mono,
    Source.audio(language: "fra", title: "Version française"),
    Source.audio(layout: "7.1", isLayoutAssumed: true))

  static let mono = Source.audio(language: "eng", layout: "mono")

  struct Case: Sendable, CustomTestStringConvertible {
    var map: String
    /// Layout, language, name, role, and each track with the channels that are taken.
    var program: String
    var testDescription: String { map }
  }

  static let cases = [
    Case(
      map: "5.1=a:0-5", program: "5.1 en English main 1[0] 2[0] 3[0] 4[0] 5[0] 6[0]"),
    Case(
      map: "5.1=1,2,3,4,5,6", program: "5.1 en English main 1[0] 2[0] 3[0] 4[0] 5[0] 6[0]"),
    Case(map: "stereo=0:1,0:a:1", program: "stereo en English main 1[0] 2[0]"),
    Case(map: "stereo=a:1,a:0", program: "stereo en English main 2[0] 1[0]"),
    Case(map: "FL+FR+LFE=1-3", program: "2.1 en English main 1[0] 2[0] 3[0]"),
    Case(map: "a:6", program: "stereo fr Version française main 7"),
    Case(map: "2", program: "mono en English main 2"),
    Case(map: "stereo=8.6,8.7", program: "stereo und Audio main 8[6] 8[7]"),
    Case(
      map: "5.1=8.0,8.1,8.2,8.3,8.4,8.5,language=de",
      program: "5.1 de Deutsch main 8[0] 8[1] 8[2] 8[3] 8[4] 8[5]"),
    Case(map: "7.1=a:7", program: "7.1 und Audio main 8[0, 1, 2, 3, 4, 5, 6, 7]"),
    Case(
      map: "quad=a:6,1,2", program: "quad fr Version française main 7[0, 1] 1[0] 2[0]"),
    Case(
      map: "a:0,language=en,disposition=comment,title=Cast, crew and =",
      program: "mono en Cast, crew and = (commentary) commentary 1"),
    Case(
      map: "a:0,title=Music, effects,disposition=clean_effects,language=und",
      program: "mono und Music, effects (music and effects) effects 1"),
    Case(
      map: "a:6,disposition=visual_impaired+default,title=AD",
      program: "stereo fr AD (audio description) description 7"),
  ]

  @Test(arguments: cases)
  func `a map makes a programme`(_ c: Case) throws {
    var options = LadderOptions()
    options.audioMaps = [try AudioMap(c.map)]
    let plan = try LadderPlan(for: Self.master, options)
    let program = try #require(plan.audio.first?.program)
    let inputs = program.inputs.map { "\($0.track)\($0.channels.map { "\($0)" } ?? "")" }
    #expect(
      ([program.layout.name, program.language, program.name, program.role.rawValue] + inputs)
        .joined(separator: " ") == c.program)
  }

  static let wrong: [(map: String, reason: String)] = [
    ("", "expected a track such as a:0, a:0-5 or 1, found ''"),
    ("5.1=", "expected a track such as a:0, a:0-5 or 1, found ''"),
    ("5.2=a:0", "expected a channel layout such as 5.1 or stereo, found '5.2'"),
    ("16 channels=a:0", "expected a channel layout such as 5.1 or stereo, found '16 channels'"),
    ("language=en", "expected tracks, found none"),
    ("b:0", "expected a track such as a:0, a:0-5 or 1, found 'b:0'"),
    ("a:5-0", "expected a track such as a:0, a:0-5 or 1, found 'a:5-0'"),
    ("a:0-99999999999", "expected a track such as a:0, a:0-5 or 1, found 'a:0-99999999999'"),
    ("stereo=a:0-1.0", "expected a track such as a:0, a:0-5 or 1, found 'a:0-1.0'"),
    ("a:0,lang=en", "expected language=, disposition= or title=, found 'lang=en'"),
    ("a:0,language=en,a:1", "expected language=, disposition= or title=, found 'a:1'"),
    (
      "a:0,disposition=loud",
      "expected one of clean_effects, comment, default, descriptions, dub, hearing_impaired, "
        + "original, visual_impaired, found 'loud'"
    ),
    ("5.1=a:0-4", "expected 6 channels for 5.1, found 5"),
    ("stereo=a:6,a:0", "expected 2 channels for stereo, found 3"),
    ("a:0,a:1", "expected a layout before several tracks, such as 5.1= or stereo=, found none"),
    ("a:8", "expected audio track 0 to 7, found 8"),
    ("9", "expected track 0 to 8, found 9"),
    ("0", "expected an audio track, found track 0 (video)"),
    ("mono=a:6.2", "expected a channel from 0 to 1 of track 7, found 2"),
  ]

  @Test(arguments: wrong)
  func `a map that does not fit is refused in one line`(_ map: String, _ reason: String) {
    let error = #expect(throws: EncodingError.self) {
      var options = LadderOptions()
      options.audioMaps = [try AudioMap(map)]
      _ = try LadderPlan(for: Self.master, options)
    }
    #expect(error?.description == "--audio-map '\(map)': \(reason)")
    #expect(error?.hint != nil)
  }

  @Test func `what no map names is dropped, with a warning`() throws {
    var options = LadderOptions()
    options.audioMaps = [try AudioMap("5.1=a:0-5"), try AudioMap("a:6")]
    let plan = try LadderPlan(for: Self.master, options)
    #expect(plan.warnings == ["track 8 (audio) is dropped: no --audio-map names it"])
    #expect(
      plan.audio.filter { $0.groupID == "ac3" }.map(\.name) == ["English", "Version française"])
  }

  // MARK: Without a map

  struct Master: Sendable, CustomTestStringConvertible {
    var id: String
    var tracks: [StreamDescription]
    /// The layout and the tracks of each programme.
    var programs: [String] = []
    var warning: String?
    /// The error and the hint.
    var error: (reason: String, hint: String)?
    var testDescription: String { id }
  }

  static func mono(_ channel: String, language: String? = nil) -> StreamDescription {
    Source.audio(language: language, layout: "1 channels (\(channel))", channels: 1)
  }

  static let masters = [
    Master(
      id: "eight tracks that say nothing",
      tracks: Array(repeating: Source.audio(layout: "mono"), count: 8),
      error: (
        "film.mov: expected tracks of whole programmes, found 8 audio tracks of one channel each "
          + "(0 to 7) and nothing that says what they are",
        "'--audio-map 5.1=a:0-5' joins 6 of them, '--audio-map a:0' takes one as it is"
      )),
    Master(
      id: "two tracks that say nothing",
      tracks: [Source.audio(layout: "mono"), Source.audio(layout: "mono")],
      error: (
        "film.mov: expected tracks of whole programmes, found 2 audio tracks of one channel each "
          + "(0 and 1) and nothing that says what they are",
        "'--audio-map stereo=a:0-1' joins 2 of them, '--audio-map a:0' takes one as it is"
      )),
    Master(
      id: "two languages in mono",
      tracks: [
        Source.audio(language: "eng", layout: "mono"),
        Source.audio(language: "fra", layout: "mono"),
      ],
      programs: ["mono 0", "mono 1"]),
    Master(
      id: "two titles in mono",
      tracks: [
        Source.audio(title: "Film", layout: "mono"), Source.audio(title: "Stage", layout: "mono"),
      ],
      programs: ["mono 0", "mono 1"]),
    Master(
      id: "left and right by their labels", tracks: [mono("FL"), mono("FR")],
      programs: ["stereo 0 1"],
      warning: "tracks 0 and 1 have one channel each: by their labels they are joined to stereo"),
    Master(
      id: "5.1 by its labels, in another order, beside another language",
      tracks: [
        mono("FL"), Source.audio(layout: "mono"), mono("FR"), mono("SL"), mono("SR"), mono("LFE"),
        Source.audio(language: "fra"),
      ],
      programs: ["5.1(side) 0 2 1 5 3 4", "stereo 6"],
      warning: "tracks 0 to 5 have one channel each: by their labels they are joined to 5.1(side)"),
    Master(
      id: "the same label twice", tracks: [mono("FL"), mono("FL")],
      error: (
        "film.mov: expected tracks of whole programmes, found 2 audio tracks of one channel each "
          + "(0 and 1) and nothing that says what they are",
        "'--audio-map stereo=a:0-1' joins 2 of them, '--audio-map a:0' takes one as it is"
      )),
    Master(
      id: "six channels without names",
      tracks: [Source.audio(layout: "5.1", isLayoutAssumed: true)], programs: ["5.1 0"],
      warning: "track 0 does not say what its 6 channels are: 5.1 is assumed; --audio-map says "
        + "otherwise"),
    Master(
      id: "eight channels without names",
      tracks: [Source.audio(layout: "7.1", isLayoutAssumed: true)],
      error: (
        "film.mov: expected channels whose places are known, found 8 without names in track 0",
        "'--audio-map stereo=a:0.0,a:0.1' takes two of them"
      )),
    Master(
      id: "thirteen channels", tracks: [Source.audio(layout: "13 channels", channels: 13)],
      error: (
        "film.mov: expected channels whose places are known, found 13 without names in track 0",
        "'--audio-map stereo=a:0.0,a:0.1' takes two of them"
      )),
  ]

  @Test(arguments: masters)
  func `tracks of one channel are joined by their labels or refused`(_ c: Master) throws {
    let source = Source.of(tracks: c.tracks)
    guard let expected = c.error else {
      let plan = try LadderPlan(for: source)
      let programs = plan.audio.filter { $0.groupID == "aac" }.map { rendition in
        ([rendition.program.layout.name] + rendition.program.inputs.map { "\($0.track)" })
          .joined(separator: " ")
      }
      #expect(programs == c.programs)
      #expect(plan.warnings == c.warning.map { [$0] } ?? [])
      return
    }
    let error = #expect(throws: EncodingError.self) { try LadderPlan(for: source) }
    #expect(error?.description == expected.reason)
    #expect(error?.hint == expected.hint)
  }
}
