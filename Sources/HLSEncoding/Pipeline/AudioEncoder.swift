// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import LibAV

/// The encoder of one audio rendition, and the clock of its samples.
struct AudioEncoder: RenditionEncoder, ~Copyable {
  /// What a reader must know of the rendition.
  let track: EncodedTrack

  private let encoder: Encoder
  private var samplesIn: Int64 = 0
  private var validSamples: Int64 = 0
  private var decodeTime: Int64 = 0
  private var held: [UInt8]?

  static func open(_ rendition: AudioRendition) throws -> AudioEncoder {
    let encoder = try Encoder.audio(
      Encoder.AudioSettings(
        encoder: "aac", sampleRate: rendition.sampleRate, channelLayout: "stereo",
        bitRate: rendition.bitRate))
    let track = EncodedTrack(
      rendition: .audio(rendition),
      configuration: .aac(encoder.header), timescale: Int64(rendition.sampleRate),
      decodingLead: Int64(encoder.priming))
    return AudioEncoder(track: track, encoder: encoder)
  }

  private init(track: EncodedTrack, encoder: consuming Encoder) {
    self.track = track
    self.encoder = encoder
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
    try body(sample(last, duration: min(max(1, end - decodeTime), Int64(AudioGraph.frameSize))))
  }

  private mutating func encode(
    frame: Frame?, _ body: (EncodedSample) throws -> Void
  ) throws {
    var packets: [[UInt8]] = []
    try encoder.encode(frame, at: samplesIn) { packets.append($0.bytes) }
    // One packet stays behind, since the last one is shorter.
    for packet in packets {
      if let bytes = held {
        try body(sample(bytes, duration: Int64(AudioGraph.frameSize)))
        decodeTime += Int64(AudioGraph.frameSize)
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
