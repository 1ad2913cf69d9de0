// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import ISOBMFF

extension SegmentContent {
  /// Times of transport streams and packed audio are in units of 1/90,000 s.
  static let elementaryTimescale: UInt32 = 90_000

  /// Reads a segment of MPEG-2 transport stream.
  ///
  /// - Parameters:
  ///   - bytes: The segment.
  ///   - tables: What stands before it and has its tables.
  ///   - ahead: What stands after it in its file.
  init(transportStream bytes: [UInt8], tables: [UInt8] = [], ahead: [UInt8] = []) {
    let stream = TransportStream(bytes, tables: tables, ahead: ahead)
    self.init(format: .transportStream)
    structure = stream.faults
    packetGap = stream.gap
    beginsWithTables = stream.beginsWithTables || !tables.isEmpty
    programCount = stream.programCount
    let ordered = stream.streams.sorted { $0.key < $1.key }.map(\.value)
    for elementary in ordered { if let scan = elementary.scan { add(pictures: scan) } }
    for elementary in ordered where elementary.isSound { add(sound: elementary) }
    soundCount = ordered.count(where: \.isSound)
    cutsFirstSample = ordered.contains { $0.isCut == true }
    guard let main = ordered.first(where: { $0.scan != nil }) ?? ordered.first(where: \.isSound)
    else { return }
    setTimes(of: main)
  }

  private mutating func add(pictures scan: PictureScan) {
    firstPicture = firstPicture ?? scan.firstPicture
    lacksParameterSets = scan.firstPicture != nil && !scan.beginsWithParameterSets
    let entries = scan.entries
    pictureFormats += entries.map(\.pictures)
    guard let entry = entries.first else {
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
  }

  private mutating func add(sound stream: TransportStream.Elementary) {
    guard let entry = AudioFrames(stream.head[...])?.entry else {
      hasUnknownFormat = true
      return
    }
    tracks.append(
      Track(handler: "soun", timescale: Self.elementaryTimescale, sampleEntries: [entry]))
  }

  /// Takes times from packets, of which each may hold several pictures or frames.
  private mutating func setTimes(of stream: TransportStream.Elementary) {
    let packets = stream.packets
    guard let first = packets.first, let last = packets.last else { return }
    sampleCount = packets.reduce(0) { $0 + max($1.unitCount, 1) }
    presentationStart = packets.lazy.map(\.presentationTime).min {
      Self.distance(from: first.decodeTime, to: $0) < Self.distance(from: first.decodeTime, to: $1)
    }
    syncTimes = packets.filter(\.isSync).map(\.presentationTime)
    var latest: Int64 = 0
    for (packet, next) in zip(packets, packets.dropFirst()) {
      let step = Self.distance(from: packet.decodeTime, to: next.decodeTime)
      guard step > 0 else { continue }
      let count = max(packet.unitCount, 1)
      latest = step / Int64(count)
      sampleDurations[UInt32(clamping: latest), default: 0] += count
    }
    // A lone packet lasts as long as its playlist says.
    guard latest > 0 else { return }
    let count = max(last.unitCount, 1)
    sampleDurations[UInt32(clamping: latest), default: 0] += count
    let start = first.decodeTime
    let end =
      start + Self.distance(from: start, to: last.decodeTime) + latest * Int64(count)
    decodeTimes = start..<max(end, start)
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
    sampleCount = frames.sampleCount / 1024
  }
}
