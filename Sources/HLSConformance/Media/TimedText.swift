// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation

#if canImport(FoundationXML)
  internal import FoundationXML
#endif

/// A sample of IMSC1 subtitles: a document of TTML.
struct TimedText: Hashable, Sendable {
  /// Why the document could not be read.
  var error: String?
  /// Whether the root is `tt` of TTML's namespace.
  var isTimedText = false
  /// The profiles that the root names.
  var profiles: [String] = []
  /// Whether the document shows images, which the text profile has none of.
  var hasImages = false

  /// Whether nothing says that the document is of another profile than IMSC1's for text.
  var isOfTextProfile: Bool {
    !hasImages
      && (profiles.isEmpty || profiles.contains { $0.contains("imsc1") && $0.hasSuffix("/text") })
  }

  /// The text profile of IMSC1.
  static let textProfile = "http://www.w3.org/ns/ttml/profile/imsc1/text"
  private static let timedText = "http://www.w3.org/ns/ttml"

  /// Reads a document. Entities of other files are not fetched, and libxml2 stops those that grow.
  init(_ bytes: [UInt8]) {
    let parser = XMLParser(data: Data(bytes))
    let visitor = Visitor()
    parser.delegate = visitor
    parser.shouldProcessNamespaces = true
    let isWhole = parser.parse()
    self = TimedText(found: visitor)
    if !isWhole || parser.parserError != nil {
      error = "expected well-formed XML, found an error in line \(parser.lineNumber)"
    }
  }

  private init(found visitor: Visitor) {
    isTimedText = visitor.isTimedText
    profiles = visitor.profiles
    hasImages = visitor.hasImages
  }

  private final class Visitor: NSObject, XMLParserDelegate {
    var isTimedText = false
    var profiles: [String] = []
    var hasImages = false
    private var isRoot = true

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      if isRoot {
        isRoot = false
        isTimedText = name == "tt" && namespaceURI == TimedText.timedText
        for (name, value) in attributes
        where name.hasSuffix(":profile") || name.hasSuffix(":contentProfiles") {
          profiles += value.split(whereSeparator: \.isWhitespace).map(String.init)
        }
      }
      hasImages =
        hasImages || name == "image"
        || attributes.keys.contains { $0.hasSuffix(":backgroundImage") }
    }
  }
}
