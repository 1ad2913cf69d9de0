// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist

/// A report as one page that needs nothing else: no script, no font, no other file.
public struct HTMLReport: CustomStringConvertible, Sendable {
  /// The page.
  public let description: String

  /// Writes a report.
  public init(_ report: ConformanceReport) {
    let name = report.presentation.name.markup
    let verdict = report.hasErrors ? "does not conform" : "conforms"
    let counts = Requirement.allCases.map { "\(report.count($0)) \($0.title)" }
      .joined(separator: ", ")
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
      \(Self.findings(report))
      <h2>Bit rates</h2>
      \(report.presentation.playStreams.map { Self.rates($0, report.presentation) }.joined())
      <h2>Segment boundaries</h2>
      \(Self.alignment(report.presentation))
      <h2>Rules</h2>
      <details><summary>\(report.rules.count) rules were checked</summary>
      <ul>\(report.rules.map { "<li><code>\($0.id)</code> \($0.title.markup)</li>" }.joined())</ul>
      </details>
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
    li { margin: .3rem 0; }
    svg { width: 100%; display: block; }
    figure { margin: .6rem 0; break-inside: avoid; } figcaption { overflow-wrap: anywhere; }
    @media print { body { margin: 0; max-width: none; font-size: 11px; } details { display: none; } }
    """

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
        return """
          <section class="\(requirement.rawValue)"><h3>\(rule.title.markup)</h3>
          <div><code>\(rule.id)</code>, \(rule.reference.markup)</div>
          <ul>\(items.joined(separator: "\n"))</ul></section>
          """
      }
      return "<h2>\(requirement.title)</h2>\n" + sections.joined(separator: "\n")
    }.joined(separator: "\n")
  }

  /// A bar for each segment, with the rates that the playlist declares as lines across.
  private static func rates(_ stream: MediaStream, _ presentation: Presentation) -> String {
    let rates = zip(stream.segments, stream.sizes).map { segment, size -> Double in
      let duration = segment.duration.doubleValue
      guard let size, duration > 0 else { return 0 }
      return Double(size) * 8 / duration
    }
    guard let measured = stream.bandwidth, let most = rates.max(), most > 0 else { return "" }
    // Long streams: the greatest of each group of segments.
    let group = max(1, (rates.count + 239) / 240)
    let bars = stride(from: 0, to: rates.count, by: group).map { start in
      rates[start..<min(start + group, rates.count)].max() ?? 0
    }
    let top = max(most, Double(measured.peak.roundedUp)) * 1.08
    let (width, height) = (960.0, 150.0)
    let step = width / Double(bars.count)
    func y(_ rate: Double) -> Double { height - rate / top * height }
    let drawn = bars.enumerated().map { index, rate in
      """
      <rect x="\(number(Double(index) * step))" y="\(number(y(rate)))" \
      width="\(number(max(step - 0.5, 0.5)))" height="\(number(height - y(rate)))"/>
      """
    }.joined()
    let lines = [(measured.peak.roundedUp, "0"), (measured.average.roundedUp, "6 4")].map {
      #"<line x1="0" x2="960" y1="\#(number(y(Double($0.0))))" y2="\#(number(y(Double($0.0))))""#
        + #" stroke="black" stroke-width="1.5" stroke-dasharray="\#($0.1)"/>"#
    }.joined()
    let declared = presentation.variants(of: stream).first.map {
      "; the variant declares \($0.bandwidth / 1000) kbit/s with its sound"
    }
    return """
      <figure><svg viewBox="0 0 960 152" role="img" aria-label="bit rate of each segment">
      <g fill="darkgray">\(drawn)</g>\(lines)</svg>
      <figcaption><code>\(stream.file.markup)</code>: peak \(measured.peak.roundedUp / 1000) kbit/s \
      (line), average \(measured.average.roundedUp / 1000) kbit/s (dashes)\(declared ?? "")\
      </figcaption></figure>

      """
  }

  /// A row for each playlist with a tick where a segment ends.
  private static func alignment(_ presentation: Presentation) -> String {
    let streams = presentation.playStreams
    guard let longest = streams.map(\.duration.doubleValue).max(), longest > 0 else { return "" }
    // A minute shows whether boundaries meet; an hour of ticks would be a grey bar.
    let shown = min(longest, 60)
    let rows = streams.map { stream in
      var time = 0.0
      let ticks = stream.segments.map { segment -> String in
        time += segment.duration.doubleValue
        guard time <= shown + 0.001 else { return "" }
        let x = number(time / shown * 950 + 5)
        return #"<line x1="\#(x)" x2="\#(x)" y1="0" y2="16" stroke="black"/>"#
      }.joined()
      return """
        <figure><figcaption><code>\(stream.file.lastComponents.markup)</code></figcaption>
        <svg viewBox="0 0 960 16" preserveAspectRatio="none" height="16" role="img" \
        aria-label="ends of segments"><line x1="5" x2="955" y1="8" y2="8" stroke="silver"/>\(ticks)\
        </svg></figure>
        """
    }.joined(separator: "\n")
    return "<p>The first \(seconds(shown)) s: a tick where a segment ends.</p>\n\(rows)"
  }

  private static func number(_ value: Double) -> String {
    value.isFinite ? seconds((value * 100).rounded() / 100) : "0"
  }
}

extension String {
  /// The last two components of a path.
  fileprivate var lastComponents: String {
    split(separator: "/").suffix(2).joined(separator: "/")
  }
}
