// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import LibAV

/// What a sound is for.
public enum AudioRole: String, Sendable, CaseIterable {
  /// The programme's own sound.
  case main
  /// The programme's sound with speech that stands out, for people who hear badly.
  case clearSpeech = "clear-speech"
  /// The programme's sound with a voice that says what can be seen.
  case description
  /// Music and effects without speech.
  case effects
  /// People who talk about the programme.
  case commentary

  /// The role that a container's flags say, else the one that the title names.
  ///
  /// - Parameters:
  ///   - flags: FFmpeg's dispositions, such as `comment` or `visual_impaired`.
  ///   - title: The track's title.
  init(flags: Set<String>, title: String?) {
    let words = title?.lowercased() ?? ""
    if !flags.isDisjoint(with: ["visual_impaired", "descriptions"]) {
      self = .description
    } else if flags.contains("comment") {
      self = .commentary
    } else if flags.contains("hearing_impaired") {
      self = .clearSpeech
    } else if flags.contains("clean_effects") {
      self = .effects
    } else if Self.describingTitles.contains(where: words.contains) {
      self = .description
    } else if words.contains("commentary") {
      self = .commentary
    } else {
      self = .main
    }
  }

  /// What titles of described video say, in lower case.
  private static let describingTitles = [
    "audio description", "audio-description", "described video", "descriptive video",
    "descriptive audio",
  ]

  /// What the rendition's CHARACTERISTICS say.
  public var characteristics: [String] {
    switch self {
    case .description: ["public.accessibility.describes-video"]
    case .clearSpeech: ["public.accessibility.enhances-speech-intelligibility"]
    case .main, .effects, .commentary: []
    }
  }

  /// Whether players may choose it without being told: never what most people do not want to hear.
  var isAutoselected: Bool { self != .commentary && self != .effects }

  /// What a name says of the role, where the title does not (authoring rule 2.14).
  var words: String? {
    switch self {
    case .main: nil
    case .clearSpeech: "clear speech"
    case .description: "audio description"
    case .effects: "music and effects"
    case .commentary: "commentary"
    }
  }

  /// Members of one language go from the general to the specific (authoring rule 9.17).
  var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
