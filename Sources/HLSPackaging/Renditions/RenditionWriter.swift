// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSEncoding
internal import ISOBMFF

/// Cuts the samples of one rendition into fragments and segments and writes them as they come.
struct RenditionWriter: RenditionSink {
  private let track: EncodedTrack
  private let cmaf: CMAFTrack
  private let codec: String
  private let grid: SegmentGrid
  private let folder: OutputFolder
  private let finished: @Sendable (RenditionRecord) -> Void

  private var pending: [EncodedSample] = []
  private var file: OutputFile?
  private var segment: RenditionRecord.Segment?
  private var segments: [RenditionRecord.Segment] = []
  private var fragmentCount: UInt32 = 0
  /// The presentation time at which the segment began, in the timescale.
  private var segmentStart: Int64 = 0

  /// Writes the init segment.
  init(
    _ track: EncodedTrack, _ grid: SegmentGrid, in folder: OutputFolder,
    finished: @escaping @Sendable (RenditionRecord) -> Void
  ) throws {
    self.track = track
    self.grid = grid
    self.folder = folder
    self.finished = finished
    cmaf = try CMAFTrack(track)
    guard let codec = CodecString(cmaf.sampleEntry) else {
      throw PackagingError(
        .rendition, track.rendition.directory, "the encoder's headers give no codec string")
    }
    self.codec = codec.description
    try folder.write(
      cmaf.initializationSegment.bytes, to: RenditionRecord.initializationName)
  }

  mutating func append(_ sample: EncodedSample) throws {
    if startsFragment(sample) {
      try writeFragment()
      if startsSegment(sample) { try endSegment(at: sample.presentationTime) }
    }
    pending.append(sample)
  }

  mutating func finish() throws {
    let end = pending.map { $0.presentationTime + $0.duration }.max() ?? segmentStart
    try writeFragment()
    try endSegment(at: end)
    finished(
      RenditionRecord(
        rendition: track.rendition, codec: codec, timescale: track.timescale, segments: segments))
  }

  private var isVideo: Bool { track.color != nil }

  /// Pictures are cut at each IDR, sound at the first frame that starts in another group.
  private func startsFragment(_ sample: EncodedSample) -> Bool {
    guard let first = pending.first else { return false }
    return isVideo ? sample.isSync : group(of: sample) != group(of: first)
  }

  private func startsSegment(_ sample: EncodedSample) -> Bool {
    group(of: sample) / Int64(grid.groupsPerSegment)
      != grid.group(at: segmentStart, timescale: track.timescale) / Int64(grid.groupsPerSegment)
  }

  /// The group that a sample is presented in; sound before 0 goes with the first.
  private func group(of sample: EncodedSample) -> Int64 {
    grid.group(at: max(0, sample.presentationTime), timescale: track.timescale)
  }

  private mutating func writeFragment() throws {
    guard let first = pending.first else { return }
    fragmentCount += 1
    let fragment = cmaf.fragment(
      sequenceNumber: fragmentCount, baseDecodeTime: UInt64(clamping: first.decodeTime),
      samples: pending.map { sample in
        CMAFSample(
          size: UInt32(clamping: sample.bytes.count),
          duration: UInt32(clamping: sample.duration),
          // The edit list takes the lead back. Negative offsets would say the same without one,
          // but FFmpeg, and with it mpv, shows such pictures late by the lead.
          compositionOffset: Int32(
            clamping: sample.presentationTime - sample.decodeTime + track.decodingLead),
          isSync: sample.isSync)
      })
    var file = try currentFile()
    if isVideo {
      segment?.keyPictures.append(
        RenditionRecord.KeyPicture(
          offset: file.size, length: fragment.firstSampleEnd,
          presentationTime: first.presentationTime))
    }
    try file.write(fragment.header)
    for sample in pending { try file.write(sample.bytes) }
    segment?.sampleCount += pending.count
    self.file = file
    pending.removeAll(keepingCapacity: true)
  }

  private mutating func currentFile() throws -> OutputFile {
    if let file { return file }
    let number = String(segments.count + 1)
    let padding = String(repeating: "0", count: max(0, 5 - number.count))
    let name = "segment-\(padding)\(number).m4s"
    segment = RenditionRecord.Segment(
      name: name, size: 0, duration: 0, sampleCount: 0, keyPictures: [])
    var file = try folder.create(name)
    try file.write(cmaf.segmentStart)
    return file
  }

  private mutating func endSegment(at time: Int64) throws {
    guard let file, var segment else { return }
    try file.close()
    segment.size = file.size
    segment.duration = time - segmentStart
    segments.append(segment)
    segmentStart = time
    self.file = nil
    self.segment = nil
  }
}
