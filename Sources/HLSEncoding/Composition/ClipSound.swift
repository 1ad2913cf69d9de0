// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import LibAV

/// The sound of a clip in the composition's format, sample after sample from the clip's start on:
/// silence where there is none, and behind its end.
final class ClipSound {
  private let reader: ClipReader
  private let program: AudioProgram
  private let outlet: AudioOutlet
  private let graph: AudioProgramGraph
  private let progress: EncodingProgress
  private let isStrict: Bool
  private let tracks: [Track]
  private var ready: ArraySlice<Float> = []
  private var isFinished = false

  /// A track that is decoded once for all inputs that it is heard in.
  private final class Track {
    let stream: StreamDescription
    let decoder: Decoder
    /// The inputs that it is heard in.
    let inputs: [Int]
    var trackTime: TrackTime
    var isAtEnd = false

    init(_ stream: StreamDescription, _ decoder: consuming Decoder, _ inputs: [Int]) {
      self.stream = stream
      self.decoder = decoder
      self.inputs = inputs
      trackTime = TrackTime(stream.timeBase)
    }
  }

  /// The samples that the filters give at a time.
  private static let frameSize = 1024

  init(
    _ program: AudioProgram, _ reader: ClipReader, _ format: SoundFormat, isStrict: Bool,
    _ progress: EncodingProgress
  ) throws {
    self.reader = reader
    self.progress = progress
    self.isStrict = isStrict
    var program = program
    program.sampleRate = format.sampleRate
    self.program = program
    outlet = AudioOutlet(
      layout: format.layout, frameSize: Self.frameSize, tail: 0,
      sampleFormat: format.sampleFormat)
    graph = AudioProgramGraph(
      program, of: reader.clip.source, to: [outlet], isMetered: false)
    tracks = try reader.clip.source.tracks.compactMap { stream in
      let inputs = program.inputs.indices.filter { program.inputs[$0].track == stream.index }
      guard !inputs.isEmpty else { return nil }
      return Track(stream, try reader.decoder(of: stream.index, isStrict: isStrict), inputs)
    }
  }

  /// The next samples, those of one time side by side.
  func samples(_ count: Int) throws -> ArraySlice<Float> {
    let wanted = count * outlet.layout.channels.count
    while ready.count < wanted {
      if let frame = try graph.pull(outlet) {
        ready += frame.interleavedSamples
      } else {
        try decode()
      }
    }
    defer { ready = ready.dropFirst(wanted) }
    return ready.prefix(wanted)
  }

  /// Decodes a packet of the track that is behind the others; the last of them ends the sound.
  private func decode() throws {
    func end(of track: Track) -> Rational { graph.end(of: track.inputs[0]) }
    let open = tracks.filter { !$0.isAtEnd }
    guard let track = open.min(by: { end(of: $0) < end(of: $1) }) else {
      guard !isFinished else {
        throw EncodingError(.encoder, reader.clip.source.path, "the filters gave no more sound")
      }
      isFinished = true
      return try graph.finish()
    }
    let packet = try reader.packet(of: track.stream.index)
    let isClean = try track.decoder.decode(packet) { frame in try take(frame, of: track) }
    if !isClean { try damage(track.stream) }
    track.isAtEnd = packet == nil
  }

  private func take(_ frame: Frame, of track: Track) throws {
    let unit = track.stream.timeBase
    let rate = Rational(1, Int64(max(1, frame.sampleRate)))
    let time = track.trackTime.next(
      frame.presentationTime, lasting: rate.rescale(Int64(frame.sampleCount), to: unit),
      &reader.clock)
    for input in track.inputs {
      try graph.take(frame, of: input) { reader.time(time, in: unit, to: $0) }
    }
  }

  private func damage(_ stream: StreamDescription) throws {
    progress.damage()
    guard isStrict else { return }
    throw EncodingError(
      .source, reader.clip.source.path, "track \(stream.index) does not decode cleanly")
  }
}
