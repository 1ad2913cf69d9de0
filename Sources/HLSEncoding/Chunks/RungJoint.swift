// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import LibAV

/// Where the chunks of a rung, which are done in any order, become one track.
final class RungJoint: Sendable {
  private let rung: VideoRung
  private let plan: LadderPlan
  private let sink: any LadderSink
  private let progress: EncodingProgress

  private let lock = NSLock()
  // Touched under the lock, but for `track`: that is touched by whoever has set `isWriting`.
  nonisolated(unsafe) private var waiting: [Int: EncodedChunk] = [:]
  nonisolated(unsafe) private var next = 0
  nonisolated(unsafe) private var isWriting = false
  nonisolated(unsafe) private var track: Track?

  /// The track so far.
  private struct Track {
    var target: any RenditionSink
    var header: [UInt8]
    /// The pictures so far.
    var pictures: Int64 = 0
    /// Those before the run that is written.
    var runStart: Int64 = 0
  }

  init(
    _ rung: VideoRung, _ plan: LadderPlan, _ sink: any LadderSink, _ progress: EncodingProgress
  ) {
    self.rung = rung
    self.plan = plan
    self.sink = sink
    self.progress = progress
  }

  /// Takes a chunk, and hands on all that are in turn: one thread at a time.
  func take(_ chunk: EncodedChunk, _ number: Int) throws {
    let isMine = lock.withLock {
      unsafe waiting[number] = chunk
      guard unsafe !isWriting else { return false }
      unsafe isWriting = true
      return true
    }
    guard isMine else { return }
    while let chunk = nextInTurn() { try write(chunk) }
  }

  /// The next chunk, or `nil`, and then the writing is anybody's again.
  private func nextInTurn() -> EncodedChunk? {
    lock.withLock {
      guard let chunk = unsafe waiting.removeValue(forKey: next) else {
        unsafe isWriting = false
        return nil
      }
      unsafe next += 1
      return chunk
    }
  }

  /// Ends the track.
  func close() throws {
    unsafe try track?.target.finish()
    unsafe track = nil
  }

  /// Pictures come in decoding order and last equally long, so that decoding times count up from
  /// 0 and composition offsets carry the reordering.
  private func write(_ chunk: EncodedChunk) throws {
    // Whole rates count milliseconds' worth of ticks, so that every picture lasts a whole number.
    let scale: Int64 = rung.frameRate.denominator < 1000 ? 1000 : 1
    let ticks = rung.frameRate.denominator * scale
    var track =
      try unsafe self.track
      ?? Track(
        target: sink.sink(for: description(of: chunk, ticks, rung.frameRate.numerator * scale)),
        header: chunk.header)
    guard track.header == chunk.header else {
      throw EncodingError(
        .encoder, rung.name, "the headers of a later chunk differ from those of the first")
    }
    if !chunk.isContinued { track.runStart = track.pictures }
    var offset = 0
    for (index, picture) in chunk.pictures.enumerated() {
      let bytes = Array(chunk.bytes[offset..<offset + picture.size])
      offset += picture.size
      try track.target.append(
        EncodedSample(
          bytes: bytes, decodeTime: (track.pictures + Int64(index)) * ticks,
          presentationTime: (track.runStart + picture.place) * ticks, duration: ticks,
          isSync: picture.isSync))
    }
    track.pictures += Int64(chunk.pictures.count)
    if rung.coding.isChunked { try track.target.endGroups() }
    unsafe self.track = track
  }

  private func description(
    of chunk: EncodedChunk, _ ticks: Int64, _ timescale: Int64
  ) -> EncodedTrack {
    EncodedTrack(
      rendition: .video(rung),
      configuration: chunk.configuration(rung.codec),
      timescale: timescale, decodingLead: Int64(chunk.reorderDepth) * ticks, color: rung.color,
      metadata: plan.metadata(of: rung))
  }
}

extension EncodedChunk {
  fileprivate func configuration(_ codec: VideoCodec) -> EncodedTrack.Configuration {
    switch codec {
    case .h264: .h264(header)
    case .hevc: .hevc(header)
    case .proRes422Proxy, .proRes422LT, .proRes422, .proRes422HQ, .proRes4444: .none
    }
  }
}
