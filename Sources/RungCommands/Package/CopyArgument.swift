// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPackaging

/// Inputs as people type them: `film.mp4`, `film.mkv#2`, `sound.m4a#1,3:lang=en,name=English`.
enum CopyArgument {
  /// Reads a file, its tracks, and what players are told of them.
  ///
  /// - Parameters:
  ///   - text: What was typed.
  ///   - role: What the input is taken for.
  ///   - option: The option, for messages; `nil` for an operand, which takes no labels.
  /// - Returns: The input.
  /// - Throws: ``UsageError`` when no file is named, or a label is none.
  static func input(
    _ text: String, as role: CopyInput.Role, option: String? = nil
  ) throws(UsageError) -> CopyInput {
    var path = text[...]
    var input = CopyInput("", as: role)
    // A colon may be part of the name: what follows the last one counts if it reads as labels.
    if let option, let colon = text.lastIndex(of: ":") {
      let labels = text[text.index(after: colon)...]
      if try read(labels, into: &input, option) { path = text[..<colon] }
    }
    if let hash = path.lastIndex(of: "#"), let tracks = tracks(path[path.index(after: hash)...]) {
      input.tracks = tracks
      path = path[..<hash]
    }
    guard !path.isEmpty else {
      throw UsageError("'\(text)' names no file: expected FILE[#TRACK,...][:LABEL,...]")
    }
    input.path = String(path)
    return input
  }

  /// Reads what all uses of an option name.
  static func inputs(
    _ arguments: ParsedArguments, _ option: String, as role: CopyInput.Role
  ) throws(UsageError) -> [CopyInput] {
    var inputs: [CopyInput] = []
    for text in arguments.all(option) { try inputs.append(input(text, as: role, option: option)) }
    return inputs
  }

  private static func tracks(_ text: Substring) -> [Int]? {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    let tracks = numbers.compactMap { $0 }.filter { $0 > 0 }
    return tracks.count == numbers.count && !tracks.isEmpty ? tracks : nil
  }

  /// Takes over labels; `false` when the text holds none.
  private static func read(
    _ text: Substring, into input: inout CopyInput, _ option: String
  ) throws(UsageError) -> Bool {
    var rest = text.split(separator: ",", omittingEmptySubsequences: false)[...]
    guard let first = rest.first, isLabel(first) else { return false }
    while let label = rest.popFirst() {
      let parts = label.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      switch (parts[0], parts.count > 1 ? String(parts[1]) : nil) {
      case ("lang", let value?) where !value.isEmpty: input.language = value
      case ("name", let value?) where !value.isEmpty: input.name = value
      case ("default", nil): input.isDefault = true
      case ("forced", nil) where input.role == .subtitles: input.isForced = true
      case ("sdh", nil) where input.role == .subtitles:
        input.characteristics += CopyInput.captionCharacteristics
      case ("describes-video", nil) where input.role == .audio:
        input.characteristics.append("public.accessibility.describes-video")
      default:
        throw UsageError(
          "'\(label)' is no label of '\(option)': expected lang=, name=, default"
            + (input.role == .subtitles ? ", forced or sdh" : " or describes-video"))
      }
    }
    return true
  }

  private static func isLabel(_ text: Substring) -> Bool {
    ["lang=", "name="].contains(where: text.hasPrefix)
      || ["default", "forced", "sdh", "describes-video"].contains(text)
  }
}
