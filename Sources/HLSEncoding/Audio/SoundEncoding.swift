// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The encoding of one rendition of sound, on a thread of its own.
struct SoundEncoding: Sendable {
  let rendition: AudioRendition
  let queue: BoundedQueue<AudioChunk>
  let sink: any LadderSink
  let progress: EncodingProgress

  /// Encodes the sound that comes out of the queue until it ends, and hands the samples on.
  func work() throws {
    var encoder = try AudioEncoder.open(rendition)
    var target = try sink.sink(for: encoder.track)
    func give(_ sample: EncodedSample) throws {
      progress.encode(sample.bytes.count, of: rendition.directory)
      try target.append(sample)
    }
    while let chunk = queue.pop() { try encoder.encode(chunk, give) }
    guard !queue.isAbandoned else { return }
    try encoder.finish(give)
    try target.finish()
  }
}
