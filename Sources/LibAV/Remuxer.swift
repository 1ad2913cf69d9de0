// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import CLibAV

/// Copies tracks of a file of any container into a fragmented MP4, without decoding them.
///
/// Times are made exact on the way: those of pictures that stand where a frame rate puts them, give
/// or take what the container's clock rounds, are put there, and frames of sound follow one another
/// without gaps. Where timestamps start anew (recordings that were joined, counters that wrapped)
/// they go on where they were.
public enum Remuxer {
  /// A track that is copied.
  public struct Track: Sendable {
    /// The stream of the file.
    public var stream: StreamDescription
    /// The rate at which pictures come, where it is known.
    public var frameRate: Rational?

    /// Creates a track.
    public init(_ stream: StreamDescription, frameRate: Rational? = nil) {
      self.stream = stream
      self.frameRate = frameRate
    }
  }

  /// FFmpeg's names of the codecs that an MP4 for HLS can hold.
  public static let codecs: Set<String> = [
    "h264", "hevc", "av1", "aac", "ac3", "eac3", "alac", "flac", "opus", "mp3",
  ]

  /// Copies tracks; blocks until it is done.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - tracks: The tracks; they are numbered from 1 on in the result, in this order.
  ///   - output: The file to write, in place of what is there.
  ///   - cancellation: Stops the work where it stands.
  /// - Throws: ``LibAVError``.
  public static func remux(
    _ path: String, _ tracks: [Track], to output: String,
    cancellation: Cancellation = Cancellation()
  ) throws(LibAVError) {
    let input = try OwnedInput.open(path, cancellation)
    try unsafe LibAVError.check(avformat_find_stream_info(input.raw, nil), "read '\(path)'")
    let muxer = try OwnedOutput.open(output)
    var routes: [Int: RemuxRoute] = [:]
    for unsafe(index, stream) in unsafe input.streams.enumerated() {
      unsafe stream.pointee.discard = AVDISCARD_ALL
      guard let place = tracks.firstIndex(where: { $0.stream.index == index }) else { continue }
      unsafe stream.pointee.discard = AVDISCARD_DEFAULT
      routes[index] = RemuxRoute(tracks[place], output: place)
    }
    for track in tracks {
      let stream = unsafe input.streams[track.stream.index]
      let frameSize = unsafe stream.pointee.codecpar.pointee.frame_size
      routes[track.stream.index]?.frameSize = Int64(frameSize)
      try unsafe muxer.add(
        stream, timeBase: routes[track.stream.index]?.timeBase ?? track.stream.timeBase)
    }
    try muxer.start()
    try copy(input, to: muxer, &routes)
    try muxer.finish()
  }

  private static func copy(
    _ input: OwnedInput, to muxer: OwnedOutput, _ routes: inout [Int: RemuxRoute]
  ) throws(LibAVError) {
    var joints = TimestampJoints()
    // Pictures at the start whose decoding times are not known before a later one's is.
    var held: [Int: [Packet]] = [:]
    var clocks: [Int: PictureClock] = [:]
    while let packet = try next(input) {
      let index = packet.streamIndex
      guard packet.byteCount > 0, let route = routes[index] else { continue }
      if route.lacksTimes(packet), clocks[index] == nil {
        clocks[index] = unsafe PictureClock.make(input.streams[index])
      }
      if let clock = clocks[index] {
        for packet in clock.add(packet) { try write(packet, to: muxer, &routes, &joints) }
        continue
      }
      guard route.isPlaced(packet) || (held[index]?.count ?? 0) >= maximumHeld else {
        held[index, default: []].append(packet)
        continue
      }
      let waiting = held.removeValue(forKey: index) ?? []
      route.place(waiting, before: packet)
      for packet in waiting + [packet] { try write(packet, to: muxer, &routes, &joints) }
    }
    for clock in clocks.values {
      for packet in clock.finish() { try write(packet, to: muxer, &routes, &joints) }
    }
    for packet in held.values.joined() { try write(packet, to: muxer, &routes, &joints) }
  }

  /// The most pictures that are held: what the reordering of any codec needs.
  private static let maximumHeld = 32

  /// The next packet, or `nil` at the end; what a damaged file holds up to the damage is kept.
  private static func next(_ input: OwnedInput) throws(LibAVError) -> Packet? {
    let packet = try Packet()
    let result = unsafe av_read_frame(input.raw, packet.raw)
    if result == LibAVError.Code.endOfFile.rawValue { return nil }
    if result == LibAVError.Code.invalidData.rawValue { return nil }
    try LibAVError.check(result, "read '\(input.path)'")
    return packet
  }

  private static func write(
    _ packet: Packet, to muxer: OwnedOutput, _ routes: inout [Int: RemuxRoute],
    _ joints: inout TimestampJoints
  ) throws(LibAVError) {
    let index = packet.streamIndex
    guard let times = routes[index]?.times(of: packet, &joints), let route = routes[index] else {
      return
    }
    unsafe packet.raw.pointee.pts = times.presentation
    unsafe packet.raw.pointee.dts = times.decode
    unsafe packet.raw.pointee.duration = times.duration
    unsafe packet.raw.pointee.stream_index = Int32(route.output)
    unsafe packet.raw.pointee.pos = -1
    try muxer.write(packet, in: route.timeBase)
  }
}

/// Restarts of timestamps, which all tracks of a file share.
struct TimestampJoints {
  /// A step back by more than this is a restart, in seconds.
  static let restart = 1.0
  /// What is added to times after each restart, in microseconds.
  private var shifts: [Int64] = [0]

  /// What to add to the times of a track after so many restarts; the track that sees a restart
  /// first decides it for all.
  mutating func shift(after restarts: Int, needed: @autoclosure () -> Int64) -> Int64 {
    while shifts.count <= restarts { shifts.append(needed()) }
    return shifts[restarts]
  }
}

/// Where the packets of a stream go, and when.
struct RemuxRoute {
  /// The place of the track in the result.
  let output: Int
  /// What times count in the result.
  let timeBase: Rational
  /// Frames of sound in a packet, where all have the same.
  var frameSize: Int64 = 0

  private let source: Rational
  private let isVideo: Bool
  private let frame: Rational?
  private var restarts = 0
  private var origin: Int64?
  private var lastDecode: Int64?
  private var expected: Int64?

  init(_ track: Remuxer.Track, output: Int) {
    self.output = output
    source = track.stream.timeBase
    isVideo = track.stream.kind == .video
    let rate = track.frameRate.flatMap { $0.numerator > 0 ? $0 : nil }
    frame = isVideo ? rate?.inverse : nil
    if let audio = track.stream.audio, audio.sampleRate > 0 {
      timeBase = Rational(1, Int64(audio.sampleRate))
    } else if let rate {
      timeBase = Rational(1, max(rate.numerator, 1) * (rate.numerator < 1000 ? 1000 : 1))
    } else {
      timeBase = track.stream.timeBase
    }
  }

  struct Times {
    var presentation: Int64
    var decode: Int64
    var duration: Int64
  }

  /// Whether a picture comes from a stream without timestamps.
  func lacksTimes(_ packet: Packet) -> Bool {
    isVideo && lastDecode == nil && packet.presentationTime == nil && packet.decodeTime == nil
  }

  /// Whether a packet's decoding time is known, or follows from the one before it.
  func isPlaced(_ packet: Packet) -> Bool {
    !isVideo || packet.decodeTime != nil || lastDecode != nil
  }

  /// Gives pictures decoding times, one picture's time apart, before that of the next one.
  func place(_ waiting: [Packet], before next: Packet) {
    guard let time = next.decodeTime else { return }
    let step = frame.map { source.inverse.multiplied(by: $0) } ?? next.duration
    for (place, packet) in waiting.enumerated() {
      let earlier = Int64(waiting.count - place)
      unsafe packet.raw.pointee.dts = time &- earlier &* step
    }
  }

  /// A time further from 0 than 285 years is damage, in microseconds.
  private static let longest: Int64 = 1 << 53
  /// A picture is shown this much after it is decoded at most, in microseconds.
  private static let longestWait: Int64 = 3_600_000_000

  /// A step ahead by more than this is a restart too, in seconds: FFmpeg's muxer ends the process
  /// where a sample lasts 2^31 ticks.
  private var longestGap: Double { min(21_600, Double(Int32.max / 2) * timeBase.value) }

  /// Whether a packet is at a time at which something can be.
  private func isCredible(_ packet: Packet) -> Bool {
    let microseconds = Rational(1, 1_000_000)
    let times = [packet.presentationTime, packet.decodeTime].compactMap { time in
      time.map { source.rescale($0, to: microseconds) }
    }
    guard let first = times.first, let last = times.last else { return false }
    return times.allSatisfy { $0.magnitude < Self.longest.magnitude }
      && abs(first - last) < Self.longestWait
  }

  /// The times of a packet in the result; `nil` for one that cannot be placed.
  mutating func times(of packet: Packet, _ joints: inout TimestampJoints) -> Times? {
    guard isCredible(packet) else { return nil }
    let frameTicks = frame.map { timeBase.inverse.multiplied(by: $0) }
    guard let declared = packet.presentationTime ?? packet.decodeTime else { return nil }
    let earliest = packet.decodeTime ?? declared
    let microseconds = Rational(1, 1_000_000)
    if let lastDecode {
      let shift = joints.shift(after: restarts, needed: 0)
      let now = source.rescale(earliest, to: microseconds) &+ shift
      let end = timeBase.rescale(lastDecode, to: microseconds)
      let step = Double(end &- now) / 1e6
      if step > TimestampJoints.restart || -step > longestGap {
        restarts += 1
        let target = timeBase.rescale(lastDecode &+ (frameTicks ?? frameSize), to: microseconds)
        _ = joints.shift(
          after: restarts, needed: target &- source.rescale(earliest, to: microseconds))
        origin = nil
        expected = nil
      }
    }
    let shift = microseconds.rescale(
      joints.shift(after: restarts, needed: 0), to: source)
    let presentation = place(declared &+ shift)
    var decode =
      packet.decodeTime.map { place($0 &+ shift) }
      ?? lastDecode.map { $0 &+ (frameTicks ?? 1) } ?? presentation
    // Clocks that round can give two packets one time.
    if let lastDecode, decode <= lastDecode { decode = lastDecode &+ 1 }
    lastDecode = decode
    guard decode <= presentation || isVideo else { return nil }
    let duration =
      frameTicks ?? (frameSize > 0 ? frameSize : source.rescale(packet.duration, to: timeBase))
    if !isVideo { expected = presentation &+ duration }
    return Times(
      presentation: max(presentation, decode), decode: decode, duration: max(0, duration))
  }

  /// Puts a time where the frame rate, or the sound before it, puts it if that is near.
  private mutating func place(_ time: Int64) -> Int64 {
    let plain = source.rescale(time, to: timeBase)
    let tick = Double(timeBase.inverse.multiplied(by: source))
    let start = origin ?? plain
    origin = start
    if isVideo {
      guard let frame else { return plain }
      let step = Double(timeBase.inverse.multiplied(by: frame))
      guard step > 0, abs(Double(plain &- start) / step) < 1e12 else { return plain }
      let count = (Double(plain &- start) / step).rounded()
      let exact =
        start
        &+ timeBase.inverse.multiplied(
          by: Rational(
            frame.numerator * Int64(count), frame.denominator))
      return abs(Double(exact &- plain)) <= 1.5 * max(tick, 1) ? exact : plain
    }
    guard let expected else { return plain }
    let grace = max(2 * tick, Double(frameSize) / 4)
    return abs(Double(expected &- plain)) <= grace ? expected : plain
  }
}
