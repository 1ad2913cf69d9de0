// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HLSEncoding
import LibAV
import Testing

/// What becomes of the audio tracks of a source.
@Suite struct AudioProgramTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var id: String
    var tracks: [StreamDescription]
    /// Name, language, role, and whether it is the default and selected automatically.
    var programs: [String]
    var testDescription: String { id }
  }

  static let describes = "public.accessibility.describes-video"
  static let enhances = "public.accessibility.enhances-speech-intelligibility"

  static let cases = [
    Case(
      id: "languages", tracks: [Source.audio(language: "eng"), Source.audio(language: "ger")],
      programs: ["English en main default auto", "Deutsch de main auto"]),
    Case(
      id: "a commentary comes last and is never selected by itself",
      tracks: [
        Source.audio(language: "eng", flags: ["comment"]), Source.audio(language: "eng"),
      ],
      programs: ["English en main default auto", "English (commentary) en commentary"]),
    Case(
      id: "a commentary is the default of no one, whatever its flag says",
      tracks: [
        Source.audio(language: "eng"),
        Source.audio(language: "eng", title: "With the cast", flags: ["comment", "default"]),
      ],
      programs: ["English en main default auto", "With the cast (commentary) en commentary"]),
    Case(
      id: "described video",
      tracks: [
        Source.audio(language: "eng"), Source.audio(language: "eng", flags: ["visual_impaired"]),
        Source.audio(language: "fra", flags: ["descriptions"]),
      ],
      programs: [
        "English en main default auto",
        "English (audio description) en description auto \(describes)",
        "français (audio description) fr description auto \(describes)",
      ]),
    Case(
      id: "clear speech and music alone",
      tracks: [
        Source.audio(language: "eng"), Source.audio(flags: ["clean_effects"]),
        Source.audio(language: "eng", flags: ["hearing_impaired"]),
      ],
      programs: [
        "English en main default auto",
        "English (clear speech) en clear-speech auto \(enhances)",
        "Audio (music and effects) und effects",
      ]),
    Case(
      id: "titles say what flags do not",
      tracks: [
        Source.audio(language: "eng"),
        Source.audio(language: "eng", title: "Director's Commentary"),
        Source.audio(language: "eng", title: "English Audio Description"),
      ],
      programs: [
        "English en main default auto",
        "English Audio Description en description auto \(describes)",
        "Director's Commentary en commentary",
      ]),
    Case(
      id: "of two that nothing tells apart the default alone is selected",
      tracks: [
        Source.audio(language: "eng"),
        Source.audio(language: "eng", flags: ["default"], layout: "5.1"),
      ],
      programs: ["English en main", "English 2 en main default auto"]),
    Case(
      id: "a commentary alone is the default",
      tracks: [Source.audio(language: "eng", flags: ["comment"])],
      programs: ["English (commentary) en commentary default auto"]),
  ]

  @Test(arguments: cases)
  func `tracks become programmes`(_ c: Case) throws {
    let plan = try LadderPlan(for: Source.of(tracks: c.tracks))
    let programs = plan.audio.filter { $0.codec == .aac }.map(\.program)
    let found = programs.map { program in
      ([program.name, program.language, program.role.rawValue]
        + (program.isDefault ? ["default"] : []) + (program.isAutoselected ? ["auto"] : [])
        + program.role.characteristics).joined(separator: " ")
    }
    #expect(found == c.programs)
  }

  // MARK: Groups

  struct Groups: Sendable, CustomTestStringConvertible {
    var id: String
    var tracks: [StreamDescription]
    var codecs: [AudioCodec]?
    /// The folder, the group and the channels of each rendition.
    var renditions: [String]
    var testDescription: String { id }
  }

  static let groups = [
    Groups(
      id: "stereo", tracks: [Source.audio()], renditions: ["audio-aac-128k-und aac stereo"]),
    Groups(
      id: "mono stays mono", tracks: [Source.audio(layout: "mono")],
      renditions: ["audio-aac-64k-und aac mono"]),
    Groups(
      id: "5.1 in AC-3 and E-AC-3 beside stereo", tracks: [Source.audio(layout: "5.1")],
      renditions: [
        "audio-aac-128k-und aac stereo", "audio-ac3-384k-und ac3 5.1(side)",
        "audio-eac3-192k-und eac3 5.1(side)",
      ]),
    Groups(
      id: "every language is in every group, of AAC with as many channels",
      tracks: [
        Source.audio(language: "eng", layout: "7.1"), Source.audio(language: "fra"),
        Source.audio(language: "spa", layout: "mono"),
      ],
      renditions: [
        "audio-aac-128k-en aac stereo", "audio-aac-128k-fr aac stereo",
        "audio-aac-128k-es aac stereo", "audio-ac3-384k-en ac3 5.1(side)",
        "audio-ac3-192k-fr ac3 stereo",
        "audio-ac3-96k-es ac3 mono", "audio-eac3-192k-en eac3 5.1(side)",
        "audio-eac3-160k-fr eac3 stereo", "audio-eac3-96k-es eac3 mono",
      ]),
    Groups(
      id: "5.0 without low frequencies", tracks: [Source.audio(layout: "5.0")],
      renditions: [
        "audio-aac-128k-und aac stereo", "audio-ac3-384k-und ac3 5.0(side)",
        "audio-eac3-192k-und eac3 5.0(side)",
      ]),
    Groups(
      id: "four channels without a centre are no surround", tracks: [Source.audio(layout: "quad")],
      renditions: ["audio-aac-128k-und aac stereo"]),
    Groups(
      id: "AAC alone", tracks: [Source.audio(layout: "5.1")], codecs: [.aac],
      renditions: ["audio-aac-128k-und aac stereo"]),
    Groups(
      id: "AC-3 of stereo on request", tracks: [Source.audio()], codecs: [.ac3],
      renditions: ["audio-aac-128k-und aac stereo", "audio-ac3-192k-und ac3 stereo"]),
    Groups(
      id: "two of one kind", tracks: [Source.audio(title: "A"), Source.audio(title: "B")],
      renditions: ["audio-aac-128k-und aac stereo", "audio-aac-128k-und-2 aac stereo"]),
  ]

  @Test(arguments: groups)
  func `programmes come in groups by codec`(_ c: Groups) throws {
    var options = LadderOptions()
    options.audioCodecs = c.codecs
    let plan = try LadderPlan(for: Source.of(tracks: c.tracks), options)
    #expect(
      plan.audio.map { "\($0.directory) \($0.groupID) \($0.layout.name)" } == c.renditions)
  }

  /// Sound of the source and sound beside it, and the channels of both in AAC.
  @Test(arguments: [
    ("mono", "mono", "mono mono"), ("mono", "stereo", "stereo stereo"),
    ("stereo", "mono", "stereo stereo"), ("stereo", "stereo", "stereo stereo"),
  ])
  func `a group of AAC has as many channels in each member`(
    _ inside: String, _ beside: String, _ channels: String
  ) throws {
    var plan = try LadderPlan(for: Source.of(Source.audio(language: "eng", layout: inside)))
    var labels = SoundLabels()
    labels.language = "fr"
    try plan.add(
      soundOf: Source.of(Source.audio(layout: beside)), labels, LadderOptions())
    #expect(plan.allAudio.map(\.layout.name).joined(separator: " ") == channels)
    #expect(Set(plan.allAudio.map(\.directory)).count == 2)
    #expect(Set(plan.allAudio.map(\.groupID)) == ["aac"])
  }

  @Test(arguments: [
    (nil, false), ([AudioCodec.aac], false), ([.ac3], false), ([.ac3, .eac3], false),
    ([.eac3], true), ([.aac, .eac3], true),
  ])
  func `E-AC-3 without AC-3 is warned of`(_ codecs: [AudioCodec]?, _ isWarned: Bool) throws {
    var options = LadderOptions()
    options.audioCodecs = codecs
    let plan = try LadderPlan(for: Source.of(Source.audio(layout: "5.1")), options)
    let expected =
      "E-AC-3 comes without AC-3, which old devices need beside it (authoring rule 2.6)"
    #expect(plan.warnings == (isWarned ? [expected] : []))
  }

  /// AAC at the rate that goes with the rung, then every rung with AC-3 and with E-AC-3: players do
  /// not change from one to the other while they play.
  @Test func `each rung comes with each group`() throws {
    let plan = try LadderPlan(
      for: Source.of(Source.video(640, 360, Rational(25)), Source.audio(layout: "5.1")))
    let variants = LadderVariant.all(of: plan.rungs, with: plan.audio)
    #expect(
      variants.map { "\($0.rung.height) \($0.sound.map(\.directory))" } == [
        #"360 ["audio-aac-128k-und"]"#, #"234 ["audio-aac-48k-und"]"#,
        #"360 ["audio-ac3-384k-und"]"#, #"234 ["audio-ac3-384k-und"]"#,
        #"360 ["audio-eac3-192k-und"]"#, #"234 ["audio-eac3-192k-und"]"#,
      ])
  }

  /// 44.1 and 48 kHz stay, everything else becomes 48 kHz.
  @Test(arguments: [
    (8_000, 48_000), (22_050, 48_000), (32_000, 48_000), (44_100, 44_100), (48_000, 48_000),
    (88_200, 48_000), (96_000, 48_000), (192_000, 48_000),
  ])
  func `rates are those of players`(_ rate: Int, _ expected: Int) throws {
    let plan = try LadderPlan(for: Source.of(Source.audio(rate: rate, layout: "5.1")))
    #expect(plan.audio.map(\.sampleRate) == [expected, expected, expected])
  }
}
