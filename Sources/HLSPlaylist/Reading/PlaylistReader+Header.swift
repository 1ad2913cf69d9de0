// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension PlaylistReader {
  /// Checks the text as a whole, and reads its first line.
  mutating func readHeader(
    _ bytes: Span<UInt8>, _ scanner: inout LineScanner
  ) throws(PlaylistError) {
    session.line = 1
    guard bytes.count <= limits.size else {
      throw PlaylistError(
        code: .textTooLarge, position: session.position(of: 0),
        reason: "expected a text of at most \(limits.size) bytes, found \(bytes.count)")
    }
    try checkEncoding(bytes, &scanner)
    var isFirst = true
    repeat {
      session.lineStart = scanner.position
      let line = scanner.next(bytes, from: scanner.position)
      if try isHeader(line, bytes, isFirst: isFirst) {
        index?.headerLine = session.line
        return
      }
      let trimmed = bytes.trimmingBlanks(line.range)
      guard trimmed.isEmpty || bytes[trimmed.lowerBound] == UInt8(ascii: "#"),
        !bytes.hasTagPrefix(at: trimmed), scanner.position < bytes.count
      else { throw missingHeader(line.range) }
      isFirst = false
      session.line += 1
    } while true
  }

  /// Whether a line is `#EXTM3U`, with what may be forgiven around it.
  private mutating func isHeader(
    _ line: Line, _ bytes: Span<UInt8>, isFirst: Bool
  ) throws(PlaylistError) -> Bool {
    let trimmed = bytes.trimmingBlanks(line.range)
    let length = 7
    guard bytes.hasPrefix("#EXTM3U", at: trimmed),
      trimmed.count == length || bytes[trimmed.lowerBound + length] <= 0x20
    else { return false }
    if trimmed.count > length, bytes[trimmed.lowerBound + length] != 0x20 {
      // A tab or a lone CR: what follows is no value, it is the rest of the text.
      return false
    }
    if !isFirst || trimmed != line.range || trimmed.count > length {
      try session.report(
        .headerNotFirst, at: line.range.lowerBound,
        "expected '#EXTM3U' as the first line and alone on it, found "
          + (isFirst ? session.quote(line.range) : "it on line \(session.line)"))
    }
    return true
  }

  private func missingHeader(_ line: Range<Int>) -> PlaylistError {
    let found: String
    switch session.text[line].first(where: { $0 > 0x20 }) {
    case nil: found = session.text.isEmpty ? "an empty text" : "a blank line"
    case UInt8(ascii: "<"): found = "\(session.quote(line)), which looks like HTML or XML"
    default: found = session.quote(line)
    }
    return PlaylistError(
      code: .missingHeader, position: session.position(of: session.lineStart),
      reason: "expected '#EXTM3U', found \(found)")
  }

  private mutating func checkEncoding(
    _ bytes: Span<UInt8>, _ scanner: inout LineScanner
  ) throws(PlaylistError) {
    let first = (0..<min(4, bytes.count)).map { bytes[$0] }
    if first.starts(with: [0xFF, 0xFE]) || first.starts(with: [0xFE, 0xFF])
      || first.count >= 2 && (first[0] == 0) != (first[1] == 0) && first.contains(0x23)
    {
      throw PlaylistError(
        code: .wrongEncoding, position: session.position(of: 0),
        reason: "expected UTF-8, found UTF-16 or UTF-32")
    }
    if first.starts(with: [0xEF, 0xBB, 0xBF]) {
      try session.report(.byteOrderMark, at: 0, "expected '#EXTM3U', found a byte order mark")
      scanner.position = 3
    }
    var isASCII = true
    var isNormalized = true
    do throws(UTF8.ValidationError) {
      var text = try UTF8Span(validating: bytes)
      isASCII = text.isKnownASCII
      isNormalized = isASCII || text.checkForNFC(quickCheck: true)
    } catch {
      let offset = error.byteOffsets.lowerBound
      try session.report(
        .invalidUTF8, at: bytes.position(of: offset),
        "expected valid UTF-8, found the byte 0x\(bytes[offset].hexadecimal)")
    }
    if !isASCII { try checkScalars(bytes, isNormalized: isNormalized) }
  }

  /// Looks for the control characters U+0080 to U+009F, and for the first line that is not in
  /// normalization form C if the quick check of the whole text leaves that open.
  private func checkScalars(_ bytes: Span<UInt8>, isNormalized: Bool) throws(PlaylistError) {
    for index in 1..<max(bytes.count, 1)
    where bytes[index - 1] == 0xC2 && bytes[index] < 0xA0 {
      try session.report(
        .controlCharacter, at: bytes.position(of: index - 1),
        "expected no control character, found U+00\(bytes[index].hexadecimal)")
      break
    }
    guard !isNormalized else { return }
    // The exact check takes quadratic time over a run of combining marks, so long lines get the
    // quick one, which takes some for wrong that are right.
    let exactLength = 512
    var start = 0
    while start < bytes.count {
      var end = start
      while end < bytes.count, bytes[end] != 0x0A { end += 1 }
      let line = String(decoding: session.text[start..<end], as: UTF8.self)
      var span = line.utf8Span
      if !span.checkForNFC(quickCheck: true),
        end - start > exactLength || !span.checkForNFC(quickCheck: false)
      {
        return try session.report(
          .notNormalized, at: bytes.position(of: start),
          "expected text in normalization form C, found other text on this line")
      }
      start = end + 1
    }
  }
}

extension Span<UInt8> {
  /// The line and column of an offset.
  func position(of offset: Int) -> TextPosition {
    var position = TextPosition(line: 1, column: 1)
    for index in 0..<offset {
      position.column += 1
      if self[index] == 0x0A { position = TextPosition(line: position.line + 1, column: 1) }
    }
    return position
  }
}
