// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HLSOffline
import Testing

@Suite struct SafePathTests {
  @Test(arguments: [
    "boot.xml", "0-ABC-2110848/segment-00001.m4s", "Data/Rung.json", "a b/c.frag", "..a/b..c",
    "ünïcode/文.mp4",
  ])
  func `takes what stays in the package`(_ path: String) {
    #expect(SafePath(path)?.text == path)
  }

  @Test(arguments: [
    "", "/", "/etc/passwd", "..", "../x", "a/../../x", "a/..", "./a", "a/./b", "a//b", "a/",
    "a\\..\\b", "C:\\x", "c:x", "a%2fb", "..%2f..%2fx", "a\u{0}b", "a\nb", "a\u{7F}", "a\u{85}",
    "NUL", "nul.txt", "con", "a/COM1.m4s", "lpt9", "aux.mp4", "file:stream", "a*", "a?b", "a|b",
    "a<b", "a.", "a ", "a/b./c", String(repeating: "n", count: 256),
    String(repeating: "d/", count: 600) + "x",
  ])
  func `refuses what could lead elsewhere or be something else`(_ path: String) {
    #expect(SafePath(path) == nil)
  }
}
