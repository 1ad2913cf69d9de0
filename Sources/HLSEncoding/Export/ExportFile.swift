// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor
internal import ISOBMFF
internal import LibAV
internal import Synchronization

/// A file that encoded tracks are written into, from several threads at once.
///
/// Nothing is written before every track is there: the header names them all.
final class ExportFile: Sendable {
  /// The path that is written to.
  let path: String
  private let names: [String]
  private let fileType: FileType
  private let orientation: Orientation
  private let state: Mutex<State>

  private struct State {
    var writer: MovieWriter?
    var tracks: [String: EncodedTrack] = [:]
    /// What came before the last track did.
    var waiting: [(sample: EncodedSample, track: Int)] = []
    var unfinished: Int
    /// The tracks that turned out to hold nothing.
    var absent: Set<Int> = []
  }

  /// Prepares a file.
  ///
  /// - Parameters:
  ///   - names: The renditions that become its tracks, in order.
  ///   - fileType: Its kind.
  ///   - path: Where it is written.
  ///   - metadata: What it says of itself.
  ///   - orientation: How its pictures have to be turned.
  /// - Throws: `LibAVError` where it cannot be written.
  init(
    _ names: [String], _ fileType: FileType, at path: String, _ metadata: [String: String],
    _ orientation: Orientation
  ) throws {
    self.names = names
    self.path = path
    self.fileType = fileType
    self.orientation = orientation
    let writer = try MovieWriter(path, as: fileType.muxer, metadata: metadata)
    state = Mutex(State(writer: writer, unfinished: names.count))
  }

  /// The place of a rendition among the tracks, if it is one of the file's.
  func place(of rendition: EncodedTrack.Rendition) -> Int? {
    names.firstIndex(of: rendition.directory)
  }

  /// What the muxer leaves out, by the track's place.
  var additions: [Int: TrackAdditions] {
    state.withLock { state in
      var additions: [Int: TrackAdditions] = [:]
      let tracks = names.compactMap { state.tracks[$0] }
      for (index, track) in tracks.enumerated() {
        if case .audio(let rendition) = track.rendition {
          additions[index] = TrackAdditions(language: rendition.language)
        }
        guard let color = track.color else { continue }
        // FFmpeg leaves the colours out of .m4v.
        let payload = color.boxPayload(hasRange: fileType != .mov)
        var dolbyVision: [OpaqueBox] = []
        if case .video(let rung) = track.rendition, let kept = rung.coding.dolbyVision {
          dolbyVision = [kept.box]
        }
        additions[index] = TrackAdditions(
          boxes: track.metadata.boxes + dolbyVision + [OpaqueBox(type: "colr", content: payload)])
      }
      return additions
    }
  }

  /// Adds a track; the last one starts the file.
  func add(_ track: EncodedTrack) throws {
    try state.withLock { state in
      state.tracks[track.rendition.directory] = track
      try start(&state)
    }
  }

  /// Leaves a track out that turned out to hold nothing.
  func leaveOut(_ name: String) throws {
    try state.withLock { state in
      guard let index = names.firstIndex(of: name) else { return }
      state.absent.insert(index)
      try start(&state)
    }
    try finishTrack()
  }

  /// Whether every track is there, or will never be.
  private func isStarted(_ state: State) -> Bool {
    state.tracks.count + state.absent.count == names.count
  }

  private func start(_ state: inout State) throws {
    guard isStarted(state), !state.tracks.isEmpty, let writer = state.writer else { return }
    let tracks = names.compactMap { state.tracks[$0] }
    for track in tracks { try writer.add(MovieWriter.Track(track, orientation)) }
    try writer.start(timescale: tracks.first?.timescale ?? 1000)
    for (sample, index) in state.waiting { try write(sample, to: index, state) }
    state.waiting = []
  }

  private func write(_ sample: EncodedSample, to index: Int, _ state: State) throws {
    guard let track = state.tracks[names[index]] else { return }
    let place = index - state.absent.count { $0 < index }
    try state.writer?.write(sample, to: place, of: track)
  }

  /// Writes a sample of a track, or keeps it until the file is started.
  func write(_ sample: EncodedSample, to index: Int) throws {
    try state.withLock { state in
      guard isStarted(state) else {
        state.waiting.append((sample, index))
        return
      }
      try write(sample, to: index, state)
    }
  }

  /// Ends a track; the last one ends the file.
  func finishTrack() throws {
    try state.withLock { state in
      state.unfinished -= 1
      guard state.unfinished == 0 else { return }
      if !state.tracks.isEmpty { try state.writer?.finish() }
      state.writer = nil
    }
  }
}

extension ExportPlan.Output {
  /// The renditions that become the file's tracks.
  var tracks: [String] { (picture.map { [$0.name] } ?? []) + sound.map(\.directory) }
}

/// Hands each rendition of a ladder to the file that it belongs to.
struct ExportSink: LadderSink {
  let files: [ExportFile]

  private struct TrackSink: RenditionSink {
    let file: ExportFile
    let place: Int

    mutating func append(_ sample: EncodedSample) throws { try file.write(sample, to: place) }
    mutating func finish() throws { try file.finishTrack() }
  }

  func sink(for track: EncodedTrack) throws -> any RenditionSink {
    for file in files {
      guard let place = file.place(of: track.rendition) else { continue }
      try file.add(track)
      return TrackSink(file: file, place: place)
    }
    throw EncodingError(.encoder, track.rendition.directory, "no file takes the track")
  }
}

extension MovieWriter {
  /// Pictures may be decoded ahead of being shown, and decoders of sound primed: decoding begins
  /// before 0, and the muxer writes an edit that starts at 0.
  fileprivate func write(
    _ sample: EncodedSample, to index: Int, of track: EncodedTrack
  ) throws(LibAVError) {
    try write(
      sample.bytes, to: index, presentationTime: sample.presentationTime,
      decodeTime: sample.decodeTime - track.decodingLead, duration: sample.duration,
      isSync: sample.isSync)
  }
}

extension MovieWriter.Track {
  /// The track of an encoded rendition.
  fileprivate init(_ track: EncodedTrack, _ orientation: Orientation) throws {
    let timeBase = Rational(1, track.timescale)
    switch track.rendition {
    case .video(let rung):
      self.init(
        codec: rung.codec.isProRes ? "prores" : rung.codec.rawValue, tag: rung.codec.codecType,
        header: try track.configuration.record, timeBase: timeBase)
      picture = MovieWriter.Picture(
        width: rung.width, height: rung.height, frameRate: rung.frameRate, color: rung.color,
        orientation: orientation)
    case .audio(let rendition):
      self.init(
        codec: rendition.codec.encoder, header: try track.configuration.record,
        timeBase: timeBase)
      sound = MovieWriter.Sound(
        sampleRate: rendition.sampleRate, layout: rendition.layout.name,
        frameSize: rendition.codec.frameSize, bitDepth: rendition.codec.pcmBitDepth)
      language = AudioNames.code(of: rendition.language)
      title = rendition.name
      isDefault = rendition.isDefault
    }
  }
}

extension EncodedTrack.Configuration {
  /// The record that stands in a sample entry.
  fileprivate var record: [UInt8] {
    get throws {
      var writer = ByteWriter()
      switch self {
      case .h264(let units):
        let sets = try ParameterSets(codec: .h264, in: units.span, framing: .fourByteLengths)
        try AVCConfiguration(sets).write(to: &writer)
      case .hevc(let units):
        let sets = try ParameterSets(codec: .hevc, in: units.span, framing: .fourByteLengths)
        try HEVCConfiguration(sets).write(to: &writer)
      case .aac(let config): writer.append(config)
      case .ac3, .eac3, .none: break
      }
      return writer.bytes
    }
  }
}

extension StaticMetadata {
  /// The boxes that stand for it in a sample entry.
  var boxes: [OpaqueBox] {
    [
      masteringDisplay.map { OpaqueBox(type: "mdcv", content: $0.payload) },
      contentLightLevel.map { OpaqueBox(type: "clli", content: $0.payload) },
      ambientViewingEnvironment.map { OpaqueBox(type: "amve", content: $0.payload) },
    ].compactMap { $0 }
  }
}
