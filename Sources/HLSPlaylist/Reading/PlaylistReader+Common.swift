// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Tags of both kinds of playlist, and the help that all tags need.
extension PlaylistReader {
  /// Reads the attributes of a tag into a value; `nil` when the tag is to be ignored.
  mutating func attributes<Value: AttributeMapped>(
    _ range: Range<Int>, into value: Value, invalidValue: Rule = .invalidAttributeValue,
    missing: Rule = .missingAttribute
  ) throws(PlaylistError) -> Value? {
    var reader = try AttributeReader(
      range, of: session.lineStart, session, invalidValue: invalidValue, missing: missing)
    return try attributes(&reader, into: value)
  }

  /// Reads attributes that are split already into a value; `nil` when the tag is to be ignored.
  mutating func attributes<Value: AttributeMapped>(
    _ reader: inout AttributeReader, into value: Value
  ) throws(PlaylistError) -> Value? {
    var value = value
    try value.map(with: &reader)
    return reader.ignoresTag ? nil : value
  }

  /// Where the line that is read starts.
  var linePosition: TextPosition { session.position(of: session.lineStart) }

  mutating func readBare(_ tag: Tag) throws(PlaylistError) {
    switch tag {
    case .independentSegments:
      media.hasIndependentSegments = true
      multivariant.hasIndependentSegments = true
    case .endList: media.hasEndList = true
    case .iFramesOnly:
      media.isIFramesOnly = true
      need.require(4, for: "EXT-X-I-FRAMES-ONLY", at: linePosition)
    case .imagesOnly: media.isImagesOnly = true
    case .discontinuity:
      try noteSegmentTag(.discontinuity, mustPrecedeParts: true)
      pending.details.discontinuityCount += 1
    default:
      try noteSegmentTag(.gap)
      pending.isGap = true
    }
  }

  mutating func readCommon(
    _ tag: Tag, _ value: Range<Int>, _ bytes: Span<UInt8>
  ) throws(PlaylistError) {
    switch tag {
    case .version: try readVersion(value, bytes)
    case .start:
      guard let start = try attributes(value, into: StartPoint(timeOffset: 0)) else { return }
      media.start = start
      multivariant.start = start
    default: try readDefinition(value)
    }
  }

  private mutating func readVersion(
    _ value: Range<Int>, _ bytes: Span<UInt8>
  ) throws(PlaylistError) {
    guard let version = bytes.decimalInteger(value), version > 0 else {
      return try session.report(
        .invalidValue, at: value.lowerBound,
        "expected a version of 1 or more, found \(session.quote(value))")
    }
    if version > 13 {
      try session.report(
        .unsupportedVersion, at: value.lowerBound,
        "expected a version of at most 13, found \(version)")
    }
    declaredVersion = (version, linePosition)
  }

  private mutating func readDefinition(_ value: Range<Int>) throws(PlaylistError) {
    var reader = try AttributeReader(value, of: session.lineStart, session)
    let forms = ["NAME", "IMPORT", "QUERYPARAM"].filter { reader.has($0) }
    guard forms.count == 1, forms[0] != "NAME" || reader.has("VALUE") else {
      throw invalidDefinition(
        "expected NAME and VALUE, IMPORT or QUERYPARAM, found "
          + (forms.isEmpty ? "none of them" : session.quote(value)))
    }
    if forms[0] != "NAME", reader.has("VALUE") {
      try session.report(
        .conflictingAttributes, at: reader.offset(of: "VALUE"),
        "expected VALUE beside NAME alone, found it beside \(forms[0])")
    }
    let empty = VariableDefinition(name: "", origin: .query)
    guard let definition = try attributes(&reader, into: empty) else { return }
    let name = definition.name
    guard !name.isEmpty, name.utf8.allSatisfy(VariableReference.allows) else {
      throw invalidDefinition(
        "expected a name of letters, digits, '-' and '_', found '\(name)'")
    }
    guard session.variables[name] == nil else {
      throw PlaylistError(
        code: .duplicateVariable, position: linePosition,
        reason: "expected a variable that is not defined yet, found '\(name)'")
    }
    guard session.variables.count < limits.variables else {
      throw PlaylistError(
        code: .tooManyVariables, position: linePosition,
        reason: "expected at most \(limits.variables) variables, found more")
    }
    session.variables[name] = try self.value(of: definition)
    media.definitions.append(definition)
    multivariant.definitions.append(definition)
    index?.note(.define, item: media.definitions.count - 1, line: session.line)
    need.require(
      definition.origin == .query ? 11 : 8, for: "EXT-X-DEFINE", at: linePosition)
  }

  private mutating func value(
    of definition: VariableDefinition
  ) throws(PlaylistError) -> String {
    switch definition.origin {
    case .value(let text): return text
    case .multivariantPlaylist:
      positions[.define] = linePosition
      guard let imported = session.options.importedVariables else {
        throw invalidDefinition(
          "expected a multivariant playlist to import '\(definition.name)' from, found none")
      }
      guard let value = imported[definition.name] else {
        throw invalidDefinition(
          "expected the multivariant playlist to define '\(definition.name)', which it does not")
      }
      return value
    case .query:
      guard let uri = session.options.uri,
        let value = QueryParameters(of: uri).value(of: definition.name)
      else {
        throw invalidDefinition(
          "expected the playlist's URI to have the parameter '\(definition.name)' with a value, "
            + "found '\(session.options.uri ?? "no URI")'")
      }
      guard !value.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D || $0 == 0x22 }) else {
        throw invalidDefinition(
          "expected the parameter '\(definition.name)' without line ends and quotation marks")
      }
      return value
    }
  }

  private func invalidDefinition(_ reason: String) -> PlaylistError {
    PlaylistError(code: .invalidDefinition, position: linePosition, reason: reason)
  }
}
