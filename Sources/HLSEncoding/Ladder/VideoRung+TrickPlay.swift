// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import HDRColor
internal import LibAV

extension VideoRung {
  /// One picture a second, each an IDR picture, at the mean rate that Apple gives for the size
  /// (authoring rules 6.2 and 6.7).
  init(
    trickPlayIn codec: VideoCodec, _ range: VideoRange, width: Int, height: Int, fullRate: Rational
  ) {
    self.init(
      codec: codec, range: range, width: max(2, width & ~1), height: max(2, height & ~1),
      divisor: max(1, Int(fullRate.value.rounded())), fullRate: fullRate,
      bitRate: DenseRate.of(codec, range, pixels: width * height))
    isTrickPlay = true
    coding.framesPerGroup = 1
    coding.allowsReordering = false
    let range = range.rawValue.lowercased()
    label =
      "iframes-\(codec.rawValue)-\(range)-\(min(width, height))p-\(max(1, bitRate / 1000))k"
  }

  /// The pictures for players that wind through a ladder: for each size, range and codec.
  static func trickPlay(of rungs: [VideoRung], fullRate: Rational) -> [VideoRung] {
    rungs.reduce(into: []) { list, rung in
      var dense = VideoRung(
        trickPlayIn: rung.codec, rung.range, width: rung.width, height: rung.height,
        fullRate: fullRate)
      dense.coding.parameters = rung.coding.parameters
      if !list.contains(where: { $0.name == dense.name }) { list.append(dense) }
    }
  }
}

/// Mean rates of one picture a second.
private enum DenseRate {
  /// Authoring rule 6.7, average rates in kb/s by the rows of 16:9 pictures; of two rates for 540
  /// rows the higher. HEVC has none for 360 rows.
  private static let h264 = [(360, 45), (432, 90), (540, 250), (720, 375), (1080, 580)]
  private static let hevcSDR = [(432, 40), (540, 200), (720, 300), (1080, 525)]
  private static let hevcHDR = [(432, 55), (540, 238), (720, 360), (1080, 650)]

  /// What a picture takes at least, in b/s.
  private static let least = 8_000.0

  /// Between two sizes the rate goes on the straight line in log rate over log pixels, and in
  /// proportion to the pixels outside.
  static func of(_ codec: VideoCodec, _ range: VideoRange, pixels: Int) -> Int {
    let table = codec == .h264 ? h264 : range == .sdr ? hevcSDR : hevcHDR
    let rows = table.map { (pixels: Double($0 * $0 * 16 / 9), rate: Double($1) * 1000) }
    let pixels = Double(max(1, pixels))
    let above = rows.firstIndex { $0.pixels >= pixels } ?? rows.count
    let near = rows[min(above, rows.count - 1)]
    guard above > 0, above < rows.count else {
      return Int(max(least, near.rate * pixels / near.pixels))
    }
    let low = rows[above - 1]
    let position = log(pixels / low.pixels) / log(near.pixels / low.pixels)
    return Int((low.rate * pow(near.rate / low.rate, position) / 1000).rounded()) * 1000
  }
}
