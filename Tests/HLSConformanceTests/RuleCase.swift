// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HLSConformance
import Testing

/// A rule with a stream that breaks it, and one that keeps it.
struct RuleCase: Sendable, CustomTestStringConvertible {
  var rule: String
  var failing: Stream
  var passing: Stream

  init(_ rule: String, _ failing: Stream, passing: Stream = .ladder) {
    self.rule = rule
    self.failing = failing
    self.passing = passing
  }

  var testDescription: String { rule }

  func check() async throws {
    #expect(try await failing.findings(rule).isEmpty == false, "the failing input passes")
    #expect(try await passing.findings(rule).map(\.description) == [], "the passing input fails")
  }
}
