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

  /// The highest true peak that a mix or an amplified sound may have, in dBTP.
  static let ceiling = -1.0

  /// How much lower samples are limited than true peaks may be, in dB: at four times the rate a
  /// peak between two samples is at most 0.69 dB above them (BS.1770-4 annex 2, at the highest
  /// frequency), and 0.1 dB at half of that, where sound ends.
  static let margin = 0.1

  /// The filters in order. What is neither mixed nor amplified passes through untouched.
  func filters(at rate: Int) -> [(name: String, options: [(name: String, value: String)])] {
    var filters: [(name: String, options: [(name: String, value: String)])] = []
    let downmix = Downmix(source, to: target)
    if source != target { filters.append(("pan", [("args", downmix.expression(to: target))])) }
    if gain != 0 {
      filters.append(("volume", [("volume", "\(pow(10, gain / 20))"), ("precision", "float")]))
    }
    guard downmix.isSum || gain > 0 else { return filters }
    let limit = pow(10, (Self.ceiling - Self.margin) / 20)
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
