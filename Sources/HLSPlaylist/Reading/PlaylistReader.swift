// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Reads a playlist of either kind, line by line, in one pass.
///
/// The tags of a topic are read in an extension of their own; `finish` checks what only the
/// whole playlist shows.
struct PlaylistReader {
  let session: ReadingSession
  let limits: ReadingLimits

  /// The kind of playlist, as the tags so far say.
  var kind = Tag.Kind.either
  var singularTags: Set<Tag> = []
  var tagCount = 0
  var declaredVersion: (value: UInt64, position: TextPosition)?
  var need = VersionNeed()
  /// Where tags stand that the checks at the end refer to.
  var positions: [Tag: TextPosition] = [:]

  var media = MediaPlaylist(targetDuration: 0)
  var tables: SegmentTables
  var records: [SegmentRecord] = []
  var pending = PendingSegment()
  /// What is in force, and its index in the tables once a segment has it.
  var context = SegmentContext()
  var contextIndex: Int32? = 0
  var hasTargetDuration = false
  /// The line of each part.
  var partLines: [Int32] = []
  var dateRangePositions: [TextPosition] = []
  var sawFraction = false
  var sawDate = false
  /// The greatest duration, and its line.
  var longest = ExactDecimal.zero
  var longestLine = 0

  var multivariant = MultivariantPlaylist()
  /// The stream whose URI line is awaited.
  var awaited: AwaitedStream?
  var awaitedLine = 0
  /// Identifiers and languages of session data, and session keys, to find repetitions.
  var sessionDataNames: Set<[String?]> = []
  var sessionKeys: Set<EncryptionKey> = []
  /// Where each rendition and variant stands.
  var renditionPositions: [TextPosition] = []
  var variantPositions: [TextPosition] = []

  /// The playlist before this one, from which a delta update takes what it skips.
  var previous: MediaPlaylist?
  /// The last segment that is skipped, which a byte range may continue.
  var lastSkipped: MediaSegment?

  /// Told of each line that means something, to find it again when the playlist is rewritten.
  var index: LineIndex?

  /// A stream whose URI line is awaited.
  enum AwaitedStream {
    case variant(VariantStream, TextPosition)
    /// A stream that is ignored together with its URI.
    case ignored
  }

  init(_ text: [UInt8], _ options: ReadingOptions) {
    // Places in the text have 32 bits, and what is replaced is counted against the same.
    var limits = options.limits
    limits.size = min(limits.size, TextRange.limit)
    limits.substitutedSize = min(limits.substitutedSize, TextRange.limit / 2)
    self.limits = limits
    var bounded = options
    bounded.limits = limits
    session = ReadingSession(text: text, options: bounded)
    tables = SegmentTables(text: KeptText(source: text))
  }

  /// Reads the whole text.
  mutating func read() throws(PlaylistError) {
    let text = session.text
    let bytes = text.span
    var scanner = LineScanner(position: 0)
    try readHeader(bytes, &scanner)
    while scanner.position < bytes.count {
      session.line &+= 1
      session.lineStart = scanner.position
      let start = scanner.position
      switch bytes[start] {
      case UInt8(ascii: "#"):
        if bytes.hasDurationTag(at: start) {
          try readDuration(bytes, &scanner)
        } else if bytes.hasPartTag(at: start) {
          try readPart(bytes, &scanner)
        } else {
          let line = scanner.next(bytes, from: start)
          try readTagOrComment(line, bytes)
        }
      default:
        let line = scanner.next(bytes, from: start)
        try readURIOrBlank(line, bytes)
      }
    }
    try finish()
  }

  /// Checks what every line must keep to, and gives its range without blanks at the ends.
  mutating func checked(
    _ line: Line, _ bytes: Span<UInt8>, mayHaveTabs: Bool = false
  ) throws(PlaylistError) -> Range<Int> {
    let length = line.range.count
    guard length <= limits.lineLength else { throw lineTooLong() }
    guard !line.isPlain else { return line.range }
    if let control = line.controlCharacter, !(mayHaveTabs && bytes[control] == 0x09) {
      try session.report(
        .controlCharacter, at: control,
        "expected no control character, found U+00\(bytes[control].hexadecimal)")
    }
    let trimmed = bytes.trimmingBlanks(line.range)
    if trimmed != line.range, !trimmed.isEmpty {
      try session.report(
        .surroundingBlank,
        at: trimmed.lowerBound > line.range.lowerBound
          ? line.range.lowerBound : trimmed.upperBound,
        "expected no blank at the ends of a line, found one")
    }
    return trimmed
  }

  func lineTooLong() -> PlaylistError {
    PlaylistError(
      code: .lineTooLong, position: session.position(of: session.lineStart),
      reason: "expected a line of at most \(limits.lineLength) bytes, found more")
  }

  /// Reads a line that begins with `#`.
  mutating func readTagOrComment(
    _ line: Line, _ bytes: Span<UInt8>
  ) throws(PlaylistError) {
    guard bytes.hasTagPrefix(at: line.range) else {
      _ = try checked(line, bytes)
      return
    }
    var nameEnd = line.range.lowerBound + 1
    while nameEnd < line.range.upperBound, bytes[nameEnd] != UInt8(ascii: ":") { nameEnd += 1 }
    let hasValue = nameEnd < line.range.upperBound
    var range = line.range
    if !line.isPlain || line.range.count > limits.lineLength {
      // RECENTLY-REMOVED-DATERANGES is separated by tabs.
      let mayHaveTabs = bytes.hasPrefix("#EXT-X-SKIP:", at: line.range)
      range = try checked(line, bytes, mayHaveTabs: mayHaveTabs)
    }
    let name = line.range.lowerBound + 1..<min(nameEnd, range.upperBound)
    guard let tag = Tag(bytes, name) else {
      return try session.report(
        .unknownTag, at: line.range.lowerBound,
        "expected a known tag, found \(session.quote(line.range.lowerBound..<name.upperBound))")
    }
    var value = hasValue ? nameEnd + 1..<max(range.upperBound, nameEnd + 1) : nil
    if !line.isPlain, let padded = value {
      let trimmed = bytes.trimmingBlanks(padded)
      if trimmed != padded, !trimmed.isEmpty {
        try session.report(
          .surroundingBlank, at: padded.lowerBound, "expected no blank before a value, found one")
        value = trimmed
      }
    }
    try admit(tag)
    try read(tag, value, bytes)
  }

  /// Checks that a tag may stand in the playlist, and counts it.
  mutating func admit(_ tag: Tag) throws(PlaylistError) {
    if tag.kind != .either { try require(tag.kind, tag.rawValue) }
    if tag.isSingular {
      guard singularTags.insert(tag).inserted else {
        return try session.report(
          .duplicateTag, at: session.lineStart,
          "expected '#\(tag.rawValue)' once, found it again")
      }
      positions[tag] = session.position(of: session.lineStart)
      // Noted even if its value turns out to be of no use, so that a better one replaces it.
      index?.note(tag, item: 0, line: session.line)
    }
    if !tag.isPerSegment {
      tagCount += 1
      guard tagCount <= limits.tags else {
        throw PlaylistError(
          code: .tooManyTags, position: session.position(of: session.lineStart),
          reason: "expected at most \(limits.tags) tags beside segments and parts, found more")
      }
    }
  }

  /// Settles the kind of the playlist.
  mutating func require(_ kind: Tag.Kind, _ found: String) throws(PlaylistError) {
    guard self.kind != kind else { return }
    guard self.kind == .either else {
      let name = self.kind == .media ? "media" : "multivariant"
      return try session.report(
        .mixedPlaylist, at: session.lineStart,
        "expected tags of a \(name) playlist, found '#\(found)'")
    }
    self.kind = kind
  }

  private mutating func read(
    _ tag: Tag, _ value: Range<Int>?, _ bytes: Span<UInt8>
  ) throws(PlaylistError) {
    if tag.isBare {
      if let value {
        try session.report(
          .unexpectedValue, at: value.lowerBound - 1,
          "expected no value of '#\(tag.rawValue)', found \(session.quote(value))")
      }
      return try readBare(tag)
    }
    guard let value else {
      return try session.report(
        .invalidValue, at: session.lineStart + 1 + tag.rawValue.utf8.count,
        "expected ':' and a value of '#\(tag.rawValue)', found none")
    }
    switch tag.kind {
    case .either: try readCommon(tag, value, bytes)
    case .multivariant: try readMultivariant(tag, value)
    case .media:
      if tag.isPerSegment || tag == .key || tag == .map || tag == .tiles {
        try readSegmentTag(tag, value, bytes)
      } else {
        try readMediaTag(tag, value, bytes)
      }
    }
  }
}

extension UInt8 {
  /// Two hexadecimal digits.
  var hexadecimal: String { (self < 16 ? "0" : "") + String(self, radix: 16, uppercase: true) }
}

extension Span<UInt8> {
  /// Whether `#EXTINF:` stands at a position.
  @inline(__always)
  func hasDurationTag(at start: Int) -> Bool {
    count - start >= 8 && self[start + 4] == UInt8(ascii: "I")
      && self[start + 1] == UInt8(ascii: "E") && self[start + 2] == UInt8(ascii: "X")
      && self[start + 3] == UInt8(ascii: "T") && self[start + 5] == UInt8(ascii: "N")
      && self[start + 6] == UInt8(ascii: "F") && self[start + 7] == UInt8(ascii: ":")
  }

  /// Whether `#EXT-X-PART:` stands at a position.
  @inline(__always)
  func hasPartTag(at start: Int) -> Bool {
    count - start >= 12 && self[start + 11] == UInt8(ascii: ":")
      && self[start + 10] == UInt8(ascii: "T") && word(at: start) == 0x2345_5854_2D58_2D50
      && self[start + 8] == UInt8(ascii: "A") && self[start + 9] == UInt8(ascii: "R")
  }

  /// Eight bytes as one number, the first one highest: to compare names at once.
  @inline(__always)
  func word(at start: Int) -> UInt64 {
    var word: UInt64 = 0
    for index in start..<start + 8 { word = word << 8 | UInt64(self[index]) }
    return word
  }

  /// Whether a line begins with `#EXT`.
  func hasTagPrefix(at line: Range<Int>) -> Bool {
    line.count >= 4 && self[line.lowerBound + 1] == UInt8(ascii: "E")
      && self[line.lowerBound + 2] == UInt8(ascii: "X")
      && self[line.lowerBound + 3] == UInt8(ascii: "T")
  }

  /// Whether a line begins with a text.
  func hasPrefix(_ text: String, at line: Range<Int>) -> Bool {
    let length = text.utf8.count
    return line.count >= length && equals(line.lowerBound..<line.lowerBound + length, text)
  }
}
