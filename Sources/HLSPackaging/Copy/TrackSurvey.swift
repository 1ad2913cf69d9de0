// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSEncoding
internal import ISOBMFF
internal import LibAV

/// What a first walk through a track's tables finds: everything that must be known before its first
/// byte is written.
struct TrackSurvey: Sendable {
  /// A picture at which decoding can start.
  struct KeyPicture: Sendable {
    /// Its place among the samples, from 0 on.
    var index: Int
    /// When it is presented, on the movie's clock in the track's timescale.
    var time: Int64
    /// Whether nothing after it looks back: an IDR picture.
    var isIndependent: Bool
    /// The sample without parameter sets, where it has some.
    var strippedSample: [ByteExtent]?
  }

  /// The samples that are copied, from the first on.
  private(set) var count = 0
  /// Their bytes.
  private(set) var bytes: UInt64 = 0
  /// The decoding time of the first.
  private(set) var firstDecodeTime: Int64 = 0
  /// The smallest composition offset.
  private(set) var minimumOffset: Int64 = .max
  /// When the first is presented, on the movie's clock in the track's timescale.
  private(set) var start: Int64 = .max
  /// When the last is no longer presented.
  private(set) var end: Int64 = .min
  /// The key pictures, in order.
  private(set) var keys: [KeyPicture] = []
  /// What the heads of key pictures add to the sample entry, each unit behind four bytes.
  private(set) var units: ParameterSets?
  /// The closed captions in the pictures.
  private(set) var captions = CaptionServices()
  /// How long pictures last.
  private var durations = DurationCount()
  /// Why the walk ended before the track did.
  private(set) var damage: String?
  /// When the edit list first cuts pictures where they cannot be cut, on the movie's clock in the
  /// track's timescale.
  private(set) var brokenCut: Int64?
  /// The cuts of the edit list behind which there are no media.
  private(set) var emptyCuts = 0

  /// Walks through a track.
  ///
  /// - Throws: ``PackagingError`` when the track has no sample that can be copied.
  init(_ track: CopyTrack, _ timeline: EditTimeline) throws {
    do {
      try walk(track, timeline)
    } catch let error as ISOBMFFError {
      damage = error.reason
    }
    guard count > 0, end > timeline.start else {
      throw PackagingError(.source, track.name, damage ?? "expected samples, found none")
    }
  }

  /// The rate of the pictures: the one that most of them keep.
  func frameRate(timescale: Int64) -> Rational {
    guard let mean = durations.usual else {
      return FrameRate.snapped(Rational(Int64(count) * timescale, max(1, end - start)))
    }
    return FrameRate.snapped(Rational(timescale * mean.count, max(1, mean.total)))
  }

  /// The duration that most samples have.
  var usualDuration: Int64? { durations.usual.map { $0.total / max(1, $0.count) } }

  /// The duration that all pictures have, where they have one.
  var uniformDuration: UInt32? { durations.only }

  private mutating func walk(_ track: CopyTrack, _ timeline: EditTimeline) throws {
    let isVideo = track.kind == .video
    let configuration = track.videoConfiguration
    units = configuration.flatMap(ParameterSets.init)
    let entry = track.track.sampleEntries.first
    var samples = track.samples()
    var tail = Tail()
    var previous: Int64?
    var entryIndex: UInt32?
    var index = 0
    defer { emptyCuts = samples.emptyCuts }
    while let sample = try samples.next() {
      if let previous {
        guard sample.decodeTime >= previous else {
          throw ISOBMFFError(.malformed, at: index, "the times of the samples go back")
        }
        durations.add(sample.decodeTime &- previous)
      } else {
        firstDecodeTime = sample.decodeTime
      }
      previous = sample.decodeTime
      if let entryIndex, entryIndex != sample.descriptionIndex,
        track.entry(sample.descriptionIndex)?.unprotected != entry?.unprotected
      {
        throw ISOBMFFError(.unsupported, at: index, "the kind of the samples changes on the way")
      }
      entryIndex = sample.descriptionIndex
      if isVideo, sample.isSync || index == 0 {
        try addKey(sample, index, track, configuration)
      }
      if isVideo, !isWhole(samples.joint, at: index) {
        brokenCut = brokenCut ?? samples.cutTime
      }
      if isVideo, index < CaptionServices.probedPictures, let configuration {
        try lookForCaptions(sample, track, configuration)
      }
      tail.add(sample)
      // What comes after the edit list's end is kept only if a picture before the end needs it.
      // Of sound the last frame may be heard in part; pictures are shown longer than rounding makes
      // of an end.
      let least = isVideo ? min(Int64(sample.duration / 2), timeline.precision) : 0
      if timeline.end.map({ sample.presentationTime &+ least < $0 }) ?? true {
        take(&tail, upTo: index)
      }
      index += 1
    }
    keys.removeAll { $0.index >= count }
  }

  /// Whether a picture can be decoded behind its cut: only an IDR picture needs none before it.
  private func isWhole(_ joint: EditedSamples.Joint, at index: Int) -> Bool {
    switch joint {
    case .none: true
    case .cut: keys.last.map { $0.index == index && $0.isIndependent } ?? false
    case .broken: false
    }
  }

  private mutating func take(_ tail: inout Tail, upTo index: Int) {
    count = index + 1
    bytes += tail.bytes
    minimumOffset = min(minimumOffset, tail.minimumOffset)
    start = min(start, tail.start)
    end = max(end, tail.end)
    tail = Tail()
  }

  private mutating func lookForCaptions(
    _ sample: Sample, _ track: CopyTrack, _ configuration: VideoConfiguration
  ) throws {
    guard let codec = configuration.nalUnitCodec, let lengthSize = configuration.lengthSize else {
      return
    }
    let head = try AccessUnitHead(
      sample, of: track.movie.file, codec: codec, lengthSize: lengthSize)
    captions.insert(from: head.units, codec: codec)
  }

  private mutating func addKey(
    _ sample: Sample, _ index: Int, _ track: CopyTrack, _ configuration: VideoConfiguration?
  ) throws {
    var key = KeyPicture(
      index: index, time: sample.presentationTime, isIndependent: sample.isSync)
    if let configuration, let codec = configuration.nalUnitCodec,
      let lengthSize = configuration.lengthSize
    {
      let head = try AccessUnitHead(
        sample, of: track.movie.file, codec: codec, lengthSize: lengthSize)
      key.isIndependent = head.role == .idr
      key.strippedSample = head.strippedSample
      // Flags of containers also stand on what cannot be joined at all.
      guard key.isIndependent || head.role == .randomAccess || sample.isSync || index == 0 else {
        return
      }
      try units?.insert(from: head.units.span, framing: .fourByteLengths)
    }
    keys.append(key)
  }
}

/// Samples that may or may not be copied.
private struct Tail {
  var bytes: UInt64 = 0
  var minimumOffset: Int64 = .max
  var start: Int64 = .max
  var end: Int64 = .min

  mutating func add(_ sample: Sample) {
    bytes += UInt64(sample.size)
    minimumOffset = min(minimumOffset, Int64(sample.compositionOffset))
    start = min(start, sample.presentationTime)
    end = max(end, sample.presentationTime &+ Int64(sample.duration))
  }
}

/// How often each duration comes, as far as there are not too many.
private struct DurationCount {
  private static let limit = 1024
  private var counts: [Int64: Int64] = [:]

  mutating func add(_ duration: Int64) {
    guard duration > 0, counts[duration] != nil || counts.count < Self.limit else { return }
    counts[duration, default: 0] += 1
  }

  /// How many have the most common duration, give or take a tick, and how long they last together:
  /// clocks in milliseconds write 33, 33, 34.
  var usual: (count: Int64, total: Int64)? {
    guard
      let mode = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key
    else { return nil }
    let near = counts.filter { abs($0.key - mode) <= 1 }
    return (
      near.values.reduce(0, +),
      near.reduce(0) { $0 &+ $1.key.multipliedReportingOverflow(by: $1.value).partialValue }
    )
  }

  var only: UInt32? { counts.count == 1 ? counts.keys.first.flatMap(UInt32.init(exactly:)) : nil }
}

extension CopyTrack {
  /// The decoder configuration of pictures.
  var videoConfiguration: VideoConfiguration? {
    guard case .video(let entry) = track.sampleEntries.first else { return nil }
    return entry.configuration
  }

  fileprivate func entry(_ index: UInt32) -> SampleEntry? {
    let place = Int(index) - 1
    return track.sampleEntries.indices.contains(place) ? track.sampleEntries[place] : nil
  }
}
