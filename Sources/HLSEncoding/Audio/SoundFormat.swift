// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import LibAV

/// How the samples of a track come out of its decoder.
struct SoundFormat: Hashable, Sendable {
  var sampleRate: Int
  /// FFmpeg's name of how samples are stored, such as `fltp`.
  var sampleFormat: String
  var layout: ChannelLayout

  /// The options of a filter that takes such sound.
  var source: [(name: String, value: String)] {
    [
      ("sample_rate", "\(sampleRate)"), ("sample_fmt", sampleFormat),
      ("channel_layout", layout.channels.joined(separator: "+")), ("time_base", "1/\(sampleRate)"),
    ]
  }
}

extension Frame {
  /// The format of the frame's sound.
  func soundFormat() throws(EncodingError) -> SoundFormat {
    guard let layout = ChannelLayout(channelLayout) else {
      throw EncodingError(
        .source, "", "expected sound whose channels are known, found '\(channelLayout)'")
    }
    return SoundFormat(
      sampleRate: max(1, sampleRate), sampleFormat: sampleFormat, layout: layout)
  }
}
