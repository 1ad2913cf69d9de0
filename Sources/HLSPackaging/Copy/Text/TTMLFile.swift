// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import XMLText

extension TextTrack {
  /// Reads a file of TTML or IMSC1 text (W3C TTML1, IMSC1) as cues: paragraphs with their times,
  /// line breaks, and italics, bold and underline of spans. `nil` for what is no TTML.
  ///
  /// Nothing is fetched, and a document type, with which entities come, is refused.
  init?(ttml bytes: [UInt8]) {
    var limits = XMLLimits()
    // A tree takes some thirty times what its text does.
    limits.size = 8 << 20
    guard let root = try? XMLElement(parsing: bytes, limits: limits), root.name == "tt" else {
      return nil
    }
    var reader = TTMLReader(root)
    reader.read(root)
    self.init(cues: reader.cues)
  }
}

/// Gathers the paragraphs of a document.
private struct TTMLReader {
  /// What an element hands down to those inside.
  private struct Scope {
    var begin: Double
    var end: Double?
    var styles: Set<Character>
  }

  private(set) var cues: [TextCue] = []
  private let clock: TTMLClock
  private var text: String?
  private var styles: [String: Set<Character>] = [:]

  private static let xml = "http://www.w3.org/XML/1998/namespace"

  init(_ root: XMLElement) { clock = TTMLClock(root) }

  /// Reads an element and those inside, as deep as the reader of XML lets them stand.
  mutating func read(_ element: XMLElement) { read(element, within: nil) }

  private mutating func read(_ element: XMLElement, within outer: Scope?) {
    let scope = scope(of: element, within: outer)
    switch element.name {
    case "style":
      if let id = element["id", namespace: Self.xml] { styles[id] = Self.looks(element) }
    case "p": text = Self.opening(scope.styles)
    case "br": text? += "\n"
    case "span": text? += Self.opening(scope.styles.subtracting(outer?.styles ?? []))
    default: break
    }
    for content in element.content {
      switch content {
      case .element(let inner): read(inner, within: scope)
      case .text(let words): append(words)
      }
    }
    switch element.name {
    case "span": text? += Self.closing(scope.styles.subtracting(outer?.styles ?? []))
    case "p":
      let content = (text ?? "") + Self.closing(scope.styles)
      text = nil
      add(content, scope)
    default: break
    }
  }

  private func scope(of element: XMLElement, within outer: Scope?) -> Scope {
    let base = outer?.begin ?? 0
    let begin = base + (element["begin"].flatMap(clock.seconds) ?? 0)
    var end = element["end"].flatMap(clock.seconds).map { base + $0 } ?? outer?.end
    if let duration = element["dur"].flatMap(clock.seconds) {
      end = min(end ?? .infinity, begin + duration)
    }
    var looks = outer?.styles ?? []
    for style in element["style"]?.split(separator: " ") ?? [] {
      looks.formUnion(styles[String(style)] ?? [])
    }
    return Scope(begin: begin, end: end, styles: looks.union(Self.looks(element)))
  }

  private mutating func append(_ characters: String) {
    guard text != nil else { return }
    // White space of the document's own layout is one blank (xml:space default).
    let words = characters.split(omittingEmptySubsequences: false) { $0.isWhitespace }
    var joined = words.filter { !$0.isEmpty }.joined(separator: " ")
    if words.count > 1, words.first?.isEmpty == true { joined = " " + joined }
    if words.count > 1, words.last?.isEmpty == true, joined != " " { joined += " " }
    text? += joined.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;")
  }

  private mutating func add(_ content: String, _ scope: Scope) {
    let lines = content.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    let text = lines.filter { !$0.isEmpty }.joined(separator: "\n")
    guard let end = scope.end, end > scope.begin, end < 1e9, !text.isEmpty else { return }
    cues.append(
      TextCue(
        start: Int64((scope.begin * 1000).rounded()), end: Int64((end * 1000).rounded()),
        text: text))
  }

  private static func looks(_ element: XMLElement) -> Set<Character> {
    var looks: Set<Character> = []
    for attribute in element.attributes {
      switch (attribute.name, attribute.value) {
      case ("fontStyle", "italic"), ("fontStyle", "oblique"): looks.insert("i")
      case ("fontWeight", "bold"): looks.insert("b")
      case ("textDecoration", "underline"): looks.insert("u")
      default: break
      }
    }
    return looks
  }

  private static func opening(_ looks: Set<Character>) -> String {
    looks.sorted().map { "<\($0)>" }.joined()
  }

  private static func closing(_ looks: Set<Character>) -> String {
    looks.sorted().reversed().map { "</\($0)>" }.joined()
  }
}

/// The times of a document (W3C TTML1 section 10.3).
private struct TTMLClock {
  private var frameRate = 30.0
  private var tickRate: Double?

  init(_ root: XMLElement) {
    func value(_ name: String) -> String? {
      root.attributes.first { $0.name == name }?.value
    }
    frameRate = value("frameRate").flatMap(Double.init) ?? 30
    if let factor = value("frameRateMultiplier") {
      let parts = factor.split { $0 == " " || $0 == ":" }.compactMap { Double($0) }
      if parts.count == 2, parts[1] > 0 { frameRate *= parts[0] / parts[1] }
    }
    tickRate = value("tickRate").flatMap(Double.init)
  }

  /// The seconds of `00:00:01.5`, `00:00:01:12`, `1.5s`, `1500ms`, `36f`, `10t`; `nil` for anything
  /// else.
  func seconds(_ text: String) -> Double? {
    let units: [(String, Double)] = [
      ("ms", 0.001), ("h", 3600), ("m", 60), ("s", 1), ("f", 1 / max(frameRate, 0.001)),
      ("t", 1 / max(tickRate ?? frameRate, 0.001)),
    ]
    if let (suffix, unit) = units.first(where: { text.hasSuffix($0.0) }) {
      return Self.number(text.dropLast(suffix.count)).map { $0 * unit }
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(Self.number)
    guard (3...4).contains(parts.count), !parts.contains(nil) else { return nil }
    let values = parts.compactMap { $0 }
    let frames = values.count == 4 ? values[3] / max(frameRate, 0.001) : 0
    return values[0] * 3600 + values[1] * 60 + values[2] + frames
  }

  private static func number(_ text: Substring) -> Double? {
    guard !text.isEmpty, text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }) else {
      return nil
    }
    return Double(text)
  }
}
