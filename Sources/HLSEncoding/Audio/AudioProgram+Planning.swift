// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import LibAV

/// A programme before its name and its place among the others are settled.
struct AudioProgramDraft {
  var inputs: [AudioProgram.Input]
  /// The tracks of the inputs.
  var tracks: [StreamDescription]
  var layout: ChannelLayout
  /// The language as the container writes it.
  var language: String?
  var title: String?
  var flags: Set<String>

  var role: AudioRole { AudioRole(flags: flags, title: title) }

  /// 44.1 kHz and 48 kHz stay; everything else becomes 48 kHz.
  var sampleRate: Int {
    tracks.allSatisfy { $0.audio?.sampleRate == 44_100 } ? 44_100 : 48_000
  }
}

extension AudioProgram {
  /// The programmes of a source, the general before the specific, and what the user should know.
  ///
  /// - Throws: ``EncodingError`` when tracks do not say what they are, or when a map does not fit.
  static func programs(
    of source: SourceDescription, maps: [AudioMap]
  ) throws(EncodingError) -> (programs: [AudioProgram], warnings: [String]) {
    var drafts: [AudioProgramDraft] = []
    var warnings: [String] = []
    if maps.isEmpty {
      (drafts, warnings) = try ProductionMaster(source).drafts()
    } else {
      for map in maps { drafts.append(try map.draft(of: source)) }
      let used = Set(drafts.flatMap(\.inputs).map(\.track))
      for track in source.usableAudio where !used.contains(track.index) {
        warnings.append("track \(track.index) (audio) is dropped: no --audio-map names it")
      }
    }
    drafts = drafts.enumerated()
      .sorted { ($0.element.role.rank, $0.offset) < ($1.element.role.rank, $1.offset) }
      .map(\.element)
    return (programs(of: drafts), warnings)
  }

  private static func programs(of drafts: [AudioProgramDraft]) -> [AudioProgram] {
    let names = AudioNames.unique(for: drafts)
    // What most people want to hear is the default, the one flagged so first.
    let candidates = drafts.indices.filter { drafts[$0].role.isAutoselected }
    let chosen =
      candidates.first { drafts[$0].flags.contains("default") && drafts[$0].role == .main }
      ?? candidates.first ?? 0
    var programs = drafts.enumerated().map { index, draft in
      AudioProgram(
        inputs: draft.inputs, layout: draft.layout, sampleRate: draft.sampleRate,
        language: AudioNames.language(draft.language), name: names[index], role: draft.role,
        isDefault: index == chosen,
        isAutoselected: index == chosen || draft.role.isAutoselected)
    }
    // Of two that nothing tells apart a player could only choose by chance (rfc8216bis 4.4.6.1.1).
    for index in programs.indices where !programs[index].isDefault {
      let isTwin = programs.indices.contains { other in
        (other < index || programs[other].isDefault)
          && programs[other].language == programs[index].language
          && programs[other].role.characteristics == programs[index].role.characteristics
          && programs[other].isAutoselected
      }
      if isTwin { programs[index].isAutoselected = false }
    }
    return programs
  }
}
