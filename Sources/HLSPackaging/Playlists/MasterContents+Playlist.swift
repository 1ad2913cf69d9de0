// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist
internal import LibAV

extension MasterContents {
  private static let subtitlesGroup = "subtitles"
  private static let captionsGroup = "captions"

  /// The master playlist.
  var playlist: MultivariantPlaylist {
    var playlist = MultivariantPlaylist()
    playlist.hasIndependentSegments = isIndependent
    playlist.renditions =
      sound.map(rendition) + subtitles.map(rendition) + captions.map(captionRendition)
    playlist.sessionData = sessionData
    playlist.variants =
      pictures.isEmpty
      ? groups.compactMap(soundVariant)
      : variants.map { variant(pictures[$0.pictures], with: $0.group) }
    playlist.iFrameStreams = iFrames.map(iFrameStream)
    if writesScores { Self.score(&playlist.variants) }
    return playlist
  }

  /// One I-frame playlist for each resolution and range, from its lowest rate (authoring rules
  /// 6.4 and 6.15); codecs apart, so that no player has to change them.
  var iFrames: [Pictures] {
    guard trickPlay.isEmpty else { return trickPlay.filter { $0.iFrameRates != nil } }
    var chosen: [Pictures] = []
    for entry in pictures.sorted(by: { $0.bitRate < $1.bitRate })
    where entry.iFrameRates != nil && !chosen.contains(where: { $0.looksLike(entry) }) {
      chosen.append(entry)
    }
    return pictures.filter { entry in chosen.contains { $0.directory == entry.directory } }
  }

  /// Gives each variant its rank, the highest to the best: HDR over SDR, then by rate.
  private static func score(_ variants: inout [VariantStream]) {
    func rank(_ variant: VariantStream) -> (Int, UInt64) {
      (variant.videoRange == .sdr || variant.videoRange == nil ? 0 : 1, variant.bandwidth)
    }
    let order = variants.indices.sorted { rank(variants[$0]) < rank(variants[$1]) }
    for (place, index) in order.enumerated() {
      variants[index].score = ExactDecimal(Int64(place + 1))
    }
  }

  // MARK: Variants

  private func variant(_ entry: Pictures, with group: String?) -> VariantStream {
    let members = sound.filter { $0.group == group }
    var variant = stream(entry.directory, entry.rates, members)
    variant.codecs = Self.unique(entry.codecs + members.flatMap(\.codecs) + textCodecs)
    variant.supplementalCodecs = entry.supplementalCodecs
    variant.resolution = entry.resolution
    variant.frameRate = ExactDecimal(
      entry.frameRate.numerator, over: entry.frameRate.denominator, decimals: 3)
    variant.videoRange = entry.range
    variant.audio = group
    // NONE is for all variants or for none (RFC 8216bis section 4.4.6.2).
    variant.closedCaptions =
      captions.isEmpty
      ? .noCaptions : entry.captions.isEmpty ? nil : .group(Self.captionsGroup)
    if writesStableIDs {
      variant.stableVariantID = ([entry.directory] + (group.map { [$0] } ?? []))
        .joined(separator: ".")
    }
    return variant
  }

  /// Without pictures, the default member of each group is a variant (its own playlist, counted
  /// once).
  private func soundVariant(_ group: String) -> VariantStream? {
    let members = sound.filter { $0.group == group }
    guard let main = members.first(where: \.isDefault) ?? members.first else { return nil }
    var variant = stream(main.directory, .zero, members)
    variant.codecs = Self.unique(members.flatMap(\.codecs) + textCodecs)
    variant.audio = group
    if writesStableIDs { variant.stableVariantID = main.directory }
    return variant
  }

  /// A stream with its rates and its subtitles.
  private func stream(
    _ directory: String, _ rates: Bandwidth, _ members: [Sound]
  ) -> VariantStream {
    let bandwidth = Bandwidth.ofVariant(
      rates, groups: [members.map(\.rates), subtitles.map(\.rates)])
    var variant = VariantStream(
      uri: uri(directory, RenditionRecord.playlistName), bandwidth: bandwidth.peak.roundedUp)
    variant.averageBandwidth = bandwidth.average.roundedUp
    variant.subtitles = subtitles.isEmpty ? nil : Self.subtitlesGroup
    return variant
  }

  private var textCodecs: [String] { subtitles.compactMap(\.codec) }

  private func iFrameStream(_ entry: Pictures) -> IFrameStream {
    let bandwidth = entry.iFrameRates ?? .zero
    var stream = IFrameStream(
      uri: uri(entry.directory, RenditionRecord.iFramePlaylistName),
      bandwidth: bandwidth.peak.roundedUp)
    stream.averageBandwidth = bandwidth.average.roundedUp
    stream.codecs = entry.codecs
    stream.supplementalCodecs = entry.supplementalCodecs
    stream.resolution = entry.resolution
    stream.videoRange = entry.range
    if writesStableIDs { stream.stableVariantID = "\(entry.directory).iframes" }
    return stream
  }

  // MARK: Renditions

  private func rendition(_ member: Sound) -> Rendition {
    var rendition = Rendition(
      type: .audio, groupID: member.group, name: member.name,
      uri: uri(member.directory, RenditionRecord.playlistName))
    rendition.language = member.language
    rendition.isDefault = member.isDefault
    rendition.isAutoselected = member.isAutoselected
    rendition.characteristics = member.characteristics
    rendition.channels = member.channels
    if writesStableIDs { rendition.stableRenditionID = member.directory }
    return rendition
  }

  private func rendition(_ text: Subtitles) -> Rendition {
    var rendition = Rendition(
      type: .subtitles, groupID: Self.subtitlesGroup, name: text.label.name ?? "Subtitles",
      uri: uri(text.directory, RenditionRecord.playlistName))
    rendition.language = text.label.language
    rendition.isDefault = text.label.isDefault ?? false
    rendition.isAutoselected = true
    rendition.isForced = text.label.isForced ? true : nil
    rendition.characteristics = text.label.characteristics
    if writesStableIDs { rendition.stableRenditionID = text.directory }
    return rendition
  }

  /// Captions inside the pictures, in the language of the default sound.
  private func captionRendition(_ id: String) -> Rendition {
    var rendition = Rendition(type: .closedCaptions, groupID: Self.captionsGroup, name: id)
    rendition.inStreamID = id
    rendition.language = sound.first(where: \.isDefault)?.language ?? "und"
    rendition.isAutoselected = true
    return rendition
  }

  /// Folder names hold ASCII letters, digits and hyphens, which URIs take as they are.
  private func uri(_ directory: String, _ file: String) -> String { "\(directory)/\(file)" }
}

extension MasterContents.Pictures {
  /// Whether one I-frame playlist will do for both.
  fileprivate func looksLike(_ other: Self) -> Bool {
    family == other.family && range == other.range && resolution == other.resolution
  }
}
