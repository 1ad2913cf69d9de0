// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation

/// A language tag of BCP 47, ready to be compared.
struct LanguageTag {
  /// The tag in lower case, with hyphens.
  private let text: String

  init(_ tag: String) { text = tag.lowercased().replacing("_", with: "-") }

  /// How well an offered tag answers to this one, 0 the best; `nil` when it does not.
  ///
  /// - `0` the same tag, as `en-GB` for `en-GB`;
  /// - `1` one of both says more, as `en` for `en-GB` and `en-GB` for `en`;
  /// - `2` another region, as `en-US` for `en-GB`;
  /// - `3` another script, where sound is chosen: readers of `zh-Hant` do not read `zh-Hans`, but
  ///   listeners hear no script.
  func distance(to offered: LanguageTag, readsScript: Bool) -> Int? {
    if text == offered.text { return 0 }
    // Two codes of two letters are two languages: most pairs end here, at no cost.
    if text.utf8.count == 2, offered.text.utf8.count == 2 { return nil }
    let (own, other) = (Parts(text), Parts(offered.text))
    guard own.language == other.language else { return nil }
    guard own.script == other.script || own.script == nil || other.script == nil else {
      return readsScript ? nil : 3
    }
    return own.region == nil || other.region == nil || own.region == other.region ? 1 : 2
  }
}

extension LanguageTag {
  /// The subtags that matter.
  private struct Parts {
    /// The language in its shortest code.
    let language: String
    /// The script, likely where the tag does not say: `Hant` for `zh-TW`.
    let script: String?
    /// The region, where the tag says.
    let region: String?

    init(_ text: String) {
      let parsed = Locale.Language(identifier: text)
      let code = parsed.languageCode
      let short = code?.identifier(.alpha2) ?? code?.identifier ?? text
      language = Self.bibliographic[short] ?? short
      script = parsed.script?.identifier
      region = parsed.region?.identifier
    }

    /// The bibliographic codes of ISO 639-2, which BCP 47 does not allow and playlists use.
    private static let bibliographic = [
      "alb": "sq", "arm": "hy", "baq": "eu", "bur": "my", "chi": "zh", "cze": "cs", "dut": "nl",
      "fre": "fr", "geo": "ka", "ger": "de", "gre": "el", "ice": "is", "mac": "mk", "mao": "mi",
      "may": "ms", "per": "fa", "rum": "ro", "slo": "sk", "tib": "bo", "wel": "cy",
    ]
  }
}
