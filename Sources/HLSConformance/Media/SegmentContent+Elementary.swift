// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import ISOBMFF

extension SegmentContent {
  /// Times of transport streams and packed audio are in units of 1/90,000 s.
  static let elementaryTimescale: UInt32 = 90_000

  /// Reads a segment of MPEG-2 transport stream.
  init(transportStream bytes: [UInt8]) {
    let stream = TransportStream(bytes)
    self.init(format: .transportStream)
    structure = stream.faults
    beginsWithTables = stream.beginsWithTables
    programCount = stream.programCount
    let ordered = stream.streams.sorted { $0.key < $1.key }.map(\.value)
    for elementary in ordered where elementary.pictures != nil { add(pictures: elementary) }
    for elementary in ordered where elementary.isSound { add(sound: elementary) }
    soundCount = ordered.count(where: \.isSound)
    guard let main = ordered.first(where: { $0.pictures != nil }) ?? ordered.first(where: \.isSound)
    else { return }
    setTimes(of: main)
  }

  private mutating func add(pictures stream: TransportStream.Elementary) {
    guard let codec = stream.pictures else { return }
    guard let sets = try? ParameterSets(codec: codec, in: stream.head.span),
      let entry = try? VideoSampleEntry(sets)
    else {
      // The programme map names the codec even where its parameter sets are not at hand.
      hasUnknownFormat = true
      return
    }
    // In transport streams parameter sets are in the samples by nature; CODECS says avc1 all the
    // same.
    tracks.append(
      Track(
        handler: "vide", timescale: Self.elementaryTimescale, sampleEntries: [.video(entry)],
        hasNonSyncSamples: true))
    var scanner = NALUnitScanner(.startCodes)
    while firstPicture == nil, let unit = try? scanner.next(in: stream.head.span) {
      let role = codec.type(ofUnitStartingWith: stream.head[unit.lowerBound]).role
      if role.isPicture { firstPicture = role }
    }
  }

  private mutating func add(sound stream: TransportStream.Elementary) {
    guard let entry = AudioFrames(stream.head[...])?.entry else {
      hasUnknownFormat = true
      return
    }
    tracks.append(
      Track(handler: "soun", timescale: Self.elementaryTimescale, sampleEntries: [entry]))
  }

  /// Takes times from packets: one picture a packet; what is left of sound counts as the packet
  /// before it.
  private mutating func setTimes(of stream: TransportStream.Elementary) {
    let times = stream.decodeTimes
    guard let first = times.first, let last = times.last else { return }
    let steps = zip(times, times.dropFirst()).map { Self.distance(from: $0, to: $1) }
    let start = first
    // A lone picture lasts as long as its playlist says.
    let end = start + Self.distance(from: first, to: last) + max(steps.last ?? 0, 0)
    decodeTimes = start..<max(end, start)
    for step in steps where step > 0 {
      sampleDurations[UInt32(clamping: step), default: 0] += 1
    }
    presentationStart = stream.presentationTimes.min {
      Self.distance(from: first, to: $0) < Self.distance(from: first, to: $1)
    }
  }

  /// How much later a time of 33 bits is than another one, which may have wrapped.
  static func distance(from a: Int64, to b: Int64) -> Int64 {
    let (half, whole) = (Int64(1) << 32, Int64(1) << 33)
    let difference = b - a
    return difference > half
      ? difference - whole : difference < -half ? difference + whole : difference
  }

  /// Reads a segment of packed audio.
  init(packedAudio bytes: [UInt8]) {
    let audio = PackedAudio(bytes)
    self.init(format: .packedAudio)
    hasTimestamp = audio.timestamp != nil
    guard let frames = audio.frames else {
      error = "expected frames of AAC, AC-3, E-AC-3 or MP3, found none"
      return
    }
    soundCount = 1
    if let entry = frames.entry {
      tracks = [Track(handler: "soun", timescale: Self.elementaryTimescale, sampleEntries: [entry])]
    } else {
      hasUnknownFormat = true
    }
    guard let start = audio.timestamp else { return }
    presentationStart = start
    guard frames.sampleCount > 0, frames.sampleRate > 0 else { return }
    let length = Int64(frames.sampleCount) * 90_000 / Int64(frames.sampleRate)
    decodeTimes = start..<start + length
    sampleDurations = [1024 * 90_000 / frames.sampleRate: frames.sampleCount / 1024]
  }
}
