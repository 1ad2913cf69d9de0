// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HDRColor

@testable import HLSEncoding
@testable import LibAV

/// Sources that exist as descriptions alone.
enum Source {
  static func video(
    _ width: Int, _ height: Int, _ rate: Rational = Rational(30_000, 1001),
    _ color: ColorDescription = .bt709, aspect: Rational = Rational(1), rotation: Int = 0
  ) -> StreamDescription {
    var stream = track(.video, "hevc")
    stream.video = VideoParameters(
      width: width, height: height, sampleAspect: aspect,
      orientation: Orientation(rotation: rotation), frameRate: rate, averageFrameRate: rate,
      pixelFormat: .yuv420p10, color: color, chromaLocation: .left, isInterlaced: false)
    return stream
  }

  static func audio(
    language: String? = nil, title: String? = nil, flags: Set<String> = [], rate: Int = 48_000,
    layout: String = "stereo", channels: Int = 2, isLayoutAssumed: Bool = false
  ) -> StreamDescription {
    var stream = track(.audio, "aac")
    stream.language = language
    stream.title = title
    stream.flags = flags
    stream.audio = AudioParameters(
      sampleRate: rate, channelCount: ChannelLayout(layout)?.channels.count ?? channels,
      channelLayout: layout, isLayoutAssumed: isLayoutAssumed)
    return stream
  }

  static func track(_ kind: StreamDescription.Kind, _ codec: String) -> StreamDescription {
    StreamDescription(
      index: 0, kind: kind, codecName: codec, timeBase: Rational(1, 90_000), flags: [])
  }

  static func of(_ tracks: StreamDescription...) -> SourceDescription { of(tracks: tracks) }

  static func of(tracks: [StreamDescription]) -> SourceDescription {
    var tracks = tracks
    for index in tracks.indices { tracks[index].index = index }
    return SourceDescription(
      path: "film.mov", container: "mov", duration: Rational(60), tracks: tracks,
      chapterCount: 0, findings: BitstreamFindings())
  }
}
