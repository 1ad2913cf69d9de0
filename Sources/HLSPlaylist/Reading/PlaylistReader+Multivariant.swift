// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Tags of a multivariant playlist.
extension PlaylistReader {
  mutating func readMultivariant(_ tag: Tag, _ value: Range<Int>) throws(PlaylistError) {
    switch tag {
    case .streamInformation: try readVariant(value)
    case .iFrameStreamInformation:
      let empty = IFrameStream(uri: "", bandwidth: 0)
      guard let stream = try stream(value, into: empty) else { return }
      multivariant.iFrameStreams.append(stream)
      index?.note(tag, item: multivariant.iFrameStreams.count - 1, line: session.line)
    case .imageStreamInformation:
      guard let stream = try stream(value, into: ImageStream(uri: "", bandwidth: 0)) else {
        return
      }
      multivariant.imageStreams.append(stream)
      index?.note(tag, item: multivariant.imageStreams.count - 1, line: session.line)
    case .media: try readRendition(value)
    case .sessionData: try readSessionData(value)
    case .sessionKey: try readSessionKey(value)
    default:
      multivariant.contentSteering = try attributes(value, into: ContentSteering(serverURI: ""))
    }
  }

  private mutating func readVariant(_ value: Range<Int>) throws(PlaylistError) {
    if awaited != nil { try reportMissingStreamURI() }
    awaitedLine = session.line
    let empty = VariantStream(uri: "", bandwidth: 0)
    if let variant = try stream(value, into: empty) {
      awaited = .variant(variant, linePosition)
    } else {
      awaited = .ignored
    }
  }

  func reportMissingStreamURI() throws(PlaylistError) {
    try session.report(
      .streamWithoutURI, at: TextPosition(line: awaitedLine, column: 1),
      "expected a URI line after '#EXT-X-STREAM-INF', found none")
  }

  /// Reads the URI line of a stream.
  mutating func readStreamURI(_ range: Range<Int>) throws(PlaylistError) {
    let uri = try session.substituted(range)
    guard let awaited else {
      return try session.report(
        .uriWithoutStream, at: range.lowerBound,
        "expected '#EXT-X-STREAM-INF' before a URI, found none before \(session.quote(range))")
    }
    self.awaited = nil
    guard case .variant(var variant, let position) = awaited else { return }
    variant.uri = uri
    multivariant.variants.append(variant)
    variantPositions.append(position)
    let item = multivariant.variants.count - 1
    index?.note(.streamInformation, item: item, line: position.line)
    index?.noteURI(item: item, line: session.line)
  }

  /// Reads the attributes of a stream.
  private mutating func stream<Stream: StreamDescription & AttributeMapped>(
    _ value: Range<Int>, into empty: Stream
  ) throws(PlaylistError) -> Stream? {
    var reader = try AttributeReader(value, of: session.lineStart, session)
    guard var stream = try attributes(&reader, into: empty) else { return nil }
    if !reader.has("BANDWIDTH") { stream.bandwidth = stream.averageBandwidth ?? 0 }
    if let score = stream.score, score <= 0 {
      try session.report(
        .scoreNotPositive, at: reader.offset(of: "SCORE"),
        "expected a score above 0, found \(score)")
    }
    if !stream.supplementalCodecs.isEmpty, stream.codecs.isEmpty {
      try session.report(
        .missingBaseCodec, at: reader.offset(of: "SUPPLEMENTAL-CODECS"),
        "expected CODECS with the base of the supplemental codecs, found none")
    }
    if !stream.requiredVideoLayouts.isEmpty {
      need.require(12, for: "REQ-VIDEO-LAYOUT", at: linePosition)
    }
    return stream
  }

  private mutating func readRendition(_ value: Range<Int>) throws(PlaylistError) {
    let empty = Rendition(type: .audio, groupID: "", name: "")
    var reader = try AttributeReader(value, of: session.lineStart, session)
    guard let rendition = try attributes(&reader, into: empty) else { return }
    try check(rendition)
    multivariant.renditions.append(rendition)
    renditionPositions.append(linePosition)
    index?.note(.media, item: multivariant.renditions.count - 1, line: session.line)
  }

  private mutating func readSessionData(_ value: Range<Int>) throws(PlaylistError) {
    let empty = SessionData(dataID: "", value: "")
    guard let data = try attributes(value, into: empty) else { return }
    if (data.value == nil) == (data.uri == nil) {
      try session.report(
        .invalidSessionData, at: value.lowerBound,
        "expected either VALUE or URI, found \(data.uri == nil ? "neither" : "both")")
    }
    if !sessionDataNames.insert([data.dataID, data.language]).inserted {
      try session.report(
        .duplicateSessionData, at: value.lowerBound,
        "expected one value a language of '\(data.dataID)', found another")
    }
    multivariant.sessionData.append(data)
    index?.note(.sessionData, item: multivariant.sessionData.count - 1, line: session.line)
  }

  private mutating func readSessionKey(_ value: Range<Int>) throws(PlaylistError) {
    var reader = try AttributeReader(value, of: session.lineStart, session)
    guard !reader.has("METHOD", "NONE") else {
      return try session.report(
        .invalidSessionKey, at: value.lowerBound,
        "expected a method that encrypts, found NONE; the tag is ignored")
    }
    guard let key = try key(&reader) else { return }
    if !sessionKeys.insert(key).inserted {
      try session.report(
        .duplicateSessionKey, at: value.lowerBound, "expected a key once, found it again")
    }
    multivariant.sessionKeys.append(key)
    index?.note(.sessionKey, item: multivariant.sessionKeys.count - 1, line: session.line)
  }
}
