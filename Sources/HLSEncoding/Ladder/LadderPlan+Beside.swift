// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import LibAV

/// What the user says of the sound of a file beside the source.
public struct SoundLabels: Sendable {
  /// The tracks, counted from 1; empty for all.
  public var tracks: [Int] = []
  /// The language, as BCP 47 writes it; `nil` for what the file says.
  public var language: String?
  /// The name for people; `nil` to make one from the language.
  public var name: String?
  /// Whether players choose it unless told otherwise.
  public var isDefault = false
  /// Whether a voice says what can be seen.
  public var describesVideo = false

  /// Creates labels that say nothing.
  public init() {}
}

extension LadderPlan {
  /// Adds the sound of another file: a member more in each group of the ladder.
  ///
  /// - Parameters:
  ///   - source: The other file; its pictures are passed over.
  ///   - labels: What the user says of it.
  ///   - options: What is asked of the ladder.
  /// - Throws: ``EncodingError`` when the file has no such sound.
  public mutating func add(
    soundOf source: SourceDescription, _ labels: SoundLabels, _ options: LadderOptions
  ) throws(EncodingError) {
    var source = source
    if let missing = labels.tracks.first(where: { number in
      !source.usableAudio.contains { $0.index == number - 1 }
    }) {
      throw EncodingError(
        .source, source.path, "expected sound in track \(missing), found none",
        hint: "'rung inspect' shows what the file holds")
    }
    source.tracks = source.usableAudio.filter { track in
      labels.tracks.isEmpty || labels.tracks.contains(track.index + 1)
    }
    guard !source.tracks.isEmpty else {
      throw EncodingError(
        .source, source.path, "expected sound, found none",
        hint: "'rung inspect' shows what the file holds")
    }
    var programs = try AudioProgram.programs(of: source, maps: []).programs
    for index in programs.indices { label(&programs[index], labels, isFirst: index == 0) }
    let codecs = allAudio.isEmpty ? options.audioCodecs : Array(Set(allAudio.map(\.codec)))
    var sound = self
    sound.source = source
    sound.video = nil
    sound.rungs = []
    sound.trickPlay = []
    sound.beside = []
    sound.warnings = []
    // Sound of its own file lasts as long as the pictures do, where the source says.
    sound.range = SourceRange(start: range.start, duration: duration)
    let isWide = programs.contains { $0.layout.channels.count > 1 }
    sound.audio = AudioRendition.renditions(
      of: programs, in: codecs, beside: rungs,
      isWidened: allAudio.contains { $0.channelCount > 1 })
    if isWide {
      for index in beside.indices { beside[index].widen(options) }
      widen(options)
    }
    for index in sound.audio.indices {
      sound.audio[index].directory = free(sound.audio[index].directory)
    }
    if labels.isDefault { clearDefault() }
    beside.append(sound)
  }

  /// Brings mono to two channels in AAC, as other sound in its groups has them.
  private mutating func widen(_ options: LadderOptions) {
    guard !audio.isEmpty, audio.allSatisfy({ $0.channelCount == 1 }) else { return }
    let programs = audio.map(\.program).reduce(into: [AudioProgram]()) { list, program in
      if !list.contains(program) { list.append(program) }
    }
    let known = audio
    audio = AudioRendition.renditions(
      of: programs, in: Array(Set(known.map(\.codec))), beside: rungs,
      stereoBitRate: options.audioBitRate, isWidened: true
    ).filter { wide in
      known.contains { ($0.codec, $0.isLowRate) == (wide.codec, wide.isLowRate) }
    }
  }

  /// The renditions of sound of the source and of the files beside it, group by group.
  public var allAudio: [AudioRendition] {
    let all = audio + beside.flatMap(\.audio)
    var groups: [String] = []
    for rendition in all where !groups.contains(rendition.groupID) {
      groups.append(rendition.groupID)
    }
    return groups.flatMap { group in all.filter { $0.groupID == group } }
  }

  private mutating func label(
    _ program: inout AudioProgram, _ labels: SoundLabels, isFirst: Bool
  ) {
    let known = allAudio.map(\.program)
    program.language = labels.language ?? program.language
    if labels.describesVideo { program.role = .description }
    program.isDefault = isFirst && (labels.isDefault || known.isEmpty)
    program.isAutoselected =
      program.isDefault
      || program.role.isAutoselected
        && !known.contains { other in
          other.isAutoselected && other.language == program.language && other.role == program.role
        }
    let stem = labels.name ?? AudioNames.name(of: program)
    var number = 2
    program.name = stem
    while known.contains(where: { $0.name == program.name }) {
      program.name = "\(stem) \(number)"
      number += 1
    }
  }

  private func free(_ stem: String) -> String {
    let taken = Set(allAudio.map(\.directory))
    var name = stem
    var number = 2
    while taken.contains(name) {
      name = "\(stem)-\(number)"
      number += 1
    }
    return name
  }

  private mutating func clearDefault() {
    for index in audio.indices { audio[index].program.isDefault = false }
    for index in beside.indices { beside[index].clearDefault() }
  }
}
