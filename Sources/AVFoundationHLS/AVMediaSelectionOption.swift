// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import Foundation
internal import HLSPlaylist
public import HLSVariants

/// A choice of one kind of content, such as a language of the sound.
public final class AVMediaSelectionOption: NSObject, Sendable {
  /// The option beneath.
  public let option: MediaSelectionOption

  init(_ option: MediaSelectionOption) { self.option = option }

  /// The description for people.
  public var displayName: String { option.name }

  /// The language as a BCP 47 tag.
  public var extendedLanguageTag: String? { option.language }

  /// The language.
  public var locale: Locale? { option.language.map(Locale.init(identifier:)) }

  /// The kind of media.
  public var mediaType: AVMediaType {
    switch option.type {
    case .audio: .audio
    case .subtitles: .subtitle
    case .closedCaptions: .closedCaption
    default: .video
    }
  }

  /// Whether the option can be played; every one of a playlist can.
  public var isPlayable: Bool { true }

  /// Whether the option has a characteristic.
  public func hasMediaCharacteristic(_ characteristic: AVMediaCharacteristic) -> Bool {
    switch characteristic {
    case .audible: option.type == .audio
    case .legible: option.type == .subtitles || option.type == .closedCaptions
    case .visual: option.type == .video
    case .containsOnlyForcedSubtitles: option.isForced
    default: option.characteristics.contains(characteristic.rawValue)
    }
  }

  /// Whether both are the same choice.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? AVMediaSelectionOption)?.option == option
  }

  /// A hash of the option.
  public override var hash: Int { option.hashValue }
}
