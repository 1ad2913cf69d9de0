// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import PredicateFormat
import Testing

@Suite struct StackTests {
  /// Texts as deep as they may be, one for each way to nest.
  static let texts = [
    String(repeating: "(", count: 127) + "a" + String(repeating: ")", count: 127) + " == 1",
    String(repeating: "(1|1^1&1<<1+1*1**", count: 17) + "1" + String(repeating: ")", count: 17)
      + " == 1",
    String(repeating: "NOT (", count: 63) + "a == 1" + String(repeating: ")", count: 63),
    String(repeating: "TERNARY(1 == ", count: 42) + "a" + String(repeating: ", 1, 2)", count: 42)
      + " == 1",
    String(repeating: "SUBQUERY(a, $x, 1 == ", count: 42) + "a"
      + String(repeating: ").@count", count: 42) + " == 1",
  ]

  @Test(arguments: texts)
  func `the deepest text needs no more than a thread's small stack`(_ text: String) throws {
    // What overflows the stack ends the process.
    let thread = Thread {
      guard let tree = try? PredicateTree(text) else { return Thread.current.cancel() }
      _ = tree.predicateFormat
      _ = tree.plainEnglish()
      _ = PredicateLinter().findings(in: tree)
      _ = try? tree.evaluate(["a": [1]])
    }
    thread.stackSize = 2 << 20
    thread.start()
    while !thread.isFinished { Thread.sleep(forTimeInterval: 0.01) }
    #expect(!thread.isCancelled)
  }
}
