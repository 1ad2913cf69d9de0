// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import Foundation
public import HLSVariants

/// The options of one kind that an asset offers.
public final class AVMediaSelectionGroup: NSObject, Sendable {
  /// The group beneath.
  public let group: MediaSelectionGroup

  init(_ group: MediaSelectionGroup) { self.group = group }

  /// The options, in the order of the playlist.
  public var options: [AVMediaSelectionOption] { group.options.map(AVMediaSelectionOption.init) }

  /// The option that plays unless the user chose otherwise.
  public var defaultOption: AVMediaSelectionOption? {
    group.defaultOption.map(AVMediaSelectionOption.init)
  }

  /// Whether nothing may be selected.
  public var allowsEmptySelection: Bool { group.allowsEmptySelection }

  /// Whether both are the same group.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? AVMediaSelectionGroup)?.group == group
  }

  /// A hash of the group.
  public override var hash: Int { group.hashValue }
}

extension AVMediaSelectionGroup {
  /// The options that can be played: all.
  public class func playableMediaSelectionOptions(
    from options: [AVMediaSelectionOption]
  ) -> [AVMediaSelectionOption] { options }

  /// The options in languages, those of the first language first.
  public class func mediaSelectionOptions(
    from options: [AVMediaSelectionOption],
    filteredAndSortedAccordingToPreferredLanguages languages: [String]
  ) -> [AVMediaSelectionOption] {
    var sorted: [AVMediaSelectionOption] = []
    for language in languages {
      for match in MediaSelectionGroup.options(options.map(\.option), in: language) {
        let option = AVMediaSelectionOption(match)
        if !sorted.contains(option) { sorted.append(option) }
      }
    }
    return sorted
  }

  /// The options in the language of a locale.
  public class func mediaSelectionOptions(
    from options: [AVMediaSelectionOption], with locale: Locale
  ) -> [AVMediaSelectionOption] {
    mediaSelectionOptions(
      from: options, filteredAndSortedAccordingToPreferredLanguages: [locale.identifier])
  }

  /// The options that have all of these characteristics.
  public class func mediaSelectionOptions(
    from options: [AVMediaSelectionOption],
    withMediaCharacteristics characteristics: [AVMediaCharacteristic]
  ) -> [AVMediaSelectionOption] {
    options.filter { characteristics.allSatisfy($0.hasMediaCharacteristic) }
  }

  /// The options that have none of these characteristics.
  public class func mediaSelectionOptions(
    from options: [AVMediaSelectionOption],
    withoutMediaCharacteristics characteristics: [AVMediaCharacteristic]
  ) -> [AVMediaSelectionOption] {
    options.filter { option in !characteristics.contains(where: option.hasMediaCharacteristic) }
  }
}
