// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HDRColor
import RungTestSupport
import Testing

@Suite struct HDRColorDocumentationTests {
  @Test func `the article's examples do what it says`() {
    let conversion = ColorConversion(from: .pq, to: .bt709, peak: PicturePeak(measured: 1000))
    let signal = conversion(SIMD3(repeating: PQ.inverseEOTF(203)))
    let share = BT1886().eotf(signal.x)
    #expect(abs(share - 0.7835) < 0.000_05)

    let table = ColorTable(conversion, size: 17)
    var file = ""
    table.writeCube(title: "PQ to BT.709", to: &file)
    #expect(file.hasPrefix("TITLE \"PQ to BT.709\"\nLUT_3D_SIZE 17\n"))
    #expect(file.split(separator: "\n").count == 2 + 17 * 17 * 17)
  }

  @Test func `the examples stand in this file`() throws {
    let examples = try DocumentationExamples(article: "Sources/HDRColor/HDRColor.docc/HDRColor.md")
    #expect(examples.examples.count == 2)
    #expect(try examples.missing(from: #filePath).isEmpty)
  }
}
