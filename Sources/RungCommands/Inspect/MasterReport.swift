// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist
internal import HLSVariants

/// A master playlist as `rung inspect` shows it: badges, variants, renditions, and what the reader
/// went past.
struct MasterReport: Encodable {
  let badges: [String]
  let variants: [VariantReport]
  let renditions: [RenditionReport]
  let iFrames: [String]
  let warnings: [Diagnostic]

  private let asset: Asset

  private enum CodingKeys: CodingKey { case badges, variants, renditions, iFrames, warnings }

  init(_ asset: Asset) {
    self.asset = asset
    badges = asset.badges.map(\.rawValue)
    variants = Self.rows(asset).map { VariantReport($0.variant, $0.playability) }
    renditions = asset.playlist.renditions.map(RenditionReport.init)
    iFrames = asset.playlist.iFrameStreams.map(\.uri)
    warnings = asset.playlist.diagnostics.filter { $0.severity != .ignored }
  }

  private static func rows(_ asset: Asset) -> [(variant: AssetVariant, playability: Playability)] {
    asset.variants.map { variant in
      let profile = DeviceProfile.unlimited
      return (variant, profile.playability(of: variant, pathway: asset.initialPathway))
    }
  }

  var text: String {
    var parts = [
      "multivariant playlist, \(asset.variants.count) variants"
        + (badges.isEmpty ? "" : ": " + badges.joined(separator: ", "))
    ]
    if !asset.variants.isEmpty { parts.append(VariantTable(Self.rows(asset)).text) }
    if !asset.playlist.renditions.isEmpty {
      var table = Table("kind", "group", "name", "language", "channels", "flags", "uri")
      for rendition in asset.playlist.renditions {
        let flags = [
          rendition.isDefault ?? false ? "default" : nil,
          rendition.isForced ?? false ? "forced" : nil,
        ].compactMap(\.self)
        table.add(
          rendition.type.rawValue.lowercased(), String(rendition.groupID.prefix(16)),
          String(rendition.name.prefix(24)), rendition.language ?? "",
          rendition.channels?.rawValue ?? "", flags.joined(separator: " "),
          String((rendition.uri ?? "").suffix(24)))
      }
      parts.append("\(table)")
    }
    parts += iFrames.map { "i-frames: \($0)" }
    parts += warnings.map(\.description)
    return parts.joined(separator: "\n")
  }
}
