// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Tags that say something of a segment.
extension PlaylistReader {
  /// Notes that a tag of the next segment has come.
  mutating func noteSegmentTag(
    _ tag: Tag, mustPrecedeParts: Bool = false
  ) throws(PlaylistError) {
    if !pending.hasTags {
      pending.hasTags = true
      pending.tagPosition = linePosition
    }
    if mustPrecedeParts, !pending.details.parts.isEmpty {
      try session.report(
        .misplacedTag, at: session.lineStart,
        "expected '#\(tag.rawValue)' before the parts of its segment, found it after one")
    }
    index?.note(tag, item: records.count, line: session.line)
  }

  mutating func readSegmentTag(
    _ tag: Tag, _ value: Range<Int>, _ bytes: Span<UInt8>
  ) throws(PlaylistError) {
    switch tag {
    case .part: try readPart(value, bytes)
    case .byteRange: try readByteRange(value, bytes)
    case .key: try readKey(value)
    case .map: try readMap(value)
    case .programDateTime: try readDate(value, bytes)
    case .bitRate: try readBitRate(value, bytes)
    default:
      guard let tiles = try attributes(value, into: ImageTiles()) else { return }
      try noteSegmentTag(.tiles)
      pending.details.tiles = tiles
    }
  }

  private mutating func readByteRange(
    _ value: Range<Int>, _ bytes: Span<UInt8>
  ) throws(PlaylistError) {
    guard let range = RawByteRange(bytes, value) else {
      return try session.report(
        .invalidValue, at: value.lowerBound,
        "expected '<length>[@<offset>]', found \(session.quote(value))")
    }
    try noteSegmentTag(.byteRange)
    need.require(4, for: "EXT-X-BYTERANGE", at: linePosition)
    pending.byteRange = range
    pending.byteRangePosition = session.position(of: value.lowerBound)
  }

  private mutating func readKey(_ value: Range<Int>) throws(PlaylistError) {
    var reader = try AttributeReader(
      value, of: session.lineStart, session, missing: .missingVitalAttribute)
    if reader.has("METHOD", "NONE") {
      if reader.count > 1 {
        try session.report(
          .attributesBesideNone, at: value.lowerBound,
          "expected no attribute beside METHOD=NONE, found \(session.quote(value))")
      }
      try noteSegmentTag(.key, mustPrecedeParts: true)
      setKeys([])
      return
    }
    guard let key = try key(&reader) else { return }
    try noteSegmentTag(.key, mustPrecedeParts: true)
    var keys = context.keys
    if let same = keys.firstIndex(where: { $0.effectiveKeyFormat == key.effectiveKeyFormat }) {
      keys[same] = key
    } else {
      keys.append(key)
    }
    guard keys.count <= limits.keys else {
      throw PlaylistError(
        code: .tooManyKeys, position: linePosition,
        reason: "expected at most \(limits.keys) keys of different formats, found more")
    }
    // Every change of one key makes a set of them all, which counts as much as its keys.
    tagCount += keys.count - 1
    setKeys(keys)
  }

  private mutating func setKeys(_ keys: [EncryptionKey]) {
    if keys != context.keys {
      context.keys = keys
      contextIndex = nil
    }
  }

  /// Reads a key whose method is not NONE.
  mutating func key(_ reader: inout AttributeReader) throws(PlaylistError) -> EncryptionKey? {
    let empty = EncryptionKey(method: .aes128, uri: "")
    guard let key = try attributes(&reader, into: empty) else { return nil }
    if key.initializationVector != nil {
      need.require(2, for: "IV", at: linePosition)
      if key.method == .aes256GCM || key.method == .sampleAESCTR {
        try session.report(
          .unexpectedIV, at: reader.offset(of: "IV"),
          "expected no IV with the method \(key.method), found one")
      }
    }
    if key.method == .sampleAES { need.require(5, for: "SAMPLE-AES", at: linePosition) }
    if key.keyFormat != nil { need.require(5, for: "KEYFORMAT", at: linePosition) }
    if !key.keyFormatVersions.isEmpty {
      need.require(5, for: "KEYFORMATVERSIONS", at: linePosition)
    }
    return key
  }

  private mutating func readMap(_ value: Range<Int>) throws(PlaylistError) {
    let empty = MediaInitialization(uri: "")
    guard var map = try attributes(value, into: empty, missing: .missingVitalAttribute) else {
      return
    }
    try noteSegmentTag(.map, mustPrecedeParts: true)
    map.keys = context.keys
    if let key = map.keys.first(where: { $0.method == .aes128 }), key.initializationVector == nil {
      try session.report(
        .mapNeedsIV, at: session.lineStart,
        "expected the key of a map under AES-128 to have an IV, found none")
    }
    positions[.map] = positions[.map] ?? linePosition
    if map != context.initialization {
      context.initialization = map
      contextIndex = nil
    }
  }

  private mutating func readDate(
    _ value: Range<Int>, _ bytes: Span<UInt8>
  ) throws(PlaylistError) {
    guard let date = DateTime(parsing: bytes, in: value) else {
      return try session.report(
        .invalidDate, at: value.lowerBound,
        "expected a date and time as in ISO 8601, found \(session.quote(value))")
    }
    if date.offsetMinutes == nil {
      try session.report(
        .dateWithoutZone, at: value.upperBound, "expected a time zone, found none; UTC counts")
    }
    try noteSegmentTag(.programDateTime, mustPrecedeParts: true)
    sawDate = true
    pending.details.programDateTime = date
  }

  private mutating func readBitRate(
    _ value: Range<Int>, _ bytes: Span<UInt8>
  ) throws(PlaylistError) {
    guard let rate = bytes.decimalInteger(value) else {
      return try session.report(
        .invalidValue, at: value.lowerBound,
        "expected a rate in thousand bits a second, found \(session.quote(value))")
    }
    try noteSegmentTag(.bitRate)
    if rate != context.bitRate {
      context.bitRate = rate
      contextIndex = nil
    }
  }
}
