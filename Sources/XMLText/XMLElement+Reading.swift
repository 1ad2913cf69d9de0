// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import CXML2

/// The most that a reader of XML takes.
public struct XMLLimits: Hashable, Sendable {
  /// Bytes of the text.
  public var size = 256 << 20
  /// Elements within elements.
  public var depth = 128

  /// Creates the default limits.
  public init() {}
}

extension XMLElement {
  /// Reads a document and returns its root.
  ///
  /// Nothing is fetched, and a document type is refused: with it go external and nested entities.
  ///
  /// - Throws: ``XMLTextError`` for a text that is not well-formed or exceeds a limit.
  public init(parsing text: [UInt8], limits: XMLLimits = XMLLimits()) throws(XMLTextError) {
    guard !text.isEmpty else { throw XMLTextError("expected a document, found nothing") }
    guard text.count <= limits.size, let size = Int32(exactly: text.count) else {
      throw XMLTextError("expected at most \(limits.size) bytes, found \(text.count)")
    }
    // The reader keeps no copy of the text, so it must not outlive the closure.
    let result = unsafe text.withUnsafeBytes { bytes in
      unsafe Self.read(bytes.baseAddress?.assumingMemoryBound(to: CChar.self), size, limits)
    }
    self = try result.get()
  }

  private static func read(
    _ bytes: UnsafePointer<CChar>?, _ size: Int32, _ limits: XMLLimits
  ) -> Result<XMLElement, XMLTextError> {
    do throws(XMLTextError) {
      let reader = unsafe try OwnedReader.open(bytes, size)
      var tree = OpenElements(limits: limits)
      while try reader.advance() { try tree.take(reader) }
      guard let root = tree.root else { throw XMLTextError("expected an element, found none") }
      return .success(root)
    } catch {
      return .failure(error)
    }
  }
}

/// The elements that have begun and not ended.
private struct OpenElements {
  let limits: XMLLimits
  var open: [XMLElement] = []
  var root: XMLElement?

  mutating func take(_ reader: borrowing OwnedReader) throws(XMLTextError) {
    switch reader.kind {
    case .documentType:
      throw XMLTextError(line: reader.line, "expected no document type, found one")
    case .start:
      guard open.count < limits.depth else {
        throw XMLTextError(
          line: reader.line, "expected at most \(limits.depth) elements within each other")
      }
      let isEmpty = reader.isEmpty
      open.append(reader.element())
      if isEmpty { close() }
    case .end: close()
    case .text:
      guard !open.isEmpty else { return }
      open[open.count - 1].content.append(.text(reader.value))
    case .other: break
    }
  }

  private mutating func close() {
    guard let element = open.popLast() else { return }
    if open.isEmpty {
      root = element
    } else {
      open[open.count - 1].content.append(.element(element))
    }
  }
}

/// libxml2's streaming reader.
@safe
private struct OwnedReader: ~Copyable {
  enum Kind { case start, end, text, documentType, other }

  private let raw: xmlTextReaderPtr

  private init(adopting raw: xmlTextReaderPtr) { unsafe self.raw = raw }

  deinit { unsafe xmlFreeTextReader(raw) }

  static func open(
    _ bytes: UnsafePointer<CChar>?, _ size: Int32
  ) throws(XMLTextError) -> OwnedReader {
    let options =
      XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
      | XML_PARSE_NOCDATA.rawValue
    guard let bytes = unsafe bytes,
      let raw = unsafe xmlReaderForMemory(bytes, size, nil, nil, Int32(options))
    else { throw XMLTextError("expected a document, found nothing") }
    return unsafe OwnedReader(adopting: raw)
  }

  /// Goes to the next node; `false` at the end.
  func advance() throws(XMLTextError) -> Bool {
    switch unsafe xmlTextReaderRead(raw) {
    case 1: return true
    case 0: return false
    default: throw Self.lastError
    }
  }

  /// What libxml2 complained of last on this thread.
  private static var lastError: XMLTextError {
    guard let error = unsafe xmlGetLastError() else { return XMLTextError("is not well-formed") }
    let text = unsafe error.pointee.message.map { unsafe String(cString: $0) } ?? ""
    let line = unsafe error.pointee.line
    return XMLTextError(
      line: line > 0 ? Int(line) : nil,
      "is not well-formed: " + text.split(whereSeparator: \.isNewline).joined(separator: " "))
  }

  var line: Int { Int(unsafe xmlTextReaderGetParserLineNumber(raw)) }

  var isEmpty: Bool { unsafe xmlTextReaderIsEmptyElement(raw) == 1 }

  var kind: Kind {
    switch unsafe UInt32(bitPattern: xmlTextReaderNodeType(raw)) {
    case XML_READER_TYPE_ELEMENT.rawValue: .start
    case XML_READER_TYPE_END_ELEMENT.rawValue: .end
    case XML_READER_TYPE_TEXT.rawValue, XML_READER_TYPE_CDATA.rawValue,
      XML_READER_TYPE_SIGNIFICANT_WHITESPACE.rawValue:
      .text
    case XML_READER_TYPE_DOCUMENT_TYPE.rawValue, XML_READER_TYPE_ENTITY_REFERENCE.rawValue:
      .documentType
    default: .other
    }
  }

  var value: String { unsafe Self.text(xmlTextReaderConstValue(raw)) ?? "" }

  /// The element that the reader stands at, with its attributes and nothing in it.
  func element() -> XMLElement {
    var element = XMLElement(
      unsafe Self.text(xmlTextReaderConstLocalName(raw)) ?? "",
      namespace: unsafe Self.text(xmlTextReaderConstNamespaceUri(raw)))
    while unsafe xmlTextReaderMoveToNextAttribute(raw) == 1 {
      guard unsafe xmlTextReaderIsNamespaceDecl(raw) != 1 else { continue }
      element.attributes.append(
        XMLElement.Attribute(
          unsafe Self.text(xmlTextReaderConstLocalName(raw)) ?? "",
          namespace: unsafe Self.text(xmlTextReaderConstNamespaceUri(raw)), value))
    }
    unsafe xmlTextReaderMoveToElement(raw)
    return element
  }

  private static func text(_ raw: UnsafePointer<xmlChar>?) -> String? {
    unsafe raw.map { unsafe String(decodingCString: $0, as: UTF8.self) }
  }
}
