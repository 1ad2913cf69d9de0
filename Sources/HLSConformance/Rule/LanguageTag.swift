// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The form of language tags (BCP 47).
enum LanguageTag {
  /// Whether a text has the form of a tag: a language of 2 to 8 letters, then subtags of 1 to 8
  /// letters and digits.
  static func isWellFormed(_ text: String) -> Bool {
    let subtags = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard let language = subtags.first, (2...8).contains(language.count) || text.hasPrefix("x-")
    else { return false }
    return language.allSatisfy(isLetter)
      && subtags.dropFirst().allSatisfy { subtag in
        (1...8).contains(subtag.count) && subtag.allSatisfy { isLetter($0) || isDigit($0) }
      }
  }

  /// A tag in its recommended form: hyphens, the shortest code of the language, the usual case.
  /// `nil` where no form of it is a tag.
  static func repaired(_ text: String) -> String? {
    var subtags = text.replacing("_", with: "-").split(separator: "-").map { $0.lowercased() }
    guard let language = subtags.first else { return nil }
    subtags[0] = shortCodes[language] ?? language
    for (index, subtag) in subtags.enumerated().dropFirst() {
      // RFC 5646 section 2.1.1: regions in capitals, scripts with one.
      if subtag.utf8.count == 2 { subtags[index] = subtag.uppercased() }
      if subtag.utf8.count == 4, subtag.utf8.allSatisfy(isLetter) {
        subtags[index] = subtag.prefix(1).uppercased() + subtag.dropFirst()
      }
    }
    let tag = subtags.joined(separator: "-")
    return isWellFormed(tag) ? tag : nil
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }
  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  /// The codes of ISO 639-1 for those of ISO 639-2, for the languages that streams have most.
  private static let shortCodes = [
    "ara": "ar", "bul": "bg", "cat": "ca", "ces": "cs", "cze": "cs", "chi": "zh", "zho": "zh",
    "dan": "da", "deu": "de", "ger": "de", "dut": "nl", "nld": "nl", "ell": "el", "gre": "el",
    "eng": "en", "est": "et", "eus": "eu", "baq": "eu", "fas": "fa", "per": "fa", "fin": "fi",
    "fra": "fr", "fre": "fr", "glg": "gl", "heb": "he", "hin": "hi", "hrv": "hr", "hun": "hu",
    "ice": "is", "isl": "is", "ind": "id", "ita": "it", "jpn": "ja", "kor": "ko", "lav": "lv",
    "lit": "lt", "may": "ms", "msa": "ms", "nob": "nb", "nno": "nn", "nor": "no", "pol": "pl",
    "por": "pt", "ron": "ro", "rum": "ro", "rus": "ru", "slk": "sk", "slo": "sk", "slv": "sl",
    "spa": "es", "srp": "sr", "swe": "sv", "tha": "th", "tur": "tr", "ukr": "uk", "vie": "vi",
    "wel": "cy", "cym": "cy",
  ]
}
