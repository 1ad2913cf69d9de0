// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The rules of renditions, their groups, and the variants that name them.
extension PlaylistReader {
  /// Checks what a rendition's tag shows by itself (RFC 8216bis 4.4.6.1).
  mutating func check(_ rendition: Rendition) throws(PlaylistError) {
    let type = rendition.type
    if type == .subtitles, rendition.uri == nil {
      try session.report(
        .missingRenditionURI, at: session.lineStart,
        "expected URI in a rendition of type SUBTITLES, found none")
    }
    let misplaced: [(String, Bool)] = [
      ("URI", type == .closedCaptions && rendition.uri != nil),
      ("FORCED", type != .subtitles && rendition.isForced != nil),
      ("BIT-DEPTH", type != .audio && rendition.bitDepth != nil),
      ("SAMPLE-RATE", type != .audio && rendition.sampleRate != nil),
      ("CHANNELS", type != .audio && rendition.channels != nil),
    ]
    for (name, isMisplaced) in misplaced where isMisplaced {
      try session.report(
        .unexpectedAttribute, at: session.lineStart,
        "expected no \(name) in a rendition of type \(type), found one")
    }
    if rendition.isDefault == true, rendition.isAutoselected == false {
      try session.report(
        .defaultNotAutoselected, at: session.lineStart,
        "expected AUTOSELECT=YES beside DEFAULT=YES, found NO")
    }
    try checkInStreamID(of: rendition)
  }

  private mutating func checkInStreamID(of rendition: Rendition) throws(PlaylistError) {
    let id = rendition.inStreamID
    let isCaption = rendition.type == .closedCaptions
    if isCaption, !Self.isCaptionID(id ?? "") {
      try session.report(
        .invalidInStreamID, at: session.lineStart,
        "expected INSTREAM-ID to be CC1 to CC4 or SERVICE1 to SERVICE63, found "
          + (id.map { "'\($0)'" } ?? "none"))
    }
    guard let id else { return }
    if id.hasPrefix("SERVICE") { need.require(7, for: "INSTREAM-ID", at: linePosition) }
    if !isCaption { need.require(13, for: "INSTREAM-ID", at: linePosition) }
  }

  private static func isCaptionID(_ id: String) -> Bool {
    if ["CC1", "CC2", "CC3", "CC4"].contains(id) { return true }
    guard id.hasPrefix("SERVICE"), let number = Int(id.dropFirst(7)) else { return false }
    return (1...63).contains(number) && id == "SERVICE\(number)"
  }

  mutating func finishMultivariant() throws(PlaylistError) {
    if case .variant? = awaited { try reportMissingStreamURI() }
    try checkGroups()
    try checkVariants()
    if let pathway = multivariant.contentSteering?.pathwayID,
      !multivariant.variants.contains(where: { $0.pathwayID ?? "." == pathway })
    {
      try session.report(
        .unknownPathway, at: positions[.contentSteering] ?? TextPosition(line: 1, column: 1),
        "expected a PATHWAY-ID that a variant has, found '\(pathway)'")
    }
  }

  /// A group of renditions, or one that a variant names.
  private struct Group: Hashable {
    var type: RenditionType
    var id: String
  }

  private func checkGroups() throws(PlaylistError) {
    var names: Set<[String]> = []
    var defaults: Set<Group> = []
    for (rendition, position) in zip(multivariant.renditions, renditionPositions) {
      let group = Group(type: rendition.type, id: rendition.groupID)
      let name = [rendition.type.rawValue, rendition.groupID, rendition.name]
      if !names.insert(name).inserted {
        try session.report(
          .duplicateRendition, at: position,
          "expected names that differ within the group '\(group.id)', found '\(rendition.name)' "
            + "again")
      }
      if rendition.isDefault == true, !defaults.insert(group).inserted {
        try session.report(
          .duplicateDefault, at: position,
          "expected one rendition with DEFAULT=YES in the group '\(group.id)', found a second")
      }
    }
  }

  private func checkVariants() throws(PlaylistError) {
    let groups = Set(multivariant.renditions.map { Group(type: $0.type, id: $0.groupID) })
    let saysNone = multivariant.variants.map { $0.closedCaptions == .noCaptions }
    for (index, variant) in multivariant.variants.enumerated() {
      let position = variantPositions[index]
      var named: [(RenditionType, String?)] = [
        (.audio, variant.audio), (.video, variant.video), (.subtitles, variant.subtitles),
      ]
      if case .group(let id)? = variant.closedCaptions { named.append((.closedCaptions, id)) }
      for case (let type, let id?) in named where !groups.contains(Group(type: type, id: id)) {
        try session.report(
          .missingGroup, at: position,
          "expected a rendition of type \(type) with GROUP-ID \"\(id)\", found none")
      }
      if saysNone[index] != saysNone[0] {
        try session.report(
          .mixedClosedCaptions, at: position,
          "expected CLOSED-CAPTIONS=NONE on all variants or none, found it on some")
      }
      if variant.audio != nil, !variant.codecs.isEmpty,
        variant.codecs.allSatisfy(Self.isKnownNotToBeAudio)
      {
        try session.report(
          .codecsLackAudio, at: position,
          "expected the audio format of the group in CODECS, found "
            + "'\(variant.codecs.joined(separator: ","))'")
      }
    }
  }

  private static func isKnownNotToBeAudio(_ codec: String) -> Bool {
    [
      "avc1", "avc3", "hvc1", "hev1", "dvh1", "dvhe", "dvav", "dva1", "av01", "dav1", "vp08",
      "vp09", "mjpg", "wvtt", "stpp",
    ].contains(String(codec.prefix(4)))
  }
}
