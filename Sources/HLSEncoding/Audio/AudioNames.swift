// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import LibAV

/// Names and languages of programmes.
package enum AudioNames {
  /// The tag of BCP 47 for a container's language code: `fra`, `fre` and `fr` are `fr`.
  package static func language(_ code: String?) -> String {
    guard let code, !code.isEmpty else { return "und" }
    let tag = Locale.identifier(.bcp47, from: terminological[code] ?? code)
    // RFC 5646 section 2.1: subtags of at most eight letters and digits.
    let subtags = tag.split(separator: "-", omittingEmptySubsequences: false)
    let isWellFormed =
      subtags.count <= 8 && subtags.allSatisfy { (1...8).contains($0.utf8.count) }
      && tag.utf8.allSatisfy { $0 == UInt8(ascii: "-") || $0.isASCIIAlphanumeric }
    return isWellFormed && !tag.isEmpty ? tag : "und"
  }

  /// The code of ISO 639-2/T for a tag of BCP 47; `nil` for none.
  static func code(of tag: String) -> String? {
    let code = Locale.Language(identifier: tag).languageCode?.identifier(.alpha3)
    return code == "und" ? nil : code
  }

  /// The codes of ISO 639-2 that libraries use, and those that everything else is built on.
  private static let terminological = [
    "alb": "sqi", "arm": "hye", "baq": "eus", "bur": "mya", "chi": "zho", "cze": "ces",
    "dut": "nld", "fre": "fra", "geo": "kat", "ger": "deu", "gre": "ell", "ice": "isl",
    "mac": "mkd", "mao": "mri", "may": "msa", "per": "fas", "rum": "ron", "slo": "slk",
    "tib": "bod", "wel": "cym",
  ]

  /// The track's title, else the language's name in that language, with what the programme is for,
  /// each made unique.
  static func unique(for drafts: [AudioProgramDraft]) -> [String] {
    var names: [String] = []
    for draft in drafts {
      let tag = language(draft.language)
      let spoken = Locale(identifier: tag).localizedString(forIdentifier: tag)
      let title = sanitized(draft.title)
      var stem = title ?? (tag == "und" ? nil : spoken) ?? "Audio"
      // A title that made the role known says it already.
      if let words = draft.role.words, AudioRole(flags: [], title: title) != draft.role {
        stem += " (\(words))"
      }
      var name = stem
      var number = 2
      while names.contains(name) {
        name = "\(stem) \(number)"
        number += 1
      }
      names.append(name)
    }
    return names
  }

  /// The name of a programme by its language and what it is for, as if it were the only one.
  static func name(of program: AudioProgram) -> String {
    let tag = program.language
    let spoken = tag == "und" ? nil : Locale(identifier: tag).localizedString(forIdentifier: tag)
    return (spoken ?? "Audio") + (program.role.words.map { " (\($0))" } ?? "")
  }

  /// A title without what a quoted string may not hold (rfc8216bis section 4.2).
  private static func sanitized(_ title: String?) -> String? {
    guard let title else { return nil }
    let scalars = title.unicodeScalars.map { scalar -> Character in
      scalar == "\"" ? "'" : scalar.properties.generalCategory == .control ? " " : Character(scalar)
    }
    let text = String(scalars).trimmingCharacters(in: .whitespaces)
    return text.isEmpty ? nil : text.precomposedStringWithCanonicalMapping
  }
}

extension UInt8 {
  fileprivate var isASCIIAlphanumeric: Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
      || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
  }
}
