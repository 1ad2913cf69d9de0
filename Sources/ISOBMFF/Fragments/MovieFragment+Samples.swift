// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension MovieFragment {
  /// The most samples that a fragment may have.
  public static let maximumSampleCount = 1 << 22

  /// The samples of a track, with what they leave to the defaults filled in.
  ///
  /// - Parameters:
  ///   - track: The track, as the initialisation segment has it.
  ///   - offset: Where `moof` begins, from the start of the file or segment.
  ///   - decodeTime: When the first sample is decoded, if the fragment does not say it (`tfdt`):
  ///     where the fragment before it ended.
  /// - Returns: The samples in decoding order; none if the fragment holds nothing of the track.
  /// - Throws: ``ISOBMFFError`` when a place or a time is beyond what 63 bits hold, or there are
  ///   more than ``maximumSampleCount`` samples.
  public func samples(
    of track: Track, at offset: UInt64, decodeTime: Int64 = 0
  ) throws(ISOBMFFError) -> [Sample] {
    let defaults = track.fragmentDefaults ?? SampleDefaults()
    var samples: [Sample] = []
    var layout = Layout(fragmentStart: offset, decodeTime: decodeTime)
    for fragment in tracks {
      try layout.begin(fragment, isWanted: fragment.trackID == track.id)
      for run in fragment.runs {
        try layout.append(run, of: fragment, defaults, to: &samples)
      }
    }
    return samples
  }
}

/// Where the next sample of a fragment is.
private struct Layout {
  let fragmentStart: UInt64
  var decodeTime: Int64
  var base: UInt64 = 0
  var isBaseImplied = false
  var position: UInt64
  var count = 0
  var isWanted = false

  init(fragmentStart: UInt64, decodeTime: Int64) {
    self.fragmentStart = fragmentStart
    self.decodeTime = decodeTime
    position = fragmentStart
  }

  /// Finds what the offsets of a track fragment count from (ISO/IEC 14496-12 section 8.8.7.1).
  mutating func begin(_ fragment: TrackFragment, isWanted: Bool) throws(ISOBMFFError) {
    base = fragment.baseDataOffset ?? (fragment.isRelativeToFragment ? fragmentStart : position)
    isBaseImplied = fragment.baseDataOffset == nil && !fragment.isRelativeToFragment
    position = base
    self.isWanted = isWanted
    guard isWanted, let time = fragment.baseDecodeTime else { return }
    guard let time = Int64(exactly: time) else { throw Self.outOfRange }
    decodeTime = time
  }

  mutating func append(
    _ run: TrackRun, of fragment: TrackFragment, _ defaults: SampleDefaults,
    to samples: inout [Sample]
  ) throws(ISOBMFFError) {
    if let offset = run.dataOffset {
      // Where nothing is said, offsets count from the end of the track before. Old writers that
      // mean the start of `moof` all the same are known by offsets that pass over that data.
      if isBaseImplied, offset > 0, UInt64(offset) >= base &- fragmentStart { base = fragmentStart }
      let (place, overflow) = base.addingReportingOverflow(UInt64(bitPattern: Int64(offset)))
      // Adding a negative number overflows unless it goes below zero.
      guard overflow == (offset < 0) else { throw Self.outOfRange }
      position = place
    }
    count += run.count
    guard count <= MovieFragment.maximumSampleCount else {
      throw ISOBMFFError(
        .limitExceeded, at: 0,
        "expected at most \(MovieFragment.maximumSampleCount) samples in a fragment")
    }
    let size = fragment.defaultSize ?? defaults.size
    let duration = fragment.defaultDuration ?? defaults.duration
    let flags = fragment.defaultFlags ?? defaults.flags
    for index in 0..<run.count {
      let own = index == 0 ? run.firstSampleFlags : nil
      let sample = Sample(
        offset: position, size: run.sizes?[index] ?? size, decodeTime: decodeTime,
        duration: run.durations?[index] ?? duration,
        compositionOffset: run.compositionOffsets?[index] ?? 0,
        isSync: (own ?? run.flags?[index] ?? flags).isSync,
        descriptionIndex: fragment.descriptionIndex ?? defaults.descriptionIndex)
      let (next, overflow) = position.addingReportingOverflow(UInt64(sample.size))
      guard !overflow else { throw Self.outOfRange }
      position = next
      guard isWanted else { continue }
      let (time, isTooLate) = decodeTime.addingReportingOverflow(Int64(sample.duration))
      guard !isTooLate else { throw Self.outOfRange }
      decodeTime = time
      samples.append(sample)
    }
  }

  static let outOfRange = ISOBMFFError(
    .malformed, at: 0, "the samples of a fragment lie outside of any file or time")
}
