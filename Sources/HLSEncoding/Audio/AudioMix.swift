// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import LibAV

/// What is done to the samples of a programme on the way to one layout.
struct AudioMix {
  var source: ChannelLayout
  var target: ChannelLayout
  /// In dB.
  var gain: Double
  /// Whether what comes in can go beyond full scale.
  var canExceedFullScale = false

  /// Where samples are limited at four times the rate, in dBFS, so that true peaks stay below -1 dBTP
  /// at the encoder: going back to the rate adds 0.3 dB where much is cut. What is left is for the
  /// encoders, which add some tenths.
  static let limit = -2.0

  /// The filters in order. What is neither mixed nor amplified passes through untouched.
  func filters(at rate: Int) -> [(name: String, options: [(name: String, value: String)])] {
    var filters: [(name: String, options: [(name: String, value: String)])] = []
    let downmix = Downmix(source, to: target)
    if source != target { filters.append(("pan", [("args", downmix.expression(to: target))])) }
    if gain != 0 {
      filters.append(("volume", [("volume", "\(pow(10, gain / 20))"), ("precision", "float")]))
    }
    guard downmix.isSum || gain != 0 || canExceedFullScale else { return filters }
    let limit = pow(10, Self.limit / 20)
    return filters + [
      // Peaks between samples show at four times the rate.
      ("aresample", [("sample_rate", "\(rate * 4)")]),
      (
        "alimiter",
        [
          ("limit", "\(limit)"), ("level", "0"), ("latency", "1"), ("attack", "5"),
          ("release", "50"),
        ]
      ),
      ("aresample", [("sample_rate", "\(rate)")]),
    ]
  }
}
