// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import CXML2

/// Writes an XML document element by element in UTF-8.
///
/// Names are the writer's own and have to be names of XML; values may be anything: what XML cannot
/// hold, such as NUL, becomes U+FFFD.
@safe
public struct XMLWriter: ~Copyable {
  private let raw: xmlTextWriterPtr
  private let buffer: xmlBufferPtr

  private init(adopting raw: xmlTextWriterPtr, _ buffer: xmlBufferPtr) {
    unsafe self.raw = raw
    unsafe self.buffer = buffer
  }

  deinit {
    unsafe xmlFreeTextWriter(raw)
    unsafe xmlBufferFree(buffer)
  }

  /// Begins a document.
  ///
  /// - Parameter isIndented: Whether elements stand on lines of their own, which adds white space
  ///   beside text that has elements in it.
  /// - Returns: The writer of the document.
  /// - Throws: ``XMLTextError`` when there is no memory.
  public static func document(
    isIndented: Bool = true
  ) throws(XMLTextError) -> XMLWriter {
    guard let buffer = unsafe xmlBufferCreate() else { throw XMLTextError("out of memory") }
    guard let raw = unsafe xmlNewTextWriterMemory(buffer, 0) else {
      unsafe xmlBufferFree(buffer)
      throw XMLTextError("out of memory")
    }
    let writer = unsafe XMLWriter(adopting: raw, buffer)
    unsafe xmlTextWriterSetIndent(raw, isIndented ? 1 : 0)
    unsafe xmlTextWriterSetIndentString(raw, "  ")
    try writer.check(unsafe xmlTextWriterStartDocument(raw, "1.0", "UTF-8", nil))
    return writer
  }

  /// Writes an element with what the body writes inside.
  ///
  /// - Throws: ``XMLTextError`` when there is no memory.
  public func element(
    _ name: String, _ attributes: KeyValuePairs<String, String> = [:],
    _ body: () throws(XMLTextError) -> Void = {}
  ) throws(XMLTextError) {
    try check(unsafe xmlTextWriterStartElement(raw, name))
    for (name, value) in attributes {
      try check(unsafe xmlTextWriterWriteAttribute(raw, name, Self.clean(value)))
    }
    try body()
    try check(unsafe xmlTextWriterEndElement(raw))
  }

  /// Writes an element that holds a text.
  ///
  /// - Throws: ``XMLTextError`` when there is no memory.
  public func element(
    _ name: String, _ attributes: KeyValuePairs<String, String> = [:], text value: String
  ) throws(XMLTextError) {
    try element(name, attributes) { () throws(XMLTextError) in try text(value) }
  }

  /// Writes text.
  ///
  /// - Throws: ``XMLTextError`` when there is no memory.
  public func text(_ text: String) throws(XMLTextError) {
    try check(unsafe xmlTextWriterWriteString(raw, Self.clean(text)))
  }

  /// Ends the document: its bytes.
  ///
  /// - Throws: ``XMLTextError`` when there is no memory.
  public consuming func finish() throws(XMLTextError) -> [UInt8] {
    try check(unsafe xmlTextWriterEndDocument(raw))
    try check(unsafe xmlTextWriterFlush(raw))
    guard let content = unsafe xmlBufferContent(buffer) else { return [] }
    return unsafe Array(
      UnsafeBufferPointer(start: content, count: Int(xmlBufferLength(buffer))))
  }

  private func check(_ result: Int32) throws(XMLTextError) {
    guard result >= 0 else { throw XMLTextError("out of memory") }
  }

  /// The text without what no XML 1.0 document can hold (section 2.2).
  private static func clean(_ text: String) -> String {
    func isFine(_ scalar: Unicode.Scalar) -> Bool {
      scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF
        || scalar == "\t" || scalar == "\n" || scalar == "\r"
    }
    guard !text.unicodeScalars.allSatisfy(isFine) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { result.append(isFine(scalar) ? scalar : "\u{FFFD}") }
    return String(result)
  }
}
