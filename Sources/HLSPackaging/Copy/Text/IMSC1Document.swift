// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import XMLText

/// A document of IMSC1 text (W3C IMSC 1.0.1, text profile) with the cues of one segment.
///
/// Times count from the start of the track, not of the sample, and every document has all the styles
/// that it needs. Cues are shown in one region at the bottom, in the reader's own font.
struct IMSC1Document {
  private let cues: [TextCue]
  private let language: String

  init(_ cues: [TextCue], language: String?) {
    self.cues = cues
    self.language = language ?? "und"
  }

  /// The document's bytes.
  ///
  /// - Throws: ``XMLTextError`` when there is no memory.
  func bytes() throws(XMLTextError) -> [UInt8] {
    let writer = try XMLWriter.document(isIndented: false)
    try writer.element(
      "tt",
      [
        "xmlns": "http://www.w3.org/ns/ttml",
        "xmlns:ttp": "http://www.w3.org/ns/ttml#parameter",
        "xmlns:tts": "http://www.w3.org/ns/ttml#styling",
        "ttp:profile": "http://www.w3.org/ns/ttml/profile/imsc1/text",
        "ttp:timeBase": "media", "xml:lang": language,
      ]
    ) { () throws(XMLTextError) in
      try writer.element("head") { () throws(XMLTextError) in
        try writer.element("layout") { () throws(XMLTextError) in
          try writer.element(
            "region",
            [
              "xml:id": "bottom", "tts:origin": "10% 75%", "tts:extent": "80% 20%",
              "tts:displayAlign": "after", "tts:textAlign": "center",
            ])
        }
      }
      guard !cues.isEmpty else { return }
      try writer.element("body", ["region": "bottom"]) { () throws(XMLTextError) in
        try writer.element("div") { () throws(XMLTextError) in
          for cue in cues { try Self.write(cue, to: writer) }
        }
      }
    }
    return try writer.finish()
  }

  private static func write(
    _ cue: TextCue, to writer: borrowing XMLWriter
  ) throws(XMLTextError) {
    try writer.element(
      "p", ["begin": TextTrack.clock(cue.start), "end": TextTrack.clock(cue.end)]
    ) { () throws(XMLTextError) in
      for run in CueText(webVTT: cue.text).runs {
        guard !run.looks.isEmpty else {
          try writeLines(run.text, to: writer)
          continue
        }
        try writer.element("span", looks(run.looks)) { () throws(XMLTextError) in
          try writeLines(run.text, to: writer)
        }
      }
    }
  }

  private static func writeLines(
    _ text: String, to writer: borrowing XMLWriter
  ) throws(XMLTextError) {
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    for (index, line) in lines.enumerated() {
      if index > 0 { try writer.element("br") }
      try writer.text(String(line))
    }
  }

  /// The attributes of looks, those that are not there with their usual value.
  private static func looks(_ looks: Set<Character>) -> KeyValuePairs<String, String> {
    [
      "tts:fontWeight": looks.contains("b") ? "bold" : "normal",
      "tts:fontStyle": looks.contains("i") ? "italic" : "normal",
      "tts:textDecoration": looks.contains("u") ? "underline" : "none",
    ]
  }
}
