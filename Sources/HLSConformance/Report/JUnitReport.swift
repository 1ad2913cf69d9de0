// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A report in the form that build servers read: a test case for each rule.
public struct JUnitReport: CustomStringConvertible, Sendable {
  /// The document.
  public let description: String

  /// Writes a report. A Must finding is a failure; Should findings stand in the output of a case.
  public init(_ report: ConformanceReport) {
    let groups = Dictionary(
      report.groups.map { ($0.rule.id, $0.findings) }, uniquingKeysWith: { first, _ in first })
    let failures = report.groups.count { $0.rule.requirement == .must }
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      "<testsuites>",
      #"<testsuite name="\#(report.presentation.name.markup)" tests="\#(report.rules.count)""#
        + #" failures="\#(failures)" errors="0" skipped="0">"#,
    ]
    for rule in report.rules {
      let head =
        #"<testcase classname="\#(rule.source.rawValue)" name="\#(rule.id) \#(rule.title.markup)""#
      guard let findings = groups[rule.id] else {
        lines.append(head + "/>")
        continue
      }
      let text = findings.map(\.description.markup).joined(separator: "\n")
      let body =
        rule.requirement == .must
        ? #"<failure message="\#(rule.title.markup)">\#(text)</failure>"#
        : "<system-out>\(text)</system-out>"
      lines.append("\(head)>\(body)</testcase>")
    }
    lines += ["</testsuite>", "</testsuites>", ""]
    description = lines.joined(separator: "\n")
  }
}

extension String {
  /// The text with what XML and HTML give a meaning replaced, and without the control characters
  /// that they cannot hold.
  var markup: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "\n", "\t": text.unicodeScalars.append(scalar)
      case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: break
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
