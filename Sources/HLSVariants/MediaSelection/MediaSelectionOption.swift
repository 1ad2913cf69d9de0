// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HLSPlaylist

/// A choice of one kind of content: a language of the sound, a translation in subtitles.
///
/// An option stands for the renditions of that name and language in every group: which of them
/// plays depends on the variant.
public struct MediaSelectionOption: Hashable, Sendable {
  /// The place among the options of its group, from 0.
  public let index: Int

  /// What the option is a choice of.
  public let type: RenditionType

  /// The description for people (`NAME`).
  public let name: String

  /// The language as a BCP 47 tag (`LANGUAGE`).
  public let language: String?

  /// Media characteristic tags (`CHARACTERISTICS`).
  public let characteristics: [String]

  /// Whether it plays unless the user chose otherwise (`DEFAULT`).
  public let isDefault: Bool

  /// Whether it may be chosen by itself (`AUTOSELECT`; a default one always may).
  public let isAutoselected: Bool

  /// Whether it holds only the subtitles that are needed to follow the content (`FORCED`).
  public let isForced: Bool

  init(_ rendition: Rendition, index: Int) {
    self.index = index
    type = rendition.type
    name = rendition.name
    language = rendition.language
    characteristics = rendition.characteristics
    isDefault = rendition.isDefault ?? false
    isAutoselected = rendition.isAutoselected ?? false || isDefault
    isForced = rendition.isForced ?? false
  }

  /// Whether a rendition is the option's version within its group.
  public func isOffered(by rendition: Rendition) -> Bool { rendition.identity == identity }

  var identity: RenditionIdentity {
    RenditionIdentity(type: type, name: name, language: language)
  }
}

extension MediaSelectionOption {
  /// `public.accessibility.transcribes-spoken-dialog`.
  static let transcribesDialog = "public.accessibility.transcribes-spoken-dialog"

  /// `public.accessibility.describes-video`.
  static let describesVideo = "public.accessibility.describes-video"

  /// Whether the option is made for people who do not see or hear the content.
  var isAccessibility: Bool { characteristics.contains { $0.hasPrefix("public.accessibility.") } }
}

extension MediaSelectionOption: CustomStringConvertible {
  /// The name, with the language where there is one: `English (en)`.
  public var description: String { name + (language.map { " (\($0))" } ?? "") }
}
