// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import HLSPlaylist

extension ConformanceRule {
  /// What the reader of playlists says: one rule for each of its codes that is about a text.
  static let reading: [ConformanceRule] = [
    readable, namesMedia, limits,
    reading("rfc-3.1.2", .must, "missing-map", "A segment of fragmented MP4 has an EXT-X-MAP"),
    reading("rfc-4", .must, "byte-order-mark", "A playlist has no byte order mark"),
    reading("rfc-4", .must, "wrong-encoding", "A playlist is UTF-8"),
    reading("rfc-4", .must, "invalid-utf8", "A playlist is valid UTF-8"),
    reading("rfc-4", .must, "control-character", "A line has no control characters"),
    reading("rfc-4", .must, "not-normalized", "Text is in normalization form C"),
    reading("rfc-4.1", .must, "surrounding-blank", "No line begins or ends with a blank"),
    reading("rfc-4.1", .should, "blank-in-uri", "A URI has no blanks"),
    reading("rfc-4.1", .should, "empty-playlist", "A playlist has a tag that tells its kind"),
    reading(
      "rfc-4.2", .must, "malformed-attribute-list",
      "Attributes are name, equals sign and value, with commas between"),
    reading("rfc-4.2", .must, "blank-in-attribute-list", "No blank stands between attributes"),
    reading("rfc-4.2", .must, "trailing-comma", "An attribute list does not end with a comma"),
    reading(
      "rfc-4.2", .must, "invalid-attribute-name",
      "An attribute name has capitals, digits and hyphens alone"),
    reading("rfc-4.2", .must, "duplicate-attribute", "An attribute occurs once in a tag"),
    reading("rfc-4.2", .must, "missing-attribute", "A tag has the attributes that it requires"),
    reading(
      "rfc-4.2", .must, "missing-vital-attribute",
      "A tag has the attributes without which it says nothing"),
    reading("rfc-4.2", .must, "invalid-attribute-value", "A value is of its attribute's type"),
    reading("rfc-4.2", .must, "unquoted-string", "A text stands in quotation marks"),
    reading("rfc-4.2", .must, "empty-string", "A quoted text is not empty"),
    reading("rfc-4.2", .must, "lower-case-digits", "Hexadecimal digits are capitals"),
    reading("rfc-4.2", .should, "excess-precision", "A number has at most 18 decimals"),
    reading(
      "rfc-4.2", .must, "conflicting-attributes",
      "The attributes of a tag do not exclude each other"),
    reading("rfc-4.3", .must, "undefined-variable", "A variable is defined before it is used"),
    reading(
      "rfc-4.3", .should, "malformed-reference",
      "What begins like a reference to a variable is one"),
    reading("rfc-4.4", .must, "mixed-playlist", "A playlist has the tags of one kind alone"),
    reading("rfc-4.4", .must, "duplicate-tag", "A tag that may stand once stands once"),
    reading("rfc-4.4", .should, "unexpected-value", "A tag without a value has none"),
    reading("rfc-4.4", .must, "invalid-value", "A tag's value is of its type"),
    reading("rfc-4.4.1.1", .must, "missing-header", "A playlist begins with #EXTM3U"),
    reading("rfc-4.4.1.1", .must, "header-not-first", "#EXTM3U is the first line"),
    reading(
      "rfc-4.4.1.2", .must, "unsupported-version",
      "The version is one that the specification has"),
    reading("rfc-4.4.2.3", .must, "duplicate-variable", "A variable is defined once"),
    reading(
      "rfc-4.4.2.3", .must, "invalid-definition",
      "A definition has one of NAME with VALUE, IMPORT and QUERYPARAM"),
    reading(
      "rfc-4.4.3.1", .must, "missing-target-duration",
      "A media playlist has a target duration"),
    reading(
      "rfc-4.4.3.1", .must, "invalid-target-duration",
      "The target duration is a whole number of at least 1"),
    reading(
      "rfc-4.4.3.1", .must, "duration-exceeds-target",
      "No segment's rounded duration exceeds the target duration"),
    reading("rfc-4.4.3.2", .must, "misplaced-tag", "Tags stand before what they apply to"),
    reading("rfc-4.4.3.2", .must, "invalid-sequence", "A sequence number is a whole number"),
    reading("rfc-4.4.3.5", .must, "unknown-playlist-type", "The playlist type is EVENT or VOD"),
    reading(
      "rfc-4.4.3.7", .must, "missing-part-information",
      "A playlist with parts has EXT-X-PART-INF"),
    reading(
      "rfc-4.4.3.8", .must, "missing-part-hold-back",
      "A playlist with parts has PART-HOLD-BACK"),
    reading(
      "rfc-4.4.3.8", .must, "server-control-too-small",
      "Distances of the server control reach their least values"),
    reading("rfc-4.4.4.1", .must, "uri-without-duration", "Every segment has an EXTINF"),
    reading("rfc-4.4.4.1", .must, "duration-without-uri", "Every EXTINF has a segment"),
    reading("rfc-4.4.4.1", .must, "missing-comma", "An EXTINF has a comma after the duration"),
    reading("rfc-4.4.4.1", .must, "invalid-duration", "A duration is a number of at least 0"),
    reading("rfc-4.4.4.1", .should, "zero-duration", "A segment lasts some time"),
    reading("rfc-4.4.4", .should, "dangling-tag", "A segment's tag has a segment after it"),
    reading(
      "rfc-4.4.4.2", .must, "undefined-byte-range",
      "A byte range has an offset or continues the one before"),
    reading(
      "rfc-4.4.4.4", .must, "attributes-beside-none",
      "A key of method NONE has no other attributes"),
    reading("rfc-4.4.4.4", .must, "unexpected-iv", "A key has no IV where its method forbids one"),
    reading("rfc-4.4.4.5", .must, "missing-range-offset", "The byte range of a map has an offset"),
    reading("rfc-4.4.4.5", .must, "map-needs-iv", "A map under AES-128 has a key with an IV"),
    reading("rfc-4.4.4.6", .must, "invalid-date", "A date is written as ISO 8601 has it"),
    reading("rfc-4.4.4.6", .should, "date-without-zone", "A date has a time zone"),
    reading(
      "rfc-4.4.4.9", .must, "part-duration",
      "A part lasts from 85 % of the part target to all of it"),
    reading(
      "rfc-4.4.5.1", .must, "invalid-date-range",
      "A date range keeps the rules of its attributes"),
    reading(
      "rfc-4.4.5.1", .must, "missing-program-date-time",
      "A playlist with date ranges says when its segments are"),
    reading(
      "rfc-4.4.5.3", .must, "hint-after-end",
      "A playlist that has ended has no preload hint"),
    reading("rfc-4.4.5.3", .should, "repeated-hint", "There is one preload hint of a type"),
    reading(
      "rfc-4.4.5.4", .must, "absolute-report-uri",
      "The URI of a rendition report is relative"),
    reading("rfc-4.4.6.1", .must, "missing-rendition-uri", "Subtitles have a URI"),
    reading(
      "rfc-4.4.6.1", .must, "unexpected-attribute",
      "A rendition has the attributes of its type alone"),
    reading(
      "rfc-4.4.6.1", .must, "invalid-instream-id",
      "Captions have one of the INSTREAM-IDs that exist"),
    reading(
      "rfc-4.4.6.1", .must, "duplicate-rendition",
      "The renditions of a group have different names"),
    reading("rfc-4.4.6.1", .must, "duplicate-default", "A group has one default"),
    reading(
      "rfc-4.4.6.1", .must, "default-not-autoselected",
      "A default is selected automatically"),
    reading("rfc-4.4.6.2", .must, "stream-without-uri", "An EXT-X-STREAM-INF has a URI line"),
    reading("rfc-4.4.6.2", .must, "uri-without-stream", "A URI line follows an EXT-X-STREAM-INF"),
    reading("rfc-4.4.6.2", .must, "missing-bandwidth", "A variant has a BANDWIDTH"),
    reading("rfc-4.4.6.2", .must, "score-not-positive", "A score is above 0"),
    reading("rfc-4.4.6.2", .must, "missing-group", "The groups that a variant names exist"),
    reading(
      "rfc-4.4.6.2", .must, "mixed-closed-captions",
      "CLOSED-CAPTIONS is NONE on all variants or on none"),
    reading(
      "rfc-4.4.6.2", .must, "codecs-lack-audio",
      "CODECS names the formats of the audio group"),
    reading("rfc-4.4.6.2", .must, "missing-base-codec", "SUPPLEMENTAL-CODECS stands beside CODECS"),
    reading("rfc-4.4.6.4", .must, "invalid-session-data", "Session data has either VALUE or URI"),
    reading(
      "rfc-4.4.6.4", .must, "duplicate-session-data",
      "Session data is unique in identifier and language"),
    reading("rfc-4.4.6.5", .must, "invalid-session-key", "A session key encrypts"),
    reading("rfc-4.4.6.5", .must, "duplicate-session-key", "A session key stands once"),
    reading(
      "rfc-4.4.6.6", .must, "unknown-pathway",
      "Content steering begins with a pathway that a variant has"),
    reading("rfc-6.2.1", .must, "missing-end-list", "A VOD playlist ends with EXT-X-ENDLIST"),
    reading(
      "rfc-6.3.1", .should, "flag-not-yes",
      "An attribute that can only be YES is not written otherwise"),
    reading(
      "rfc-8", .must, "version-too-low",
      "The version is high enough for what the playlist has"),
  ]

  /// A rule that the reader checks, named by the clause and the reader's code.
  private static func reading(
    _ clause: String, _ requirement: Requirement, _ code: String, _ title: String
  ) -> ConformanceRule {
    ConformanceRule("\(clause)-\(code)", requirement, title, each: { $0.files }) { file, _ in
      file.remarks.filter { $0.code == code }.map { remark in
        Fault(
          title, reason: remark.reason,
          fix: file.fix(of: code) ?? remark.textRepair.map { .text($0) }, at: remark.place)
      }
    }
  }

  private static let readable = ConformanceRule(
    "rfc-4.4.6-readable", .must, "Every playlist that is named can be read",
    each: { $0.files }
  ) { file, _ in
    guard case .unreadable(let reason) = file.outcome else { return nil }
    return Fault("a playlist that can be read", found: "none: \(reason)", at: file.referrer)
  }

  private static let namesMedia = ConformanceRule(
    "rfc-4.4.6.2-media-playlist", .must, "What a multivariant playlist names is a media playlist",
    why: "A client would go round in circles, or give the variant up.",
    each: { $0.files }
  ) { file, _ in
    // A text of no kind is another finding.
    guard let referrer = file.referrer, case .multivariant(let playlist)? = file.playlist,
      !playlist.variants.isEmpty || !playlist.renditions.isEmpty
        || !playlist.iFrameStreams.isEmpty || !playlist.imageStreams.isEmpty
    else { return nil }
    return Fault(
      "a media playlist", found: "the multivariant playlist '\(file.name)'", at: referrer)
  }

  private static let limits = ConformanceRule(
    "rung-reader-limits", .must, "A playlist is small enough to be read without harm",
    why: """
      Lines, segments, attributes, keys and variables beyond what any stream needs make a client \
      spend memory and time: the reader stops there.
      """,
    each: { $0.files }
  ) { file, _ in
    let codes = PlaylistError.Code.limits
    return file.remarks.filter { codes.contains($0.code) }.map {
      Fault("a playlist within the limits of the reader", reason: $0.reason, at: $0.place)
    }
  }
}

extension PlaylistError.Code {
  /// The codes of what exceeds the reader's limits.
  fileprivate static let limits: Set<String> = [
    "line-too-long", "text-too-large", "too-many-segments", "too-many-tags",
    "too-many-attributes", "too-many-keys", "too-many-variables", "substitution-too-large",
  ]
}

extension Fault {
  /// A fault in the reader's words, which say what was expected and what was found.
  fileprivate init(_ title: String, reason: String, fix: Fix? = nil, at place: Place) {
    guard let comma = reason.range(of: ", found "), reason.hasPrefix("expected ") else {
      self.init(
        title.prefix(1).lowercased() + title.dropFirst(), found: reason, fix: fix, at: place)
      return
    }
    self.init(
      String(reason[..<comma.lowerBound].dropFirst("expected ".count)),
      found: String(reason[comma.upperBound...]), fix: fix, at: place)
  }
}

extension ConformanceRule {
  /// The code of the reader that the rule is about, if it is one of the reader's.
  var readerCode: String? {
    let code = id.dropFirst(source.rawValue.count + 1 + clause.count + 1)
    return Self.readerCodes.contains(String(code)) ? String(code) : nil
  }

  private static let readerCodes = Set(PlaylistError.Code.all.map(\.description))
}

extension PlaylistFile {
  /// What the reader said of a text.
  struct Remark {
    var code: String
    var place: Place
    var reason: String
    /// How the text can be spelt so that the reader does not say so.
    var textRepair: TextRepair?
  }

  /// What the reader says of the text if it keeps more of what it says than usual.
  func remarks(atMost limit: Int) -> [Remark] {
    guard playlist?.suppressedDiagnostics ?? 0 > 0 else { return remarks }
    var options = ReadingOptions.lenient
    options.uri = base
    options.importedVariables = importedVariables
    options.limits.diagnostics = limit
    let reading = RecoveringReading(bytes, options)
    return remarks(reading.errors, reading.playlist)
  }

  /// What the reader said of the text: what stops a client, then what does not.
  var remarks: [Remark] { remarks(errors, playlist) }

  private func remarks(_ errors: [PlaylistError], _ playlist: Playlist?) -> [Remark] {
    let lines = errors.isEmpty ? [] : bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    // A group may be that of a rendition that was left out.
    let hidesGroups = errors.contains { error in
      let index = (error.position?.line ?? 0) - 1
      return lines.indices.contains(index) && lines[index].starts(with: "#EXT-X-MEDIA:".utf8)
    }
    let diagnostics = (playlist?.diagnostics ?? []).filter {
      !hidesGroups || $0.code != .missingGroup
    }
    return errors.map { Remark(self, "\($0.code)", $0.position, $0.reason) }
      + diagnostics.map { Remark(self, "\($0.code)", $0.position, $0.reason) }
  }

  /// How a playlist can be changed so that the reader has nothing to say.
  fileprivate func fix(of code: String) -> Fix? {
    guard let playlist else { return nil }
    switch (code, playlist) {
    case ("version-too-low", _): return versions.map { .version(Int(clamping: $0.required)) }
    case ("duration-exceeds-target", .media(let playlist)),
      ("missing-target-duration", .media(let playlist)):
      return .targetDuration(playlist.leastTargetDuration)
    default: return nil
    }
  }
}

extension PlaylistFile.Remark {
  fileprivate init(
    _ file: PlaylistFile, _ code: String, _ position: TextPosition?, _ reason: String
  ) {
    self.code = code
    textRepair = TextRepair(code, position)
    place = Place(file: file.name, line: position?.line, column: position?.column)
    self.reason = reason
  }
}

extension MediaPlaylist {
  /// The least target duration that every segment keeps (4.4.3.1).
  var leastTargetDuration: UInt64 {
    max(1, segments.lazy.map { UInt64(clamping: $0.duration.rounded) }.max() ?? 1)
  }
}
