// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import ISOBMFF
internal import LibAV
internal import Synchronization

/// Puts the samples of a writer's tracks together to segments, and hands these to a delegate.
///
/// A segment is handed on once every track has come to its end: until then its samples are held.
final class SegmentAssembler: LadderSink {
  private let names: [String]
  private let options: SegmentOptions
  private let schedule: SegmentSchedule
  /// What is added to the times of samples, in seconds.
  private let origin: Rational
  private let delegate: any SegmentDelegate
  private let state: Mutex<State>

  private struct State {
    var tracks: [Int: TrackSegments] = [:]
    var absent: Set<Int> = []
    var isHeaderWritten = false
    var sequenceNumber: UInt32
  }

  init(
    _ names: [String], _ options: SegmentOptions, _ schedule: SegmentSchedule, origin: Rational,
    to delegate: any SegmentDelegate
  ) {
    self.names = names
    self.options = options
    self.schedule = schedule
    self.origin = origin
    self.delegate = delegate
    state = Mutex(State(sequenceNumber: options.firstSequenceNumber))
  }

  private struct Sink: RenditionSink {
    let assembler: SegmentAssembler
    let place: Int

    mutating func append(_ sample: EncodedSample) throws {
      try assembler.change(place) { try $0.append(sample) }
    }
    mutating func finish() throws { try assembler.change(place) { $0.finish() } }
  }

  func sink(for track: EncodedTrack) throws -> any RenditionSink {
    guard let place = names.firstIndex(of: track.rendition.directory) else {
      throw EncodingError(.encoder, track.rendition.directory, "no segment takes the track")
    }
    let segments = try TrackSegments(
      track, id: UInt32(place + 1), SegmentCounter(schedule), origin: origin,
      isCombinable: options.makesCombinableFragments)
    try state.withLock { state in
      state.tracks[place] = segments
      try handOn(&state)
    }
    return Sink(assembler: self, place: place)
  }

  /// Leaves a track out that turned out to hold nothing.
  func leaveOut(_ name: String) throws {
    try state.withLock { state in
      if let place = names.firstIndex(of: name) { state.absent.insert(place) }
      try handOn(&state)
    }
  }

  /// Ends a track's segment where the schedule says, whatever comes next.
  func flush(_ name: String) throws {
    guard let place = names.firstIndex(of: name) else { return }
    try change(place) { $0.flush() }
  }

  private func change(_ place: Int, _ body: (inout TrackSegments) throws -> Void) throws {
    try state.withLock { state in
      guard var track = state.tracks.removeValue(forKey: place) else { return }
      try body(&track)
      state.tracks[place] = track
      try handOn(&state)
    }
  }

  /// Hands on what is whole: in turn, as the lock is held.
  private func handOn(_ state: inout State) throws {
    guard state.tracks.count + state.absent.count == names.count, !state.tracks.isEmpty else {
      return
    }
    let places = state.tracks.keys.sorted()
    if !state.isHeaderWritten {
      state.isHeaderWritten = true
      let tracks = places.compactMap { state.tracks[$0] }
      try delegate.take(
        header(tracks.map(\.cmaf)),
        SegmentReport(kind: .initialization, tracks: tracks.map(\.description)))
    }
    while let number = state.tracks.values.compactMap(\.nextSegment).min(),
      state.tracks.values.allSatisfy({ $0.isPast(number) })
    {
      var writer = SegmentBytes(sequenceNumber: state.sequenceNumber)
      var reports: [SegmentReport.Track] = []
      for place in places {
        guard let part = state.tracks[place]?.take(number), let track = state.tracks[place] else {
          continue
        }
        if reports.isEmpty { writer.bytes = track.cmaf.segmentStart }
        reports.append(writer.append(part, of: track))
      }
      state.sequenceNumber = writer.sequenceNumber
      try delegate.take(writer.bytes, SegmentReport(kind: .separable, tracks: reports))
    }
  }

  private func header(_ tracks: [CMAFTrack]) -> [UInt8] {
    var segment = tracks[0].initializationSegment
    guard tracks.count > 1 else { return segment.bytes }
    // More than one track is no CMAF.
    segment.fileType = ISOBMFF.FileType("iso6", compatible: ["mp41"])
    segment.movie.tracks = tracks.flatMap(\.initializationSegment.movie.tracks)
    return segment.bytes
  }
}

/// The bytes of a segment as it is put together.
private struct SegmentBytes {
  var sequenceNumber: UInt32
  var bytes: [UInt8] = []

  init(sequenceNumber: UInt32) { self.sequenceNumber = sequenceNumber }

  /// Appends a track's fragments, and says what they hold.
  mutating func append(
    _ part: TrackSegments.Part, of track: TrackSegments
  ) -> SegmentReport.Track {
    var report = track.description
    report.earliestPresentationTime = part.start(of: track) ?? Rational(0)
    report.duration = Rational(part.duration, track.timescale)
    for fragment in part.fragments {
      let header = track.cmaf.fragment(
        sequenceNumber: sequenceNumber,
        baseDecodeTime: UInt64(clamping: track.decodeTime(of: fragment)),
        samples: fragment.map(track.described))
      sequenceNumber &+= 1
      if track.isVideo, let first = fragment.first {
        report.firstPictures.append(
          SegmentReport.Picture(
            presentationTime: track.presentationTime(of: first),
            offset: UInt64(bytes.count + header.header.count), length: UInt64(first.bytes.count),
            isSync: first.isSync, fragmentOffset: UInt64(bytes.count)))
      }
      bytes += header.header
      for sample in fragment { bytes += sample.bytes }
      report.sampleCount += fragment.count
    }
    return report
  }
}
