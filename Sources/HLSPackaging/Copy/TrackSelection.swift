// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import HLSEncoding
internal import HLSPlaylist
internal import ISOBMFF
internal import LibAV

/// Chooses the tracks of inputs.
struct TrackSelection {
  /// What is chosen, pictures before sound.
  var renditions: [CopyRendition] { video + audio }
  /// What the user should know.
  private(set) var warnings: [String] = []

  private var video: [CopyRendition] = []
  private var audio: [CopyRendition] = []
  private var firstError: PackagingError?
  private var textTracks: [CopyTrack] = []
  private let output: OutputDirectory
  private let cancellation: Cancellation
  private let keys: KeyRing?

  /// The subtitles, which are read once the package's 0 is known.
  private(set) var texts: [TextSource] = []

  /// Creates a selection; what is encrypted is decrypted with the keys.
  init(decryptedBy keys: KeyRing?, in output: OutputDirectory, _ cancellation: Cancellation) {
    self.keys = keys
    self.output = output
    self.cancellation = cancellation
  }

  /// Adds the tracks of an input that fit its role.
  ///
  /// - Throws: ``PackagingError`` when the file cannot be read, or a track that was named cannot be
  ///   copied.
  mutating func add(_ input: CopyInput) throws {
    let file = try SourceFile(input.path)
    if try MovieFile.isMovie(file) {
      try add(MovieFile(file), numbers: nil, input)
      try addTexts(ofMovie: input)
    } else if input.role == .subtitles {
      texts.append(try TextSource(file: input))
    } else {
      let spool = try MediaSpool(input.path, input.tracks, in: output, cancellation)
      warnings += spool.left
      try add(spool.movie, numbers: spool.numbers, input)
      addTexts(spool.texts, input)
    }
  }

  private mutating func add(_ movie: MovieFile, numbers: [Int]?, _ input: CopyInput) throws {
    warnings += movie.damage.map { "\(input.path): \($0)" }
    let tracks = movie.movie.tracks.enumerated().map { index, track in
      let number = numbers.flatMap { $0.indices.contains(index) ? $0[index] : nil } ?? index + 1
      return CopyTrack(movie: movie, track: track, path: input.path, number: number, keys: keys)
    }
    if let missing = input.tracks.first(where: { number in
      !tracks.contains { $0.number == number }
    }) {
      throw PackagingError(
        .source, input.path, "expected a track \(missing), found \(tracks.count) tracks")
    }
    if input.role == .rung || input.role == .video { try addVideo(tracks, input) }
    if input.role == .rung || input.role == .audio { try addAudio(tracks, input) }
    textTracks = tracks.filter { $0.kind == .subtitles }
  }

  /// The error for inputs of which nothing can be copied.
  func nothing(of inputs: [CopyInput]) -> PackagingError {
    firstError
      ?? PackagingError(
        .source, inputs.first?.path ?? "", "expected pictures or sound, found neither")
  }

  private mutating func addVideo(_ tracks: [CopyTrack], _ input: CopyInput) throws {
    let candidates = candidates(tracks, input, .video)
    for track in candidates {
      guard let rendition = try rendition(track, input) else { continue }
      video.append(rendition)
      if rendition.track.track.rotation != 0 {
        warnings.append(
          "\(track.name): the pictures are to be turned, which not every player does")
      }
      // A rung is one track of pictures; more have to be named.
      guard input.tracks.isEmpty else { continue }
      for other in candidates where other.number > track.number {
        warnings.append("\(other.name) is left out: an input is one rung")
      }
      return
    }
  }

  private mutating func addAudio(_ tracks: [CopyTrack], _ input: CopyInput) throws {
    var found: [CopyRendition] = []
    for track in candidates(tracks, input, .audio) {
      guard let rendition = try rendition(track, input) else { continue }
      // The sound of a second rung is that of the first, unless it is another kind of sound.
      if input.role == .rung, input.tracks.isEmpty,
        audio.contains(where: { $0.soundKind == rendition.soundKind })
      {
        warnings.append("\(track.name) is left out: an input before it has such sound")
        continue
      }
      found.append(rendition)
    }
    for rendition in found { audio.append(named(rendition, beside: audio)) }
  }

  private func candidates(
    _ tracks: [CopyTrack], _ input: CopyInput, _ kind: CopyTrack.Kind
  ) -> [CopyTrack] {
    tracks.filter { track in
      track.kind == kind && (input.tracks.isEmpty || input.tracks.contains(track.number))
    }
  }

  // MARK: Text

  /// Adds what libavformat finds of text in a movie, if there is any.
  private mutating func addTexts(ofMovie input: CopyInput) throws {
    guard !textTracks.isEmpty, input.role == .rung || input.role == .subtitles else { return }
    let streams = try MediaSpool.streams(of: input.path)
    for track in textTracks {
      if let stream = streams.first(where: { $0.index == track.number - 1 }),
        SubtitleReader.codecs.contains(stream.codecName)
      {
        continue
      }
      warnings.append("\(track.name) is left out: its subtitles are no text that can be read")
    }
    addTexts(streams, input)
  }

  private mutating func addTexts(_ streams: [LibAV.StreamDescription], _ input: CopyInput) {
    guard input.role == .rung || input.role == .subtitles,
      let source = TextSource(input, inside: streams)
    else { return }
    // The text of a second rung is that of the first.
    let hasOwn = texts.contains { $0.streams != nil }
    if input.role == .subtitles || !hasOwn { texts.append(source) }
  }

  // MARK: Tracks

  /// A track as a rendition; `nil`, with a warning, for one that was not named and cannot be copied.
  private mutating func rendition(
    _ track: CopyTrack, _ input: CopyInput
  ) throws -> CopyRendition? {
    do {
      let rendition = try CopyRendition(track, label: RenditionLabel(input, track.track.language))
      warnings += rendition.entry.notes
      if let damage = rendition.survey.damage {
        let end = CutList.text(track.seconds(rendition.survey.end))
        warnings.append("\(track.name) ends at \(end) s: \(damage)")
      }
      if rendition.survey.emptyCuts > 0 {
        warnings.append(
          "\(track.name): the edit list shows what is not there, \(rendition.survey.emptyCuts) times"
        )
      }
      return rendition
    } catch let error as PackagingError where input.tracks.isEmpty {
      firstError = firstError ?? error
      warnings.append("\(error.location) is left out: \(error.reason)")
      return nil
    }
  }

  /// Gives a rendition a name that is its own among the sound of its kind.
  private func named(_ rendition: CopyRendition, beside others: [CopyRendition]) -> CopyRendition {
    let taken = others.filter { $0.soundKind == rendition.soundKind }.map(\.memberName)
    let stem = rendition.label.name ?? RenditionLabel.name(of: rendition.label.language)
    var rendition = rendition
    rendition.label.name = stem
    var number = 2
    while taken.contains(rendition.memberName) {
      rendition.label.name = "\(stem) \(number)"
      number += 1
    }
    return rendition
  }
}

extension CopyRendition {
  /// What players change between without another decoder.
  var soundKind: String { "\(entry.family)-\(entry.channels?.rawValue ?? "")" }

  /// The name in a group.
  var memberName: String { label.name ?? "Audio" }
}

extension RenditionLabel {
  /// What an input says of its tracks, and where it is silent, what the track says.
  init(_ input: CopyInput, _ trackLanguage: String?) {
    language = input.language ?? AudioNames.language(trackLanguage)
    name = input.name
    isDefault = input.isDefault ? true : nil
    isForced = input.isForced
    characteristics = input.characteristics
  }

  /// A language's name in that language.
  static func name(of language: String?, orElse other: String = "Audio") -> String {
    guard let language, language != "und" else { return other }
    return Locale(identifier: language).localizedString(forIdentifier: language) ?? language
  }
}
