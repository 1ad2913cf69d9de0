// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

// The words for keys and values.

extension PlainEnglish {
  /// What is known of a key, or guessed from its name.
  func description(of path: String) -> KeyDescription {
    if let known = schema[path] { return known }
    let name = path.lowercased()
    let unit: KeyUnit? =
      name.hasSuffix("bitrate") || name.hasSuffix("bandwidth")
      ? .bitsPerSecond
      : name.hasSuffix("framerate")
        ? .counted("frames/s") : name.hasSuffix("samplerate") ? .hertz : nil
    return KeyDescription(path, .any, unit: unit)
  }

  /// An expression as the subject of a clause.
  func subject(_ tree: ExpressionTree) -> String {
    if let path = tree.plainKeyPath { return description(of: path).label }
    switch tree {
    case .evaluatedObject: return "the value"
    case .constant(let value): return words(value, nil)
    case .keyPath(let base, let segments): return collected(base, segments) ?? "\(tree)"
    case .element(let base, .first): return "the first of \(subject(base))"
    case .element(let base, .last): return "the last of \(subject(base))"
    case .element(let base, .size): return "the number of \(subject(base))"
    default: return "\(tree)"
    }
  }

  /// A path whose last operator is over a collection: `the number of codec types`.
  private func collected(_ base: ExpressionTree?, _ segments: [KeySegment]) -> String? {
    guard
      let index = segments.firstIndex(where: { if case .collection = $0 { true } else { false } }),
      index > 0, case .collection(let operation) = segments[index]
    else { return nil }
    let collection = subject(.keyPath(of: base, Array(segments[..<index])))
    let rest = Array(segments[(index + 1)...])
    let property = rest.isEmpty ? "" : subject(.keyPath(of: nil, rest)) + " of "
    switch operation {
    case .count: return "the number of \(collection)"
    case .sum: return "the total \(property)\(collection)"
    case .avg: return "the mean \(property)\(collection)"
    case .min: return "the least \(property)\(collection)"
    case .max: return "the greatest \(property)\(collection)"
    case .distinctUnionOfObjects, .unionOfObjects: return nil
    }
  }

  /// An expression as the object of a clause about a key.
  func object(_ tree: ExpressionTree, _ key: KeyDescription?) -> String {
    guard let value = tree.constantValue else { return subject(tree) }
    return words(value, key)
  }

  /// A value of a key in words.
  func words(_ value: PredicateValue, _ key: KeyDescription?) -> String {
    switch value {
    case .null: return "nothing"
    case .boolean(let value): return value ? "true" : "false"
    case .integer, .number:
      if key?.type == .boolean { return value == 0 ? "false" : "true" }
      guard let number = value.numeric else { return value.words }
      return key?.unit?.words(number) ?? value.words
    case .string(let string): return key?.constants[string] ?? FormatWriter.quoted(string)
    case .list(let values):
      return values.isEmpty ? "nothing" : values.map { words($0, key) }.joined(separator: ", ")
    case .date(let seconds): return "\(seconds) s after 2001"
    case .dictionary, .object: return value.kind
    }
  }
}

extension KeyUnit {
  /// A number with its unit.
  func words(_ number: Numeric) -> String {
    switch self {
    case .bitsPerSecond:
      return Self.scaled(number.double, ["bit/s", "kbit/s", "Mbit/s", "Gbit/s"])
    case .bytes: return Self.scaled(number.double, ["bytes", "kB", "MB", "GB"])
    case .hertz: return Self.scaled(number.double, ["Hz", "kHz", "MHz"])
    case .seconds: return number.value.words + " s"
    case .counted(let noun): return number.value.words + " " + noun
    case .fourCharacterCode:
      guard case .integer(let value) = number, let code = UInt32(exactly: value) else { break }
      let bytes = stride(from: 24, through: 0, by: -8).map { UInt8(code >> UInt32($0) & 0xFF) }
      guard bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else { break }
      return "'" + String(decoding: bytes, as: UTF8.self) + "'"
    }
    return number.value.words
  }

  /// A number in the largest unit in which it is 1 or more, thousands apart.
  private static func scaled(_ value: Double, _ units: [String]) -> String {
    var index = 0
    var factor = 1.0
    while index + 1 < units.count, value.magnitude >= factor * 1000 {
      factor *= 1000
      index += 1
    }
    return PredicateValue.number(value / factor).words + " " + units[index]
  }
}
