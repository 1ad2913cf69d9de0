// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import LibAV

/// How the channels of a sound are mixed to fewer: factors, and never a normalization, so that
/// what is in front stays as loud as it was. The sum may exceed full scale, and is limited.
///
/// To stereo, the front is kept as it is; the centre and what is behind, beside or above goes to
/// both sides or to its own at -3 dB; low frequencies are left out (ITU-R BS.775). A single channel
/// behind stands for two at -3 dB each, and ends at -6 dB on each side.
struct Downmix {
  /// For each channel that comes out, a factor for each channel that goes in.
  let gains: [[Double]]

  /// Whether the sum can be louder than what goes in.
  var isSum: Bool { gains.contains { $0.reduce(0, +) > 1 } }

  /// The mix of a layout to another; channels that nothing is known of are left out.
  init(_ source: ChannelLayout, to target: ChannelLayout) {
    // One channel alone is in the middle, wherever its loudspeaker was to stand.
    if source.channels.count == 1, target == .mono || target == .stereo {
      gains = target == .mono ? [[1]] : [[Self.half], [Self.half]]
      return
    }
    gains = target.channels.map { output in
      source.channels.map { input in
        input == output ? 1 : Self.gain(of: input, in: output, source, target)
      }
    }
  }

  /// Minus three decibels: half the power.
  static let half = 0.5.squareRoot()

  private static func gain(
    of input: String, in output: String, _ source: ChannelLayout, _ target: ChannelLayout
  ) -> Double {
    guard !target.channels.contains(input) else { return 0 }
    switch target {
    case .mono: return mono(input)
    case .stereo: return stereo(input, isLeft: output == "FL")
    default: return surround(input, in: output, source)
    }
  }

  private static func mono(_ input: String) -> Double {
    (stereo(input, isLeft: true) + stereo(input, isLeft: false)) * half
  }

  private static func stereo(_ input: String, isLeft: Bool) -> Double {
    switch input {
    case "FC", "TFC": half
    case "BC", "TC", "TBC", "BFC": 0.5
    case "LFE", "LFE2": 0
    case "FL", "FLC", "WL", "DL": isLeft ? 1 : 0
    case "FR", "FRC", "WR", "DR": isLeft ? 0 : 1
    case let side where side.hasSuffix("L"): isLeft ? half : 0
    case let side where side.hasSuffix("R"): isLeft ? 0 : half
    default: 0
    }
  }

  /// To three in front and two at the sides: what is behind goes to the sides, at -3 dB where the
  /// sides have sound of their own.
  private static func surround(
    _ input: String, in output: String, _ source: ChannelLayout
  ) -> Double {
    let sideGain = source.channels.contains("SL") ? half : 1
    switch (input, output) {
    case ("BL", "SL"), ("BR", "SR"): return sideGain
    case ("BC", "SL"), ("BC", "SR"), ("TBC", "SL"), ("TBC", "SR"): return half
    case ("TFC", "FC"), ("BFC", "FC"): return half
    case ("TC", "SL"), ("TC", "SR"): return 0.5
    case ("FLC", "FL"), ("FRC", "FR"), ("WL", "FL"), ("WR", "FR"): return 1
    case ("TFL", "FL"), ("TFR", "FR"), ("BFL", "FL"), ("BFR", "FR"): return half
    case ("TBL", "SL"), ("TBR", "SR"), ("TSL", "SL"), ("TSR", "SR"): return half
    case ("SDL", "SL"), ("SDR", "SR"): return half
    default: return 0
    }
  }

  /// The mix as FFmpeg's `pan` filter takes it, with channels by number.
  func expression(to target: ChannelLayout) -> String {
    let outputs = gains.enumerated().map { output, row in
      let terms = row.enumerated().filter { $0.element != 0 }.map { "\($0.element)*c\($0.offset)" }
      return "c\(output)=" + (terms.isEmpty ? "0*c0" : terms.joined(separator: "+"))
    }
    return ([target.name] + outputs).joined(separator: "|")
  }
}
