// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import ISOBMFF

/// Walks the samples that a track's edit list shows, with times on the movie's clock: as if the
/// track had been cut and joined by whoever wrote the list.
///
/// Pictures before the first edit that it needs come too, and so does what prepares the decoder of
/// sound. Sound is cut at its frames: at a joint it goes on without a gap or an overlap, at most half
/// a frame off.
struct EditedSamples {
  /// What the last sample is to the one before it.
  enum Joint {
    /// The media go on.
    case none
    /// The media are cut here.
    case cut
    /// The media were cut before a sample that this one may be decoded from.
    case broken
  }

  /// Whether the last sample follows a cut.
  private(set) var joint = Joint.none
  /// When the last cut is, on the movie's clock.
  private(set) var cutTime: Int64 = 0
  /// The cuts behind which there are no media.
  private(set) var emptyCuts = 0

  private let track: CopyTrack
  private let isSound: Bool
  private var run: EditTimeline.Run?
  private var rest: ArraySlice<EditTimeline.Run>
  private var reader: MovieSampleReader
  /// Whether the run is the first.
  private var isFirst = true
  /// Whether the run has had a sample.
  private var hasBegun = false
  /// The reader before the first sample after the run's end.
  private var resumption: MovieSampleReader?
  /// The composition time of the first sync sample after the run's end.
  private var syncAfterEnd: Int64?
  /// How much later than the list says sound is heard after the last cut.
  private var shift: Int64 = 0
  /// When the last sample before the cut is decoded.
  private var decodedBeforeCut = Int64.min
  /// When the last sample is decoded.
  private var decodeTime = Int64.min
  /// When the last sample is no longer presented.
  private var presented = Int64.min

  /// The part of a second of sound before the first edit that is kept: no decoder needs more to
  /// prepare, and none is prepared with less (Opus 80 ms, AAC 2112 samples).
  private static let keptPart: Int64 = 4

  /// Creates a reader that stands before the first sample that is shown.
  init(_ track: CopyTrack) {
    self.track = track
    isSound = track.kind != .video
    let runs = track.timeline.runs
    run = runs.first
    rest = runs.dropFirst()
    reader = MovieSampleReader(track.movie, track.track)
    skipLead()
  }

  /// The next sample in decoding order, or `nil` after the last.
  mutating func next() throws -> Sample? {
    while let run {
      // Only where something follows must it be known where to read on.
      let before = rest.isEmpty || resumption != nil ? nil : reader
      guard let sample = try reader.next() else {
        endRun()
        continue
      }
      let middle = sample.presentationTime &+ Int64(sample.duration / 2)
      if !rest.isEmpty, let end = run.end, middle >= end {
        resumption = resumption ?? before
        if isComplete(with: sample) { endRun() }
        continue
      }
      if let edited = edited(sample, in: run, middle) { return edited }
    }
    return nil
  }

  /// Leaves out what no picture of the first edit is decoded from, and sound that is not needed.
  private mutating func skipLead() {
    guard let start = run?.start.mediaTime else { return }
    let limit = isSound ? start &- track.timescale / Self.keptPart : start
    guard limit > 0 else { return }
    var scan = reader
    while true {
      let before = scan
      // What cannot be read is said when its turn comes.
      guard let sample = try? scan.next() else { return }
      guard sample.isSync else { continue }
      guard sample.presentationTime <= limit else { return }
      reader = before
    }
  }

  /// Whether no sample of the run follows: what comes after a sync sample in both orders does not
  /// lead back before it.
  private mutating func isComplete(with sample: Sample) -> Bool {
    if let syncAfterEnd { return sample.presentationTime > syncAfterEnd }
    if sample.isSync { syncAfterEnd = sample.presentationTime }
    return false
  }

  private mutating func endRun() {
    if !hasBegun { emptyCuts += 1 }
    let end = run?.end ?? .max
    run = rest.popFirst()
    guard let run else { return }
    if run.start.mediaTime < end {
      reader = MovieSampleReader(track.movie, track.track)
    } else if let resumption {
      reader = resumption
    }
    (isFirst, hasBegun, resumption, syncAfterEnd, shift) = (false, false, nil, nil, 0)
    decodedBeforeCut = decodeTime
  }

  /// A sample on the movie's clock; `nil` for one that comes before its edit.
  private mutating func edited(
    _ sample: Sample, in run: EditTimeline.Run, _ middle: Int64
  ) -> Sample? {
    var time = run.presentation(sample.presentationTime)
    joint = .none
    if !isFirst {
      let half = Int64(sample.duration / 2)
      if isSound, !hasBegun {
        let follows = (presented &- run.start.time).magnitude <= half.magnitude
        guard time &+ half >= (follows ? presented : run.start.time) else { return nil }
        if (time &- presented).magnitude <= half.magnitude { shift = presented &- time }
      } else if !isSound, middle < run.start.mediaTime {
        return nil
      }
      if !hasBegun { (joint, cutTime) = (.cut, run.start.time) }
    }
    if resumption != nil, let end = run.end { (joint, cutTime) = (.broken, run.presentation(end)) }
    hasBegun = true
    time = time &+ shift
    var edited = sample
    edited.decodeTime = max(run.presentation(sample.decodeTime) &+ shift, decodedBeforeCut)
    edited.compositionOffset = Int32(clamping: time &- edited.decodeTime)
    decodeTime = edited.decodeTime
    presented = time &+ Int64(sample.duration)
    return edited
  }
}
