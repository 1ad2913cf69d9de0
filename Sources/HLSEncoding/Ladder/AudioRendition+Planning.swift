// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import LibAV

extension AudioRendition {
  /// The rate of the ordinary group, in b/s.
  private static let ordinaryRate = 128_000
  /// The rate of the group for slow networks, in b/s.
  private static let lowRate = 48_000

  /// Each track as AAC-LC stereo, and once more at a low rate where a rung needs it.
  static func renditions(
    of tracks: [StreamDescription], withLowRate: Bool
  ) -> [AudioRendition] {
    let names = uniqueNames(of: tracks)
    let chosen = tracks.firstIndex { $0.flags.contains("default") } ?? 0
    var renditions: [AudioRendition] = []
    for rate in withLowRate ? [ordinaryRate, lowRate] : [ordinaryRate] {
      for (index, track) in tracks.enumerated() {
        let language = Self.language(track.language)
        let stem = "audio-aac-\(rate / 1000)k-\(language.lowercased())"
        let isTaken = renditions.contains { $0.directory == stem }
        renditions.append(
          AudioRendition(
            trackIndex: track.index, bitRate: rate, sampleRate: sampleRate(of: track),
            channelCount: 2, language: language, name: names[index], isDefault: index == chosen,
            isLowRate: rate == lowRate, directory: isTaken ? "\(stem)-\(index + 1)" : stem))
      }
    }
    return renditions
  }

  /// 44.1 kHz and 48 kHz stay; everything else becomes 48 kHz.
  private static func sampleRate(of track: StreamDescription) -> Int {
    track.audio?.sampleRate == 44_100 ? 44_100 : 48_000
  }

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

  /// The codes of ISO 639-2 that libraries use, and those that everything else is built on.
  private static let terminological = [
    "alb": "sqi", "arm": "hye", "baq": "eus", "bur": "mya", "chi": "zho", "cze": "ces",
    "dut": "nld", "fre": "fra", "geo": "kat", "ger": "deu", "gre": "ell", "ice": "isl",
    "mac": "mkd", "mao": "mri", "may": "msa", "per": "fas", "rum": "ron", "slo": "slk",
    "tib": "bod", "wel": "cym",
  ]

  /// The track's title, else the language's name in that language, each made unique.
  private static func uniqueNames(of tracks: [StreamDescription]) -> [String] {
    var names: [String] = []
    for track in tracks {
      let tag = language(track.language)
      let spoken = Locale(identifier: tag).localizedString(forIdentifier: tag)
      let stem = sanitized(track.title) ?? (tag == "und" ? nil : spoken) ?? "Audio"
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
