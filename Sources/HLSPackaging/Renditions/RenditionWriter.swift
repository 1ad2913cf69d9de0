// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSEncoding
internal import ISOBMFF

/// Cuts the samples of one rendition into fragments and segments and writes them as they come.
struct RenditionWriter: RenditionSink {
  private let track: EncodedTrack
  private let codec: String
  private let grid: SegmentGrid
  private let ended: @Sendable (RenditionRecord) throws -> Void
  private let finished: @Sendable (RenditionRecord) -> Void

  private var writer: SegmentWriter
  private var pending: [EncodedSample] = []
  /// When the samples so far end, in the timescale.
  private var end: Int64 = 0
  private var captions = CaptionServices()
  /// The pictures that are still looked at for captions.
  private var probes = CaptionServices.probedPictures

  /// Writes the init segment.
  ///
  /// - Parameters:
  ///   - track: The track.
  ///   - grid: Where segments are cut.
  ///   - form: How segments become files.
  ///   - protection: How they are encrypted.
  ///   - folder: The rendition's folder.
  ///   - ended: Takes what was written so far whenever a segment is complete.
  ///   - finished: Takes what was written in the end.
  /// - Throws: ``PackagingError`` when the init segment cannot be made or written.
  init(
    _ track: EncodedTrack, _ grid: SegmentGrid, _ form: SegmentWriter.Form = .files,
    protection: PackageProtection?, in folder: OutputFolder,
    ended: @escaping @Sendable (RenditionRecord) throws -> Void = { _ in },
    finished: @escaping @Sendable (RenditionRecord) -> Void
  ) throws {
    self.track = track
    self.grid = grid
    self.ended = ended
    self.finished = finished
    let cmaf = try CMAFTrack(track)
    guard let codec = CodecString(cmaf.sampleEntry) else {
      throw PackagingError(
        .rendition, track.rendition.directory, "the encoder's headers give no codec string")
    }
    self.codec = codec.description
    writer = try SegmentWriter(cmaf, form, protection: protection, in: folder)
  }

  mutating func append(_ sample: EncodedSample) throws {
    if startsFragment(sample) {
      try writeFragment()
      if startsSegment(at: sample.presentationTime) {
        try endSegment(at: sample.presentationTime)
      }
    }
    pending.append(sample)
    end = max(end, sample.presentationTime + sample.duration)
    lookForCaptions(sample)
  }

  mutating func endGroups() throws {
    try writeFragment()
    if startsSegment(at: end) { try endSegment(at: end) }
  }

  mutating func finish() throws {
    try writeFragment()
    try writer.finish(at: end)
    finished(record)
  }

  private mutating func endSegment(at time: Int64) throws {
    let count = writer.segments.count
    try writer.endSegment(at: time)
    if writer.segments.count > count { try ended(record) }
  }

  /// What was written so far.
  private var record: RenditionRecord {
    RenditionRecord(
      rendition: track.rendition, codec: codec, timescale: track.timescale,
      segments: writer.segments, captions: captions.instreamIDs,
      initialization: writer.initialization)
  }

  private mutating func lookForCaptions(_ sample: EncodedSample) {
    guard probes > 0, case .video(let rung) = track.rendition else { return }
    probes -= 1
    captions.insert(from: sample.bytes, codec: rung.codec == .h264 ? .h264 : .hevc)
  }

  private var isVideo: Bool { track.color != nil }

  /// Pictures are cut at each IDR, sound at the first frame that starts in another group.
  private func startsFragment(_ sample: EncodedSample) -> Bool {
    guard let first = pending.first else { return false }
    return isVideo
      ? sample.isSync : group(at: sample.presentationTime) != group(at: first.presentationTime)
  }

  private func startsSegment(at time: Int64) -> Bool {
    group(at: time) / Int64(grid.groupsPerSegment)
      != grid.group(at: writer.segmentStart, timescale: track.timescale)
      / Int64(grid.groupsPerSegment)
  }

  /// The group of a time; sound before 0 goes with the first.
  private func group(at time: Int64) -> Int64 {
    grid.group(at: max(0, time), timescale: track.timescale)
  }

  private mutating func writeFragment() throws {
    guard let first = pending.first else { return }
    let samples = pending.map { sample in
      CMAFSample(
        size: UInt32(clamping: sample.bytes.count),
        duration: UInt32(clamping: sample.duration),
        // The edit list takes the lead back. Negative offsets would say the same without one,
        // but FFmpeg, and with it mpv, shows such pictures late by the lead.
        compositionOffset: Int32(
          clamping: sample.presentationTime - sample.decodeTime + track.decodingLead),
        isSync: sample.isSync)
    }
    try writer.write(
      samples, at: first.decodeTime, keyPicture: isVideo ? first.presentationTime : nil,
      payload: EncodedPayload(samples: pending))
    pending.removeAll(keepingCapacity: true)
  }
}
