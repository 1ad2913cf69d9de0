// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import HLSEncoding
internal import HLSPlaylist
internal import ISOBMFF

/// Chooses the tracks of inputs.
struct TrackSelection {
  /// What is chosen, pictures before sound.
  var renditions: [CopyRendition] { video + audio }
  /// What the user should know.
  private(set) var warnings: [String] = []

  private var video: [CopyRendition] = []
  private var audio: [CopyRendition] = []
  private var firstError: PackagingError?

  /// Adds the tracks of an input that fit its role.
  ///
  /// - Throws: ``PackagingError`` when the file cannot be read, or a track that was named cannot be
  ///   copied.
  mutating func add(_ input: CopyInput) throws {
    let movie = try MovieFile(SourceFile(input.path))
    warnings += movie.damage.map { "\(input.path): \($0)" }
    let tracks = movie.movie.tracks.enumerated().map { index, track in
      CopyTrack(movie: movie, track: track, path: input.path, number: index + 1)
    }
    if let missing = input.tracks.first(where: { !tracks.indices.contains($0 - 1) }) {
      throw PackagingError(
        .source, input.path, "expected a track \(missing), found \(tracks.count) tracks")
    }
    if input.role == .rung || input.role == .video { try addVideo(tracks, input) }
    if input.role == .rung || input.role == .audio { try addAudio(tracks, input) }
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
          "\(track.name): the pictures are to be turned, which players of HLS do not do")
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
    let chosen = input.tracks.isEmpty ? tracks : input.tracks.map { tracks[$0 - 1] }
    return chosen.filter { $0.kind == kind }
  }

  /// A track as a rendition; `nil`, with a warning, for one that was not named and cannot be copied.
  private mutating func rendition(
    _ track: CopyTrack, _ input: CopyInput
  ) throws -> CopyRendition? {
    do {
      let rendition = try CopyRendition(track, label: RenditionLabel(track, input))
      warnings += rendition.entry.notes
      if let damage = rendition.survey.damage {
        let end = CutList.text(track.seconds(rendition.survey.end))
        warnings.append("\(track.name) ends at \(end) s: \(damage)")
      }
      if rendition.timeline.isSimplified {
        warnings.append("\(track.name): the edit list does more than HLS can say")
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
  fileprivate init(_ track: CopyTrack, _ input: CopyInput) {
    language = input.language ?? AudioNames.language(track.track.language)
    name = input.name
    isDefault = input.isDefault ? true : nil
    isForced = input.isForced
    characteristics = input.characteristics
  }

  /// A language's name in that language.
  static func name(of language: String?) -> String {
    guard let language, language != "und" else { return "Audio" }
    return Locale(identifier: language).localizedString(forIdentifier: language) ?? language
  }
}
