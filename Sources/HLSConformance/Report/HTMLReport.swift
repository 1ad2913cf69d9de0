// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist

/// A report as one page that needs nothing else: no script, no font, no other file. It reads in
/// black and white, on paper and on a narrow screen.
public struct HTMLReport: CustomStringConvertible, Sendable {
  /// The page.
  public let description: String

  /// The most playlists that are drawn.
  private static let drawn = 48

  /// Writes a report.
  public init(_ report: ConformanceReport) {
    let name = report.presentation.name.markup
    let verdict = report.hasErrors ? "does not conform" : "conforms"
    let counts = Requirement.allCases.map { "\(report.count($0)) \($0.title)" }
      .joined(separator: " and ")
    description = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(name)</title>
      <style>
      \(Self.style)
      </style>
      </head>
      <body>
      <h1>\(name)</h1>
      <p><strong>The stream \(verdict).</strong> \(counts) findings;
      \(report.rules.count) rules on \(report.presentation.files.count) playlists.</p>
      \(Self.notes(report))
      \(Self.findings(report))
      \(Self.charts(report.presentation))
      <section class="rules"><h2>Rules</h2>
      <details><summary>\(report.rules.count) rules were checked</summary>
      <ul>\(report.rules.map { "<li><code>\($0.id)</code> \($0.title.markup)</li>" }.joined())</ul>
      </details></section>
      </body>
      </html>

      """
  }

  private static let style = """
    body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem;
      padding: 0 1rem; color: #111; background: #fff; }
    h1 { font-size: 1.4rem; overflow-wrap: anywhere; }
    h2 { font-size: 1.15rem; margin-top: 2rem; border-bottom: 1px solid #888; }
    h3 { font-size: 1rem; margin: 1.2rem 0 .2rem; overflow-wrap: anywhere; }
    .must { border-left: 6px solid #111; } .should { border-left: 6px dotted #666; }
    section { padding-left: .8rem; margin: 1rem 0; break-inside: avoid; }
    code, .place { font-family: ui-monospace, monospace; font-size: .9em; overflow-wrap: anywhere; }
    ul { padding-left: 1.2rem; } li { margin: .3rem 0; overflow-wrap: anywhere; }
    figure { margin: 1rem 0; break-inside: avoid; }
    figcaption { overflow-wrap: anywhere; }
    svg { width: 100%; height: 7rem; display: block; border: solid #888; border-width: 0 0 1px 1px; }
    svg.row { height: 1.2rem; border-width: 0; }
    svg * { vector-effect: non-scaling-stroke; }
    .axis { display: flex; justify-content: space-between; font-size: .85em; color: #333; }
    @media print { body { margin: 0; max-width: none; font-size: 11px; } .rules { display: none; } }
    """

  private static func notes(_ report: ConformanceReport) -> String {
    guard !report.notes.isEmpty else { return "" }
    let items = report.notes.prefix(drawn).map { "<li>\($0.description.markup)</li>" }
    return "<h2>Notes</h2>\n<ul>\(items.joined(separator: "\n"))</ul>"
  }

  private static func findings(_ report: ConformanceReport) -> String {
    Requirement.allCases.map { requirement in
      let groups = report.groups.filter { $0.rule.requirement == requirement }
      guard !groups.isEmpty else { return "" }
      let sections = groups.map { rule, findings in
        let items = findings.map { finding in
          let fix = finding.fix.map { "<br>fix: <code>\("\($0)".markup)</code>" } ?? ""
          return """
            <li><span class="place">\("\(finding.place)".markup)</span><br>expected \
            \(finding.expected.markup), found \(finding.found.markup)\(fix)</li>
            """
        }
        let left = report.suppressed[rule.id].map { "<li>and \($0) more</li>" } ?? ""
        return """
          <section class="\(requirement.rawValue)"><h3>\(rule.title.markup)</h3>
          <div><code>\(rule.id)</code>, \(rule.reference.markup)</div>
          <ul>\(items.joined(separator: "\n"))\(left)</ul></section>
          """
      }
      return "<h2>\(requirement.title)</h2>\n" + sections.joined(separator: "\n")
    }.joined(separator: "\n")
  }

  private static func charts(_ presentation: Presentation) -> String {
    let streams = presentation.playStreams.prefix(drawn)
    let rates = streams.compactMap { RateChart($0, in: presentation)?.description }
    let buffers = presentation.variants.prefix(drawn).compactMap {
      BufferChart($0, in: presentation)?.description
    }
    let alignment = AlignmentChart(Array(streams)).description
    return [
      chapter("Bit rates", RateChart.explanation, rates.joined()),
      chapter("Buffer", BufferChart.explanation, buffers.joined()),
      chapter("Segment boundaries", AlignmentChart.explanation, alignment),
    ].joined()
  }

  private static func chapter(_ title: String, _ explanation: String, _ content: String) -> String {
    content.isEmpty ? "" : "<h2>\(title)</h2>\n<p>\(explanation)</p>\n\(content)"
  }
}
