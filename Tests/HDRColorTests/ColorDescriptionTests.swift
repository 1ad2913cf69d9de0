// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HDRColor
import Testing

@Suite struct ColorDescriptionTests {
  /// Transfer characteristics and the VIDEO-RANGE they call for (rfc8216bis, VIDEO-RANGE).
  @Test(arguments: [
    (UInt8(1), VideoRange.sdr), (2, .sdr), (6, .sdr), (13, .sdr), (14, .sdr), (15, .sdr),
    (16, .pq), (18, .hlg),
  ])
  func `the transfer decides the video range`(_ code: UInt8, _ range: VideoRange) {
    #expect(TransferCharacteristics(rawValue: code).videoRange == range)
  }
}
