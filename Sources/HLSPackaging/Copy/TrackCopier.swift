// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist
internal import ISOBMFF
internal import LibAV

/// Copies the samples of one track into fragments and segments.
struct TrackCopier {
  private let rendition: CopyRendition
  private let cancellation: Cancellation
  private var writer: SegmentWriter
  /// The presentation times at which segments begin, in the timescale.
  private var cuts: ArraySlice<Int64>

  private let buffer = CopyBuffer()
  private let decryptor: CopyDecryptor?
  /// The segments in which a key was first used.
  private var decryptedSegments: [Int] = []
  private var pending: [Sample] = []
  private var extents: [ByteExtent] = []
  private var sizes: [UInt32] = []
  /// The key pictures that are still to come, in the survey's own storage.
  private var keys: ArraySlice<TrackSurvey.KeyPicture>
  /// Whether fragments begin at IDR pictures alone.
  private let isIndependent: Bool
  /// When the fragment's first picture is presented.
  private var fragmentTime: Int64 = 0
  /// How long frames of sound are heard.
  private let sound: SoundDuration?
  /// When the package ends, in the timescale.
  private let packageEnd: Int64
  /// When the last frame of sound so far has been heard.
  private var heardUntil: Int64 = 0

  /// Writes the init segment.
  init(
    _ rendition: CopyRendition, _ cuts: CutList, _ options: CopyOptions,
    _ part: SegmentWriter.Part, _ share: SegmentWriter.Share, in folder: OutputFolder,
    cancellation: Cancellation
  ) throws {
    self.rendition = rendition
    self.cancellation = cancellation
    decryptor = CopyDecryptor(rendition.track)
    let isVideo = rendition.track.kind == .video
    // Half a picture's time is how far inputs of one ladder may differ; sound is cut exactly.
    let grace = isVideo ? rendition.frameDuration / 2 : 0
    self.cuts =
      cuts.times.map { time in
        time.ticks(of: rendition.timescale) &- grace
      }[...]
    sound = isVideo ? nil : SoundDuration(rendition)
    packageEnd = cuts.end.ticks(of: rendition.timescale)
    keys = rendition.survey.keys[...]
    isIndependent = cuts.isIndependent
    let fragments = isVideo ? keys.count + 1 : cuts.times.count + 1
    writer = try SegmentWriter(
      rendition.cmaf, header: rendition.header,
      options.isSingleFile ? .singleFile(fragments: fragments) : .files, part, share,
      protection: options.protection, in: folder)
  }

  /// Copies the track; blocks until it is done.
  consuming func run() throws -> CopyRecord {
    var samples = rendition.track.samples()
    for index in 0..<rendition.survey.count {
      guard let sample = try samples.next() else { break }
      let key = keys.first.flatMap { $0.index == index ? $0 : nil }
      if key != nil { keys.removeFirst() }
      try begin(sample, isKey: key.map { $0.isIndependent || !isIndependent } ?? false)
      append(sample, key)
    }
    try writeFragment(before: nil)
    if let sound, sound.isSilence(from: heardUntil, to: packageEnd) {
      try leaveGap(until: packageEnd)
    }
    try writer.finish(at: rendition.end)
    return CopyRecord(
      rendition: rendition, codecs: [rendition.entry.codec], segments: writer.segments,
      initialization: writer.initialization, decryptedSegments: decryptedSegments)
  }

  private var isVideo: Bool { rendition.track.kind == .video }

  /// Ends the fragment, and the segment, that the sample is no part of.
  private mutating func begin(_ sample: Sample, isKey: Bool) throws {
    let time = rendition.presentation(sample)
    if let sound {
      defer { heardUntil = time &+ sound.duration(of: sample) }
      if sound.isGap(from: heardUntil, to: time) {
        try writeFragment(before: nil)
        if sound.isSilence(from: heardUntil, to: time) { try leaveGap(until: time) }
      }
    }
    guard !pending.isEmpty else {
      fragmentTime = time
      return
    }
    let isCut = cuts.first.map { time >= $0 } ?? false
    guard isVideo ? isKey : isCut else { return }
    try writeFragment(before: sample)
    fragmentTime = time
    guard isCut else { return }
    guard !cancellation.isCancelled else {
      throw PackagingError(.output, rendition.directory, "interrupted")
    }
    try writer.endSegment(at: time)
    while let cut = cuts.first, time >= cut { cuts.removeFirst() }
  }

  /// Ends the segment of sound, and lists gaps up to a time, cut where all is cut.
  private mutating func leaveGap(until time: Int64) throws {
    if !writer.isSegmentEmpty { try writer.endSegment(at: heardUntil) }
    while let cut = cuts.first, cut <= time {
      cuts.removeFirst()
      if cut > writer.segmentStart { try writer.skipSegment(until: cut) }
    }
    if time > writer.segmentStart { try writer.skipSegment(until: time) }
  }

  private mutating func append(_ sample: Sample, _ key: TrackSurvey.KeyPicture?) {
    pending.append(sample)
    if rendition.entry.stripsParameterSets, let stripped = key?.strippedSample {
      for extent in stripped { extents.appendMerging(extent) }
      sizes.append(UInt32(clamping: stripped.reduce(0) { $0 + $1.size }))
    } else {
      extents.appendMerging(ByteExtent(offset: sample.offset, size: UInt64(sample.size)))
      sizes.append(sample.size)
    }
  }

  private mutating func writeFragment(before next: Sample?) throws {
    guard let first = pending.first else { return }
    let samples = writer.isInShare ? samples(before: next) : []
    let payload = CopiedPayload(
      extents: extents, source: rendition.track.movie.file, buffer: buffer)
    let (time, keyPicture) = (first.decodeTime &- base, isVideo ? max(0, fragmentTime) : nil)
    if let decryptor {
      let keys = decryptor.keyCount
      try writer.write(
        samples, at: time, keyPicture: keyPicture,
        payload: DecryptedPayload(encrypted: payload, samples: pending, decryptor: decryptor))
      if decryptor.keyCount > keys { decryptedSegments.append(writer.segmentCount) }
    } else {
      try writer.write(samples, at: time, keyPicture: keyPicture, payload: payload)
    }
    pending.removeAll(keepingCapacity: true)
    extents.removeAll(keepingCapacity: true)
    sizes.removeAll(keepingCapacity: true)
  }

  /// What is taken from decoding times.
  private var base: Int64 { rendition.survey.firstDecodeTime &- rendition.firstDecodeTime }

  /// The samples of the fragment, as its description lists them.
  private func samples(before next: Sample?) -> [CMAFSample] {
    pending.enumerated().map { index, sample in
      let following = index + 1 < pending.count ? pending[index + 1] : next
      // Decoding times go on without gaps: a sample lasts until the next one.
      let duration =
        following.map { $0.decodeTime &- sample.decodeTime } ?? sound?.duration(of: sample)
        ?? Int64(sample.duration)
      let decodeTime = sample.decodeTime &- base
      return CMAFSample(
        size: sizes[index], duration: UInt32(clamping: duration),
        compositionOffset: Int32(
          clamping: rendition.presentation(sample)
            &+ rendition.presentationStart &- decodeTime),
        isSync: !isVideo || index == 0)
    }
  }
}

extension Rational {
  /// The ratio of seconds in ticks of a clock, rounded up: the first tick that is not before it.
  func ticks(of timescale: Int64) -> Int64 {
    let product = Int128(numerator) * Int128(timescale)
    let (quotient, rest) = product.quotientAndRemainder(dividingBy: Int128(denominator))
    return Int64(clamping: rest > 0 ? quotient + 1 : quotient)
  }
}

/// What was written of a copied track.
struct CopyRecord: SegmentedRendition {
  /// What was copied.
  var rendition: CopyRendition
  /// The RFC 6381 strings of the samples, more than one where recordings that differ were joined.
  var codecs: [String]
  /// The segments.
  var segments: [RenditionRecord.Segment]
  /// What EXT-X-MAP names.
  var initialization: MediaInitialization?
  /// The segments in which a key was first used to decrypt samples.
  var decryptedSegments: [Int] = []

  /// The folder.
  var directory: String { rendition.directory }
  /// Units of time a second.
  var timescale: Int64 { rendition.timescale }

  /// Appends the same track of a recording that follows.
  mutating func append(_ next: CopyRecord) {
    let offset = duration
    func scaled(_ time: Int64) -> Int64 {
      Rational(1, next.timescale).rescale(time, to: Rational(1, timescale))
    }
    var end: Int64 = 0
    for (index, segment) in next.segments.enumerated() {
      var segment = segment
      // Times are scaled, not durations: what is rounded does not add up.
      let start = scaled(end)
      end += segment.duration
      segment.duration = scaled(end) - start
      for picture in segment.keyPictures.indices {
        let time = segment.keyPictures[picture].presentationTime
        segment.keyPictures[picture].presentationTime = offset + scaled(time)
      }
      segment.initialization = next.initialization
      segment.isDiscontinuous = index == 0
      segments.append(segment)
    }
    codecs += next.codecs.filter { !codecs.contains($0) }
  }
}

extension CopyRecord {
  /// What several threads wrote of a track, each every so-manyth segment.
  init(_ shares: [CopyRecord]) {
    self = shares[0]
    guard shares.count > 1 else { return }
    segments = (0..<shares.reduce(0) { $0 + $1.segments.count }).map { index in
      shares[index % shares.count].segments[index / shares.count]
    }
    decryptedSegments = shares.flatMap(\.decryptedSegments)
  }
}
