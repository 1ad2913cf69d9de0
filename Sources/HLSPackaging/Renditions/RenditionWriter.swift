// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSEncoding
internal import ISOBMFF

/// Cuts the samples of one rendition into fragments and segments and writes them as they come.
struct RenditionWriter: RenditionSink {
  private let track: EncodedTrack
  private let codec: String
  private let grid: SegmentGrid
  private let finished: @Sendable (RenditionRecord) -> Void

  private var writer: SegmentWriter
  private var pending: [EncodedSample] = []
  private var captions = CaptionServices()
  /// The pictures that are still looked at for captions.
  private var probes = CaptionServices.probedPictures

  /// Writes the init segment.
  init(
    _ track: EncodedTrack, _ grid: SegmentGrid, _ form: SegmentWriter.Form = .files,
    protection: PackageProtection?, in folder: OutputFolder,
    finished: @escaping @Sendable (RenditionRecord) -> Void
  ) throws {
    self.track = track
    self.grid = grid
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
      if startsSegment(sample) { try writer.endSegment(at: sample.presentationTime) }
    }
    pending.append(sample)
    lookForCaptions(sample)
  }

  mutating func finish() throws {
    let end = pending.map { $0.presentationTime + $0.duration }.max() ?? writer.segmentStart
    try writeFragment()
    try writer.finish(at: end)
    finished(
      RenditionRecord(
        rendition: track.rendition, codec: codec, timescale: track.timescale,
        segments: writer.segments, captions: captions.instreamIDs))
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
    return isVideo ? sample.isSync : group(of: sample) != group(of: first)
  }

  private func startsSegment(_ sample: EncodedSample) -> Bool {
    group(of: sample) / Int64(grid.groupsPerSegment)
      != grid.group(at: writer.segmentStart, timescale: track.timescale)
      / Int64(grid.groupsPerSegment)
  }

  /// The group that a sample is presented in; sound before 0 goes with the first.
  private func group(of sample: EncodedSample) -> Int64 {
    grid.group(at: max(0, sample.presentationTime), timescale: track.timescale)
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
