// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import ISOBMFF
internal import LibAV

/// The samples of one track on their way into segments.
struct TrackSegments {
  /// What belongs to one segment: fragments of pictures that each begin with one from which
  /// decoding can start, or one fragment of sound.
  struct Part {
    var fragments: [[EncodedSample]] = []

    /// How long the samples last, in the timescale.
    var duration: Int64 { fragments.joined().reduce(0) { $0 + $1.duration } }

    /// When the first sample is presented.
    func start(of track: TrackSegments) -> Rational? {
      fragments.joined().map(\.presentationTime).min().map { track.time($0) }
    }
  }

  let cmaf: CMAFTrack
  let description: SegmentReport.Track
  let timescale: Int64
  var isVideo: Bool { description.isVideo }

  private var counter: SegmentCounter
  private let lead: Int64
  private let isCombinable: Bool
  /// What is added to times, in the timescale.
  private let shift: Int64
  /// Finished parts by the numbers of their segments.
  private var finished: [(segment: Int, part: Part)] = []
  private var current = Part()
  private var isEnded = false

  init(
    _ track: EncodedTrack, id: UInt32, _ counter: SegmentCounter, origin: Rational,
    isCombinable: Bool
  ) throws {
    var cmaf = try CMAFTrack(track)
    cmaf.id = id
    if isCombinable { cmaf.presentationStart = 0 }
    guard let codec = CodecString(cmaf.sampleEntry) else {
      throw EncodingError(
        .encoder, track.rendition.directory, "the encoder's headers give no codec string")
    }
    self.cmaf = cmaf
    self.counter = counter
    self.isCombinable = isCombinable
    description = SegmentReport.Track(
      id: id, rendition: track.rendition, codec: codec.description, timescale: track.timescale)
    timescale = track.timescale
    lead = track.decodingLead
    shift = origin.ticks(since: Rational(0), at: Rational(track.timescale))
  }

  /// A time of a sample in seconds of the writer's time.
  func time(_ ticks: Int64) -> Rational { Rational(ticks &+ shift, timescale) }

  /// When a sample is presented.
  func presentationTime(of sample: EncodedSample) -> Rational { time(sample.presentationTime) }

  /// When a fragment's first sample is decoded, in the timescale. An edit list takes the lead back;
  /// where there is none, sound is decoded when it is heard.
  func decodeTime(of fragment: [EncodedSample]) -> Int64 {
    guard let first = fragment.first else { return 0 }
    return (isCombinable && !isVideo ? first.presentationTime : first.decodeTime) &+ shift
  }

  /// A sample as a fragment describes it.
  func described(_ sample: EncodedSample) -> CMAFSample {
    let offset = sample.presentationTime - sample.decodeTime + lead
    return CMAFSample(
      size: UInt32(clamping: sample.bytes.count), duration: UInt32(clamping: sample.duration),
      compositionOffset: Int32(clamping: isCombinable ? (isVideo ? offset - lead : 0) : offset),
      isSync: sample.isSync)
  }

  /// Takes the next sample in decoding order.
  mutating func append(_ sample: EncodedSample) throws {
    if isCombinable, !isVideo, sample.presentationTime &+ shift < 0 { return }
    let before = counter.segment
    if sample.isSync, counter.starts(at: presentationTime(of: sample)) { end(before) }
    if current.fragments.isEmpty || (isVideo && sample.isSync) { current.fragments.append([]) }
    current.fragments[current.fragments.count - 1].append(sample)
  }

  /// Ends the segment where the schedule says that another begins.
  mutating func flush() {
    let before = counter.segment
    guard let end = counter.schedule.end(of: before), counter.starts(at: end) else { return }
    self.end(before)
  }

  /// Ends the last segment.
  mutating func finish() {
    end(counter.segment)
    isEnded = true
  }

  private mutating func end(_ segment: Int) {
    guard !current.fragments.isEmpty else { return }
    finished.append((segment, current))
    current = Part()
  }

  /// The number of the next segment that has a finished part.
  var nextSegment: Int? { finished.first?.segment }

  /// Whether nothing more will come for a segment.
  func isPast(_ segment: Int) -> Bool { isEnded || counter.segment > segment }

  /// Takes the part for a segment, if there is one.
  mutating func take(_ segment: Int) -> Part? {
    guard finished.first?.segment == segment else { return nil }
    return finished.removeFirst().part
  }
}
