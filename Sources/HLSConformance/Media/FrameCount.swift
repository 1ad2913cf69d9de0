// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Frames of AAC in ADTS, counted as their bytes come (ISO/IEC 13818-7 section 6.2).
struct FrameCount: Sendable {
  /// How many frames began.
  private(set) var count = 0
  /// The bytes of the frame that are still to come.
  private var left = 0
  private var header: [UInt8] = []

  /// Looks at the next bytes.
  mutating func add(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    while !rest.isEmpty {
      let passed = min(left, rest.count)
      rest = rest.dropFirst(passed)
      left -= passed
      guard left == 0, let byte = rest.popFirst() else { continue }
      header.append(byte)
      // What is no frame is gone past byte by byte.
      if header.count == 1, header[0] != 0xFF { header = [] }
      if header.count == 2, header[1] & 0xF6 != 0xF0 { header = [] }
      guard header.count == 7 else { continue }
      let length = Int(header[3] & 3) << 11 | Int(header[4]) << 3 | Int(header[5] >> 5)
      count += Int(header[6] & 3) + 1
      left = max(length - 7, 0)
      header = []
    }
  }
}
