// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist
internal import HLSVariants

/// What `rung select` prints as JSON.
struct SelectionReport: Encodable {
  struct Choice: Encodable {
    let variant: VariantReport
    let audio: [RenditionReport]
    let subtitles: [RenditionReport]
    let iFrames: String?
    let estimatedBytes: UInt64?
    let estimate: String?
    let reasons: [String]

    init(_ choice: ContentChoice, _ selection: Selection, _ size: SizeEstimate?) {
      let index = choice.variant.index
      let isKnown = selection.playability.indices.contains(index)
      variant = VariantReport(
        choice.variant, isKnown ? selection.playability[index] : .playable)
      audio = choice.audio.map(RenditionReport.init)
      subtitles = choice.subtitles.map(RenditionReport.init)
      iFrames = choice.iFrameStream?.uri
      estimatedBytes = size?.bytes
      estimate = size?.basis.rawValue
      reasons = choice.reasons
    }
  }

  struct Warning: Encodable {
    let code: String
    let message: String
  }

  let primary: Choice
  let auxiliary: [Choice]
  let warnings: [Warning]
  let device: String
  let explanation: [String]?

  init(
    _ selection: Selection, _ sizes: [SizeEstimate?], warnings: [SelectionWarning],
    isExplained: Bool
  ) {
    primary = Choice(selection.primary, selection, sizes.first ?? nil)
    auxiliary = zip(selection.auxiliary, sizes.dropFirst()).compactMap { choice, size in
      choice.map { Choice($0, selection, size) }
    }
    self.warnings = warnings.map { Warning(code: $0.code.rawValue, message: $0.message) }
    device = selection.device.name
    explanation =
      isExplained
      ? selection.explanation.parts.flatMap {
        $0.description.split(separator: "\n").map(String.init)
      } : nil
  }
}

/// What `rung select` prints for people.
struct SelectionText {
  let lines: [String]

  init(_ selection: Selection, _ sizes: [SizeEstimate?]) {
    var lines = Self.lines("primary", selection.primary, sizes.first ?? nil)
    for (index, choice) in selection.auxiliary.enumerated() {
      let title = "auxiliary \(index + 1)"
      guard let choice else {
        lines.append("\(title): nothing matches, and nothing is stored")
        continue
      }
      if choice.variant.index == selection.primary.variant.index {
        lines.append("\(title): the primary variant, which is stored anyway")
      } else {
        lines += Self.lines(
          title, choice, sizes.indices.contains(index + 1) ? sizes[index + 1] : nil)
      }
    }
    self.lines = lines
  }

  private static func lines(
    _ title: String, _ choice: ContentChoice, _ size: SizeEstimate?
  ) -> [String] {
    var lines = ["\(title): variant \(choice.variant.index + 1), \(choice.variant)"]
    lines.append("  uri        \(choice.variant.stream.uri)")
    for rendition in choice.audio { lines.append("  audio      \(text(rendition))") }
    for rendition in choice.subtitles { lines.append("  subtitles  \(text(rendition))") }
    if let stream = choice.iFrameStream { lines.append("  i-frames   \(stream.uri)") }
    if let size { lines.append("  size       \(size)") }
    lines += choice.reasons.enumerated().map { index, reason in
      (index == 0 ? "  because    " : "             ") + reason
    }
    return lines
  }

  private static func text(_ rendition: Rendition) -> String {
    let details = [
      rendition.language,
      rendition.channels.map { "\($0.rawValue) channel\($0.count == 1 ? "" : "s")" },
      rendition.isForced ?? false ? "forced" : nil,
    ].compactMap(\.self).joined(separator: ", ")
    return rendition.name + (details.isEmpty ? "" : " (\(details))")
      + (rendition.uri.map { "  \($0)" } ?? "  within the variant")
  }
}
