// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import LibAV

/// Reads the packets of a clip once, for its pictures and its sound; what one of them is not ready
/// for waits.
final class ClipReader {
  let clip: Composition.Clip
  /// Joins the times of sources that restart them.
  var clock: SourceClock
  /// Where the clip starts on the source's clock, in seconds.
  let origin: Rational

  private let demuxer: Demuxer
  private let cancellation: Cancellation
  private var waiting: [Int: ArraySlice<Packet>] = [:]
  private var isAtEnd = false

  /// Sound from so much before the start is decoded for what decoders need to get going, in seconds.
  private static let lead = 0.25

  init(
    _ clip: Composition.Clip, reading tracks: Set<Int>, _ cancellation: Cancellation
  ) throws {
    self.clip = clip
    self.cancellation = cancellation
    let source = clip.source
    demuxer = try MediaSource.openDemuxer(source.path, cancellation, orStill: source.isStill)
    demuxer.keep(tracks)
    for track in tracks { waiting[track] = [] }
    let part = SourceRange(start: max(0, clip.range.start.value - Self.lead))
    let rate = FrameRate.snapped(source.mainVideo?.video?.pictureRate ?? Rational(25))
    clock = SourceClock(source, part, rate)
    origin = source.startTime + clip.range.start
    if part.start > 0, demuxer.isSeekable, !source.isStill {
      try demuxer.seek(to: clock.seekTarget)
    }
  }

  /// A decoder of one of the tracks.
  func decoder(of track: Int, isStrict: Bool) throws -> Decoder {
    try demuxer.decoder(for: track, isStrict: isStrict)
  }

  /// The next packet of a track; `nil` at the end.
  func packet(of track: Int) throws -> Packet? {
    while waiting[track]?.isEmpty != false, !isAtEnd {
      guard !cancellation.isCancelled else { throw EncodingError(.interrupted, "", "interrupted") }
      if let packet = try demuxer.read() {
        waiting[packet.streamIndex]?.append(packet)
      } else {
        isAtEnd = true
      }
    }
    return waiting[track]?.popFirst()
  }

  /// How long after the clip's start a time of a track is, in units of another time base.
  func time(_ time: Int64, in timeBase: Rational, to target: Rational) -> Int64 {
    timeBase.rescale(time, to: target) &- target.inverse.multiplied(by: origin)
  }
}

extension SourceDescription {
  /// When the source starts on its own clock, in seconds: with its first picture, or with its sound
  /// where that leads by much.
  fileprivate var startTime: Rational {
    func start(_ stream: StreamDescription) -> Rational {
      Rational.seconds(stream.startTime ?? 0, in: stream.timeBase)
    }
    let sound = usableAudio.map(start).min()
    guard let main = mainVideo else { return sound ?? Rational(0) }
    let pictures = start(main) + pictureDelay
    guard let sound, pictures - sound > SourceClock.keptLead else { return pictures }
    return sound
  }
}
