// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Dispatch
import HLSConformance

/// Holds a stream against every rule, repairs it and reports it: a playlist, a second one that it
/// may name, an initialisation section and a segment, which a byte of 0xFF tells apart.
func validateEverything(_ bytes: [UInt8]) {
  let parts = bytes.split(separator: 0xFF, maxSplits: 3, omittingEmptySubsequences: false)
    .map(Array.init)
  func part(_ index: Int) -> [UInt8] { parts[min(index, parts.count - 1)] }
  let source = MemorySource([
    "p": part(0), "a": part(1), "i": part(2), "s": part(3), "s.ts": part(3),
  ])
  let done = DispatchSemaphore(value: 0)
  Task.detached {
    await validate(source)
    done.signal()
  }
  done.wait()
}

private func validate(_ source: MemorySource) async {
  guard let loaded = try? await Presentation.load("p", from: source) else { return }
  let presentation = await loaded.readingMedia(from: source)
  let report = ConformanceReport(of: presentation)
  precondition(HTMLReport(report).description.hasSuffix("</html>\n"))
  precondition(JUnitReport(report).description.hasSuffix("</testsuites>\n"))
  _ = StreamComparison(presentation, loaded).differences
  let repair = Repair(of: presentation)
  for change in repair.changes { _ = LineDifference(change.old, change.new).description }
  let again = Repair(of: repair.presentation)
  precondition(again.changes.isEmpty, "repairing twice is repairing once")
}
