// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HDRColor

/// Prints the default tone map of HDR10 at 1,000 cd/m² as a `.cube` table, for programs that are
/// to map light as Rung does.
enum ToneMapTable {
  static func run() {
    print(ColorTable(ColorConversion(from: .pq, to: .bt709)).cube(title: "PQ to BT.709"))
  }
}
