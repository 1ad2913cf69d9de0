// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import FoundationXML

extension TextTrack {
  /// Reads a file of TTML or IMSC1 text (W3C TTML1, IMSC1) as cues: paragraphs with their times,
  /// line breaks, and italics, bold and underline of spans. `nil` for what is no TTML.
  init?(ttml data: Data) {
    let reader = TTMLReader()
    // Foundation's parser is libxml2's; it fetches nothing from elsewhere.
    let parser = XMLParser(data: data)
    parser.shouldProcessNamespaces = true
    parser.shouldResolveExternalEntities = false
    parser.delegate = reader
    guard parser.parse(), reader.isTTML else { return nil }
    self.init(cues: reader.cues)
  }
}

/// Gathers the paragraphs of a document.
private final class TTMLReader: NSObject, XMLParserDelegate {
  /// An element that is open.
  private struct Scope {
    var begin: Double
    var end: Double?
    var styles: Set<Character>
  }

  private(set) var cues: [TextCue] = []
  private(set) var isTTML = false
  private var clock = TTMLClock()
  private var scopes: [Scope] = []
  private var text: String?
  private var styles: [String: Set<Character>] = [:]

  private static let maximumDepth = 256

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    guard scopes.count < Self.maximumDepth else { return parser.abortParsing() }
    if scopes.isEmpty {
      isTTML = name == "tt"
      clock = TTMLClock(attributes)
    }
    let outer = scopes.last
    let base = outer?.begin ?? 0
    let begin = base + (attributes["begin"].flatMap(clock.seconds) ?? 0)
    var end = attributes["end"].flatMap(clock.seconds).map { base + $0 } ?? outer?.end
    if let duration = attributes["dur"].flatMap(clock.seconds) {
      end = min(end ?? .infinity, begin + duration)
    }
    var looks = outer?.styles ?? []
    for style in attributes["style"]?.split(separator: " ") ?? [] {
      looks.formUnion(styles[String(style)] ?? [])
    }
    looks.formUnion(Self.looks(attributes))
    if name == "style", let id = attributes["xml:id"] ?? attributes["id"] {
      styles[id] = Self.looks(attributes)
    }
    scopes.append(Scope(begin: begin, end: end, styles: looks))
    switch name {
    case "p": text = Self.opening(looks)
    case "br": text? += "\n"
    case "span": text? += Self.opening(looks.subtracting(outer?.styles ?? []))
    default: break
    }
  }

  func parser(_ parser: XMLParser, foundCharacters characters: String) {
    guard text != nil else { return }
    // White space of the document's own layout is one blank (xml:space default).
    let words = characters.split(omittingEmptySubsequences: false) { $0.isWhitespace }
    var joined = words.filter { !$0.isEmpty }.joined(separator: " ")
    if words.count > 1, words.first?.isEmpty == true { joined = " " + joined }
    if words.count > 1, words.last?.isEmpty == true, joined != " " { joined += " " }
    text? += joined.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;")
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    guard let scope = scopes.popLast() else { return }
    switch name {
    case "span": text? += Self.closing(scope.styles.subtracting(scopes.last?.styles ?? []))
    case "p":
      let content = (text ?? "") + Self.closing(scope.styles)
      text = nil
      add(content, scope)
    default: break
    }
  }

  private func add(_ content: String, _ scope: Scope) {
    let lines = content.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    let text = lines.filter { !$0.isEmpty }.joined(separator: "\n")
    guard let end = scope.end, end > scope.begin, end < 1e9, !text.isEmpty else { return }
    cues.append(
      TextCue(
        start: Int64((scope.begin * 1000).rounded()), end: Int64((end * 1000).rounded()),
        text: text))
  }

  private static func looks(_ attributes: [String: String]) -> Set<Character> {
    var looks: Set<Character> = []
    for (name, value) in attributes {
      switch (name.split(separator: ":").last.map(String.init) ?? name, value) {
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

  init() {}

  init(_ attributes: [String: String]) {
    func number(_ name: String) -> Double? {
      attributes["ttp:\(name)"].flatMap(Double.init) ?? attributes[name].flatMap(Double.init)
    }
    frameRate = number("frameRate") ?? 30
    if let factor = attributes["ttp:frameRateMultiplier"] ?? attributes["frameRateMultiplier"] {
      let parts = factor.split { $0 == " " || $0 == ":" }.compactMap { Double($0) }
      if parts.count == 2, parts[1] > 0 { frameRate *= parts[0] / parts[1] }
    }
    tickRate = number("tickRate")
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
