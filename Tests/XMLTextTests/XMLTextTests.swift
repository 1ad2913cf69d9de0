// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import RungTestSupport
import Testing
import XMLText

@Suite struct XMLTextTests {
  @Test func `reads elements, namespaces, references and text`() throws {
    let text = """
      <?xml version="1.0"?>
      <tt xmlns="http://www.w3.org/ns/ttml" xml:lang="en" xmlns:tts="urn:s"><!-- note -->
      <p tts:color="red" end="1s">a &amp; &#x62;<br/>c <![CDATA[<d>]]></p></tt>
      """
    let root = try XMLElement(parsing: Array(text.utf8))
    #expect(root.name == "tt")
    #expect(root.namespace == "http://www.w3.org/ns/ttml")
    #expect(root["lang", namespace: "http://www.w3.org/XML/1998/namespace"] == "en")
    let paragraph = try #require(root.child("p"))
    #expect(paragraph["color", namespace: "urn:s"] == "red")
    #expect(paragraph["color"] == nil)
    #expect(paragraph["end"] == "1s")
    #expect(paragraph.content.count == 3)
    #expect(paragraph.text == "a & bc <d>")
    #expect(paragraph.children.map(\.name) == ["br"])
  }

  static let refused: [(text: String, reason: String)] = [
    ("", "expected a document, found nothing"),
    ("text", "is not well-formed"),
    ("<a>", "is not well-formed"),
    ("<a></b>", "is not well-formed"),
    ("<a>&b;</a>", "is not well-formed"),
    ("<!DOCTYPE a><a/>", "expected no document type"),
    (#"<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>"#, "no document type"),
    (
      #"<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;&b;&b;">]><a x="&c;"/>"#, "no document type"
    ),
    (String(repeating: "<a>", count: 200), "at most 128 elements"),
  ]

  @Test(arguments: refused)
  func `refuses what is broken, typed or too deep`(_ text: String, _ reason: String) throws {
    let error = #expect(throws: XMLTextError.self) { try XMLElement(parsing: Array(text.utf8)) }
    #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
  }

  @Test func `refuses more bytes than the limit`() {
    var limits = XMLLimits()
    limits.size = 3
    #expect(throws: XMLTextError.self) {
      try XMLElement(parsing: Array("<a/>".utf8), limits: limits)
    }
  }

  @Test func `writes what can be read, whatever values hold`() throws {
    let writer = try XMLWriter.document()
    try writer.element("Film", ["Title": "a<b>&\"c\"\u{0}\n"]) { () throws(XMLTextError) in
      try writer.element("Version", text: "1.0 & more\u{1}")
      try writer.element("Empty")
    }
    let bytes = try writer.finish()
    #expect(
      String(decoding: bytes, as: UTF8.self) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <Film Title="a&lt;b&gt;&amp;&quot;c&quot;\u{FFFD}&#10;">
          <Version>1.0 &amp; more\u{FFFD}</Version>
          <Empty/>
        </Film>

        """)
    let film = try XMLElement(parsing: bytes)
    #expect(film["Title"] == "a<b>&\"c\"\u{FFFD}\n")
    #expect(film.child("Version")?.text == "1.0 & more\u{FFFD}")
  }
}
