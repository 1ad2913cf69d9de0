// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist

extension ConformanceRule {
  /// Renditions as the specification has them (4.4.6.1).
  static let renditions: [ConformanceRule] = [
    ConformanceRule(
      "rfc-4.4.6.1-language", .must, "A language is a tag of BCP 47", each: { $0.renditions }
    ) { item, _ in
      let languages: [(String?, (String) -> Fix)] = [
        (item.rendition.language, Fix.language),
        (item.rendition.associatedLanguage, Fix.associatedLanguage),
      ]
      return languages.compactMap { language, fix in
        guard let language, !LanguageTag.isWellFormed(language) else { return nil }
        return Fault(
          "a tag such as 'en' or 'pt-BR'", found: "'\(language)'",
          fix: LanguageTag.repaired(language).map(fix))
      }
    },
    ConformanceRule(
      "rfc-4.4.6.1-language-form", .should, "A language tag has its shortest form",
      why: "BCP 47 has two letters where there are two: 'en', never 'eng'.",
      each: { $0.renditions }
    ) { item, _ in
      guard let language = item.rendition.language, LanguageTag.isWellFormed(language),
        let better = LanguageTag.repaired(language), better != language
      else { return nil }
      return Fault("'\(better)'", found: "'\(language)'", fix: .language(better))
    },
    ConformanceRule(
      "rfc-4.4.6.1-channels", .must,
      "Renditions of one name that differ in channels declare them",
      each: { $0.renditions(of: .audio) },
      knowing: { presentation -> [String: Set<String>] in
        let declared = presentation.renditions(of: .audio).map(\.rendition)
          .filter { $0.channels != nil }
        return Dictionary(declared.map { ($0.name, [$0.groupID]) }) { $0.union($1) }
      }
    ) { item, groups in
      guard item.rendition.channels == nil, let groups = groups[item.rendition.name],
        groups.count > 1 || !groups.contains(item.rendition.groupID)
      else { return nil }
      return Fault(
        "CHANNELS as renditions of the same name have", found: "none",
        fix: item.media?.content?.channels.map { .channels($0) })
    },
    ConformanceRule(
      "rfc-4.4.6.1-channel-form", .must, "CHANNELS begins with a number",
      each: { $0.renditions(of: .audio) }
    ) { item, _ in
      guard let channels = item.rendition.channels else { return nil }
      return .unless(
        channels.count.map { $0 > 0 } ?? false, "a number of channels",
        found: "'\(channels.rawValue)'")
    },
    ConformanceRule(
      "apple-5.11", .should, "Forced subtitles are selected automatically",
      each: { $0.renditions(of: .subtitles) }
    ) { item, _ in
      guard item.rendition.isForced == true else { return nil }
      return .unless(
        item.rendition.isAutoselected == true, "AUTOSELECT=YES", found: "none or NO",
        fix: .autoselect)
    },
    ConformanceRule(
      "rfc-4.4.6.1.1-groups", .must, "Groups of one type have the same members",
      why: """
        A client that changes the variant, and with it the group, looks for the rendition that \
        plays by its name and attributes.
        """,
      each: { $0.groupItems }
    ) { group, _ in
      group.missing.map {
        Fault("a member '\($0)' with the same attributes in '\(group.id)'", found: "none")
      }
    },
    ConformanceRule(
      "rfc-4.4.6.1.1-distinct", .should,
      "Renditions of a group that are selected automatically differ in language or character",
      each: { $0.renditions.filter { $0.rendition.isAutoselected == true } },
      knowing: { presentation -> [[String?]: RenditionItem] in
        let selected = presentation.renditions.filter { $0.rendition.isAutoselected == true }
        return Dictionary(selected.map { ($0.rendition.choice, $0) }) { first, _ in first }
      }
    ) { item, first in
      guard let twin = first[item.rendition.choice], twin.index < item.index else { return nil }
      return Fault(
        "another language or other CHARACTERISTICS than '\(twin.rendition.name)'",
        found: "the same")
    },
    ConformanceRule(
      "rfc-4.4.6.1-stable-id", .must, "A stable identifier has the characters it may have",
      each: { $0.renditions }
    ) { item, _ in
      guard let id = item.rendition.stableRenditionID else { return nil }
      return .unless(
        id.isStableIdentifier, "letters, digits, '+', '/', '=', '.', '-' and '_'",
        found: "'\(id)'")
    },
    ConformanceRule(
      "rung-unused-group", .should, "Some variant names each group", each: { $0.renditions },
      knowing: { presentation in
        Set(presentation.variants.flatMap(\.stream.groups))
      }
    ) { item, named in
      let group = Presentation.Group(of: item.rendition)
      return .unless(
        named.contains(group) || !Presentation.Group.types.contains(group.type),
        "a variant with the group '\(group.id)'", found: "none")
    },
    ConformanceRule(
      "rfc-6.2.4-rendition-i-frames", .must,
      "A rendition of normal speed does not name a playlist of key pictures",
      each: { $0.renditions.filter { $0.rendition.type != .video } }
    ) { item, _ in
      guard let media = item.media else { return nil }
      return .unless(
        !media.playlist.isIFramesOnly, "no EXT-X-I-FRAMES-ONLY in '\(media.file)'", found: "it")
    },
  ]

  /// What belongs to the whole session (4.4.6.4 to 4.4.6.6).
  static let sessions: [ConformanceRule] = [
    ConformanceRule(
      "rfc-4.4.6.5-session-key", .must,
      "A session key is the same as the key of that URI in the media playlists",
      each: { $0.masters }
    ) { item, presentation in
      let keys = Dictionary(
        presentation.mediaStreams.flatMap(\.keys).map { ($0.uri, $0) }
      ) { first, _ in first }
      return item.playlist.sessionKeys.enumerated().compactMap { index, session in
        guard let key = keys[session.uri] else { return nil }
        return Fault.unless(
          key.method == session.method && key.keyFormat == session.keyFormat
            && key.keyFormatVersions == session.keyFormatVersions,
          "METHOD=\(key.method) and KEYFORMAT '\(key.effectiveKeyFormat)'",
          found: "METHOD=\(session.method) and '\(session.effectiveKeyFormat)'"
        )?.at(Place(file: item.file, tag: "EXT-X-SESSION-KEY", item: index))
      }
    },
    ConformanceRule(
      "rfc-4.4.2.1-independent", .should,
      "EXT-X-INDEPENDENT-SEGMENTS is not repeated in media playlists",
      why: "In the multivariant playlist it speaks for all of them.",
      each: { $0.mediaStreams }
    ) { stream, presentation in
      guard presentation.master?.hasIndependentSegments == true else { return nil }
      return .unless(
        !stream.playlist.hasIndependentSegments, "the tag in the multivariant playlist alone",
        found: "it here as well")
    },
  ]
}

/// A group of renditions, and the names of members that other groups of its type have and it has
/// not.
private struct GroupItem: PlacedItem {
  let place: Place
  let id: String
  let missing: [String]
}

extension Presentation {
  /// The groups in the order of their first members.
  fileprivate var groupItems: [GroupItem] {
    var identities: [RenditionType: [[String]: String]] = [:]
    for item in renditions {
      identities[item.rendition.type, default: [:]][item.rendition.identity] = item.rendition.name
    }
    let names = identities.mapValues { $0.sorted { $0.value < $1.value } }
    let ordered = groups.sorted { ($0.value.first?.index ?? 0) < ($1.value.first?.index ?? 0) }
    return ordered.compactMap { group, members in
      guard let first = members.first, let all = names[group.type] else { return nil }
      let own = Set(members.map(\.rendition.identity))
      // A few tell what is wrong of a group.
      let missing =
        all.count == own.count
        ? []
        : all.lazy.filter { !own.contains($0.key) }.prefix(8)
          .map(\.value)
      return GroupItem(place: first.place, id: group.id, missing: Array(missing))
    }
  }
}

extension VariantStream {
  /// The groups that the variant names.
  fileprivate var groups: [Presentation.Group] {
    let captions: String? =
      if case .group(let group)? = closedCaptions { group } else { nil }
    return zip(Presentation.Group.types, [audio, video, subtitles, captions])
      .compactMap { type, id in id.map { Presentation.Group(type: type, id: $0) } }
  }
}

extension Rendition {
  /// What a client that selects by itself tells renditions of a group apart by.
  fileprivate var choice: [String?] {
    [
      type.rawValue, groupID, language, associatedLanguage, isForced.map { "\($0)" },
      characteristics.joined(separator: ","),
    ]
  }

  /// What members of different groups that stand for each other have in common.
  fileprivate var identity: [String] {
    [
      name, language ?? "", associatedLanguage ?? "", "\(isDefault ?? false)",
      "\(isAutoselected ?? isDefault ?? false)", "\(isForced ?? false)",
      characteristics.joined(separator: ","),
    ]
  }
}
