// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import LibAV

/// Reads and decodes a source once, and hands pictures and sound to the encoders' queues.
///
/// All times are moved so that the ladder starts at 0, and sound is cut and padded to the length
/// of the pictures.
final class SourcePump: Pump {
  private let plan: LadderPlan
  private let source: MediaSource
  private let video: VideoPath?
  private let audio: AudioPaths
  private let cancellation: Cancellation
  private let progress: EncodingProgress
  private var clock: SourceClock
  /// The tracks that are read.
  private let tracks: Set<Int>
  /// The packets of each stream so far, to notice a file that ends early.
  private var packetsRead: [Int: Int] = [:]
  /// When the last packet of each stream ends, in its time base.
  private var ends: [Int: Int64] = [:]

  init(
    _ plan: LadderPlan, _ source: consuming MediaSource, _ queues: EncoderQueues,
    _ cancellation: Cancellation, _ progress: EncodingProgress
  ) throws {
    self.plan = plan
    self.cancellation = cancellation
    self.progress = progress
    video = try plan.video.flatMap {
      plan.allPictures.isEmpty
        ? nil
        : try VideoPath(
          $0, plan,
          source.demuxer.decoder(
            for: $0.index, isStrict: plan.isStrict, threads: EncoderLanes.decoderThreads),
          queues)
    }
    audio = try AudioPaths(plan, source.demuxer, queues, progress)
    tracks = audio.indexes.union(video.map { [$0.stream.index] } ?? [])
    source.demuxer.keep(tracks)
    clock = SourceClock(plan)
    if plan.range.start > 0, source.demuxer.isSeekable {
      try source.demuxer.seek(to: clock.seekTarget)
    }
    self.source = source
  }

  /// Pumps until the source or the part that was asked for ends.
  func run() throws {
    var lastPacketIsCorrupt = false
    while !isDone, let packet = try source.demuxer.read() {
      guard !cancellation.isCancelled else { throw EncodingError(.interrupted, "", "interrupted") }
      packetsRead[packet.streamIndex, default: 0] += 1
      if let time = packet.presentationTime {
        ends[packet.streamIndex] = max(ends[packet.streamIndex] ?? .min, time &+ packet.duration)
      }
      lastPacketIsCorrupt = packet.isCorrupt
      try take(packet)
    }
    if !isDone { try checkEnd(lastPacketIsCorrupt) }
    try source.checkSize()
    try finish()
  }

  /// The pictures at the full rate that were handed on.
  var pictures: Int64 { video?.pictures ?? 0 }

  private var isDone: Bool { video?.isPastEnd ?? audio.arePastEnd }

  private func take(_ packet: Packet) throws {
    if let video, packet.streamIndex == video.stream.index {
      try decode(packet, for: video)
    } else if let path = audio.track(packet.streamIndex) {
      try decode(packet, for: path)
    }
    try audio.give(clock, upTo: video.map(\.seconds))
  }

  private func decode(_ packet: Packet?, for path: VideoPath) throws {
    let isClean = try path.decoder.decode(packet) { frame in
      if frame.isDamaged { try damage(path.stream, at: frame.presentationTime) }
      try path.take(frame, &clock, progress)
    }
    if !isClean { try damage(path.stream, at: packet?.presentationTime) }
  }

  private func decode(_ packet: Packet?, for path: AudioTrackPath) throws {
    let isClean = try path.decoder.decode(packet) { frame in try path.take(frame, &clock) }
    if !isClean { try damage(path.stream, at: packet?.presentationTime) }
    if video == nil, let first = path.firstTime { clock.start(at: first, in: path.stream.timeBase) }
  }

  /// Counts what does not decode cleanly; ends the work where that was asked for.
  private func damage(_ stream: StreamDescription, at time: Int64?) throws {
    progress.damage()
    guard plan.isStrict else { return }
    let seconds =
      time.map { " at \((Double($0) * stream.timeBase.value * 1000).rounded() / 1000) s" } ?? ""
    throw EncodingError(
      .source, plan.source.path, "track \(stream.index) does not decode cleanly\(seconds)",
      hint: "without --strict the last good picture stands in for it")
  }

  private func finish() throws {
    if let video {
      if !video.isPastEnd { try decode(nil, for: video) }
      try video.finish(progress)
    }
    guard clock.isRunning else {
      throw EncodingError(
        .source, plan.source.path, "expected at least one frame, found none that decodes",
        hint: "'rung inspect' shows what the file holds")
    }
    if let start = clock.seconds { progress.start(at: start) }
    for track in audio.tracks where !track.isPastEnd { try decode(nil, for: track) }
    try audio.finish(clock, at: video.map(\.seconds))
  }

  /// A container whose index promises more than was there has been cut off.
  private func checkEnd(_ lastPacketIsCorrupt: Bool) throws {
    // Only QuickTime and MP4 have an index that can be believed.
    guard plan.range.start == 0, plan.source.container.hasPrefix("mov") else { return }
    if lastPacketIsCorrupt {
      throw EncodingError(
        .source, plan.source.path, "the file is cut off in the middle of a packet")
    }
    // Of uncompressed sound the container counts samples, and a packet holds many. Of a track with
    // an edit list only the packets inside come, up to the end that the list says.
    for stream in plan.source.tracks
    where tracks.contains(stream.index) && !stream.codecName.hasPrefix("pcm") {
      guard let read = packetsRead[stream.index], let promised = stream.frameCount,
        !reachesEnd(stream)
      else { continue }
      guard Int64(read) >= promised - max(2, promised / 50) else {
        throw EncodingError(
          .source, plan.source.path,
          "the file is cut off: track \(stream.index) promises \(promised) packets, found \(read)")
      }
    }
  }

  /// Whether what was read of a stream goes on to within a tenth of a second of its declared end.
  private func reachesEnd(_ stream: StreamDescription) -> Bool {
    guard let end = ends[stream.index], let start = stream.startTime,
      let duration = stream.duration
    else { return false }
    return Double(start &+ duration &- end) * stream.timeBase.value < 0.1
  }
}
