// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HLSConformance
import Testing

@Suite struct CatalogueTests {
  @Test func `every rule has a stream that breaks it`() {
    let tables =
      MediaRuleTests.cases.map(\.rule) + StreamRuleTests.cases.map(\.rule)
      + RenditionRuleTests.cases.map(\.rule) + ReadingRuleTests.cases.map(\.rule)
      + ContentRuleTests.cases.map(\.rule) + ReloadRuleTests.cases.map(\.rule)
      + SegmentFormatTests.cases.map(\.rule) + DeliveryTests.cases.map(\.rule)
      + DeliveryTests.serverCases.map(\.rule)
      + ["rfc-4-wrong-encoding", "rfc-4-invalid-utf8", "rfc-4.4.6-readable"]
    let tested = Set(tables)
    let rules = ConformanceRule.all.map(\.id)
    print("\(rules.filter(tested.contains).count) of \(rules.count) rules have both inputs")
    #expect(rules.filter { !tested.contains($0) } == [])
    #expect(tested.filter { ConformanceRule.named($0) == nil } == [])
  }

  @Test func `names are unique and say where a rule is from`() {
    let names = ConformanceRule.all.map(\.id)
    #expect(Set(names).count == names.count)
    #expect(ConformanceRule.named("apple-9.14")?.reference == "HLS Authoring Specification 9.14")
    #expect(ConformanceRule.named("apple-tv-9-audio-alone")?.source == .appleTV)
    #expect(ConformanceRule.named("rfc-4.4.3.8-part-hold-back")?.clause == "4.4.3.8")
  }

  @Test(arguments: [
    ("apple-9", ["apple-9.1", "apple-9.14"], ["apple-1.1"]),
    ("apple-9.1", ["apple-9.1"], ["apple-9.14", "apple-9.15"]),
    ("rfc-4.4.3.8", ["rfc-4.4.3.8-part-hold-back"], ["rfc-4.4.3.5-live"]),
  ])
  func `a name stands for all rules below it`(
    _ name: String, _ included: [String], _ excluded: [String]
  ) {
    let names = Set(RuleSelection(only: [name]).rules.map(\.id))
    #expect(names.isSuperset(of: included))
    #expect(names.isDisjoint(with: excluded))
    #expect(RuleSelection(skipping: [name]).rules.allSatisfy { !included.contains($0.id) })
  }

  @Test func `findings say the line of the tag they are about`() async throws {
    let stream = Stream.ladder.replacing("L93", with: "L156")
    let report = ConformanceReport(
      of: try await stream.load(), against: RuleSelection(only: ["apple-1.6"]))
    #expect(report.findings.map(\.place.line) == [8])
    #expect(report.findings.map(\.found) == ["'hvc1.2.4.L156.B0'"])
  }
}
