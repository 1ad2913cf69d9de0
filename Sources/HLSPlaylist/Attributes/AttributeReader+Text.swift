// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Attributes that are texts, names or dates, and those that are not known.
extension AttributeReader {
  mutating func quoted(_ name: String, _ value: inout String) throws(PlaylistError) {
    if let string = try takeQuoted(name) { value = string } else { try missing(name) }
  }

  mutating func quoted(
    _ name: String, _ value: inout String?, mayBeEmpty: Bool
  ) throws(PlaylistError) {
    value = try takeQuoted(name, mayBeEmpty: mayBeEmpty)
  }

  mutating func literal(_ name: String, _ value: inout String?) throws(PlaylistError) {
    guard let attribute = take(name) else { return }
    guard attribute.isQuoted else {
      return try invalid(attribute, name, "a text between quotation marks")
    }
    value = session.string(attribute.value)
  }

  mutating func list(
    _ name: String, _ values: inout [String], separator: Unicode.Scalar
  ) throws(PlaylistError) {
    guard let string = try takeQuoted(name), !string.isEmpty else { return }
    values = string.utf8.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    guard separator == ",", values.contains(where: { $0.hasPrefix(" ") || $0.hasSuffix(" ") })
    else { return }
    try session.report(
      .blankInAttributeList, at: offset(of: name),
      "expected no blank around the commas of \(name), found one")
    values = values.map { String($0.trimmingBlanks) }
  }

  mutating func list<Value: EnumeratedString>(
    _ name: String, _ values: inout [Value]
  ) throws(PlaylistError) {
    var texts: [String] = []
    try list(name, &texts)
    for item in texts {
      guard let value = Value(rawValue: item), Value.known.contains(value) else {
        try session.report(
          .unknownValue, at: offset(of: name),
          "expected a known item of \(name), found '\(item)', which is left out")
        continue
      }
      values.append(value)
    }
  }

  mutating func enumerated<Value: EnumeratedString>(
    _ name: String, _ value: inout Value, unknown: UnknownValuePolicy
  ) throws(PlaylistError) {
    var found: Value?
    try enumerated(name, &found, unknown: unknown)
    if let found { value = found } else if !ignoresTag { try missing(name) }
  }

  mutating func enumerated<Value: EnumeratedString>(
    _ name: String, _ value: inout Value?, unknown: UnknownValuePolicy
  ) throws(PlaylistError) {
    guard let range = try takeUnquoted(name, "a name") else { return }
    guard let found = Value(rawValue: session.string(range)) else {
      return try invalid(
        RawAttribute(name: range, value: range, isQuoted: false), name, "a name")
    }
    if !Value.known.contains(found) {
      try session.report(
        .unknownValue, at: range.lowerBound,
        "expected a known value of \(name), found '\(found)'"
          + (unknown == .ignoresTag ? "; the tag is ignored" : ""))
      if unknown == .ignoresTag { ignoresTag = true }
    }
    value = found
  }

  mutating func flag(_ name: String, _ value: inout Bool) throws(PlaylistError) {
    guard let range = try takeUnquoted(name, "YES") else { return }
    value = text.span.equals(range, "YES")
    if !value {
      try session.report(
        .flagNotYes, at: range.lowerBound,
        "expected \(name) to be YES or absent, found \(session.quote(range))")
    }
  }

  mutating func choice(_ name: String, _ value: inout Bool?) throws(PlaylistError) {
    guard let range = try takeUnquoted(name, "YES or NO") else { return }
    let isYes = text.span.equals(range, "YES")
    if isYes || text.span.equals(range, "NO") {
      value = isYes
    } else {
      try session.report(
        .unknownValue, at: range.lowerBound,
        "expected \(name) to be YES or NO, found \(session.quote(range)); the tag is ignored")
      ignoresTag = true
    }
  }

  mutating func date(_ name: String, _ value: inout DateTime?) throws(PlaylistError) {
    guard let string = try takeQuoted(name) else { return }
    value = DateTime(string)
    if value == nil {
      try session.report(
        invalidValue, at: offset(of: name), "expected \(name) to be an ISO 8601 date and time")
    }
  }

  mutating func closedCaptions(
    _ name: String, _ value: inout ClosedCaptions?
  ) throws(PlaylistError) {
    if has(name, "NONE") {
      _ = take(name)
      value = .noCaptions
    } else if let group = try takeQuoted(name) {
      value = .group(group)
    }
  }

  mutating func others(
    prefix: String, _ others: inout [Attribute]
  ) throws(PlaylistError) {
    for index in attributes.indices where !isTaken[index] {
      let attribute = attributes[index]
      guard let name = AttributeName(rawValue: session.string(attribute.name)),
        name.rawValue.hasPrefix(prefix)
      else { continue }
      isTaken[index] = true
      let string = try session.substituted(attribute.value)
      others.append(
        Attribute(name: name, value: attribute.isQuoted ? .quoted(string) : .unquoted(string)))
      guard prefix.isEmpty else { continue }
      let isRequired = name.rawValue.hasPrefix("REQ-")
      try session.report(
        isRequired ? .unknownRequiredAttribute : .unknownAttribute,
        at: attribute.name.lowerBound,
        "expected a known attribute, found '\(name)'"
          + (isRequired ? "; the tag is ignored" : ""))
      if isRequired { ignoresTag = true }
    }
  }
}
