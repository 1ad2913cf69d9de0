// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import LibAV

/// The encoder of one audio rendition, and the clock of its samples.
struct AudioEncoder: ~Copyable {
  /// What a reader must know of the rendition.
  let track: EncodedTrack

  private let encoder: Encoder
  private let frameSize: Int64
  /// Bytes of the samples of one time, of what is not compressed.
  private let bytesPerSample: Int?
  private var samplesIn: Int64 = 0
  private var validSamples: Int64 = 0
  private var decodeTime: Int64 = 0
  private var held: [UInt8]?

  static func open(_ rendition: AudioRendition) throws -> AudioEncoder {
    let settings = Encoder.AudioSettings(
      encoder: rendition.codec.encoder, sampleRate: rendition.sampleRate,
      channelLayout: rendition.layout.name, bitRate: rendition.bitRate,
      sampleFormat: rendition.codec.sampleFormat,
      options: rendition.codec == .aac
        ? [] : rendition.dialogueLevel.map { [("dialnorm", "\($0)")] } ?? [])
    let encoder = try Encoder.audio(settings)
    let configuration: EncodedTrack.Configuration =
      switch rendition.codec {
      case .aac: .aac(encoder.header)
      case .ac3: .ac3(try silentFrame(settings))
      case .eac3: .eac3(try silentFrame(settings))
      case .pcm16, .pcm24: .none
      }
    let track = EncodedTrack(
      rendition: .audio(rendition), configuration: configuration,
      timescale: Int64(rendition.sampleRate), decodingLead: Int64(encoder.priming))
    return AudioEncoder(
      track: track, encoder: encoder, frameSize: Int64(rendition.codec.frameSize),
      bytesPerSample: rendition.codec.pcmBitDepth.map { $0 / 8 * rendition.channelCount })
  }

  /// A frame of silence: AC-3 has no headers but those that every frame begins with.
  private static func silentFrame(_ settings: Encoder.AudioSettings) throws -> [UInt8] {
    let encoder = try Encoder.audio(settings)
    var graph = try FilterGraph.make()
    let silence = try graph.add(
      "anullsrc",
      [
        ("channel_layout", settings.channelLayout), ("sample_rate", "\(settings.sampleRate)"),
        ("nb_samples", "\(encoder.frameSize)"),
      ])
    let planar = try graph.add("aformat", [("sample_fmts", "fltp")], after: silence)
    let output = try graph.add("abuffersink", after: planar)
    try graph.configure()
    var bytes: [UInt8]?
    try encoder.encode(try graph.pull(from: output), at: 0) { bytes = bytes ?? $0.bytes }
    if bytes == nil { try encoder.encode(nil, at: 0) { bytes = bytes ?? $0.bytes } }
    return bytes ?? []
  }

  private init(
    track: EncodedTrack, encoder: consuming Encoder, frameSize: Int64, bytesPerSample: Int?
  ) {
    self.track = track
    self.bytesPerSample = bytesPerSample
    self.encoder = encoder
    self.frameSize = frameSize
  }

  /// Encodes samples; gives what comes out to `body`.
  mutating func encode(_ chunk: AudioChunk, _ body: (EncodedSample) throws -> Void) throws {
    try encode(frame: chunk.frame, body)
    samplesIn += Int64(chunk.frame.sampleCount)
    validSamples += Int64(chunk.count)
  }

  /// Encodes what is still held back; the last sample ends where the sound ends.
  mutating func finish(_ body: (EncodedSample) throws -> Void) throws {
    try encode(frame: nil, body)
    guard let last = held else { return }
    let end = validSamples + Int64(encoder.priming)
    let duration = min(max(1, end - decodeTime), frameSize)
    let bytes = bytesPerSample.map { Array(last.prefix($0 * Int(duration))) } ?? last
    try body(sample(bytes, duration: duration))
  }

  private mutating func encode(
    frame: Frame?, _ body: (EncodedSample) throws -> Void
  ) throws {
    var packets: [[UInt8]] = []
    try encoder.encode(frame, at: samplesIn) { packets.append($0.bytes) }
    // One packet stays behind, since the last one is shorter.
    for packet in packets {
      if let bytes = held {
        try body(sample(bytes, duration: frameSize))
        decodeTime += frameSize
      }
      held = packet
    }
  }

  /// Priming stands before presentation time 0.
  private func sample(_ bytes: [UInt8], duration: Int64) -> EncodedSample {
    EncodedSample(
      bytes: bytes, decodeTime: decodeTime,
      presentationTime: decodeTime - Int64(encoder.priming), duration: duration, isSync: true)
  }
}
