// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist
internal import HLSVariants
internal import ISOBMFF

/// Variants as a table of at most 100 columns, with the reasons of those that do not play below.
struct VariantTable {
  let text: String

  init(_ rows: [(variant: AssetVariant, playability: Playability)]) {
    let hasScores = rows.contains { $0.variant.score != nil }
    var table = Table(
      ">#", "range", ">size", ">rate", ">peak", ">average", "codecs", "audio",
      hasScores ? ">score" : "", "playable")
    var reasons: [String] = []
    for (variant, playability) in rows {
      let video = variant.videoAttributes
      table.add(
        "\(variant.index + 1)", Self.range(variant),
        video?.presentationSize?.description ?? "",
        video?.nominalFrameRate.map(Format.seconds) ?? "",
        Self.rate(variant.peakBitRate), Self.rate(variant.averageBitRate),
        Self.codecs(variant), Self.audio(variant),
        variant.score.map(Format.seconds) ?? "", playability.isPlayable ? "yes" : "no")
      if !playability.isPlayable { reasons.append("\(variant.index + 1): \(playability)") }
    }
    text = (["\(table)"] + reasons).joined(separator: "\n")
  }

  private static func range(_ variant: AssetVariant) -> String {
    guard let video = variant.videoAttributes else { return "" }
    return video.videoRange.rawValue + (video.isDolbyVision ? " DV" : "")
  }

  private static func rate(_ rate: Double?) -> String {
    rate.map { Format.kilobits(Int($0.rounded())) } ?? "-"
  }

  /// The video codecs, without what follows the format where that would be too wide.
  private static func codecs(_ variant: AssetVariant) -> String {
    let codecs = variant.codecs.filter { $0.kind == .video || $0.kind == .unknown }
    let text = codecs.map(\.string.description).joined(separator: ",")
    guard text.count > 20 else { return text }
    return String(codecs.map(\.type.description).joined(separator: ",").prefix(20))
  }

  /// The formats with the channels of the selected option.
  private static func audio(_ variant: AssetVariant) -> String {
    guard let audio = variant.audioAttributes else { return "" }
    let formats = audio.formatIDs.map { format in
      String(format.description.prefix { $0 != " " })
    }.joined(separator: ",")
    let channels = variant.selectedRendition?.channels?.rawValue
    return String([formats, channels].compactMap(\.self).joined(separator: " ").prefix(16))
  }
}
