// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSEncoding

/// The bytes of a fragment's samples, wherever they are.
protocol FragmentPayload {
  /// Appends them to a file as they are.
  func append(to file: inout OutputFile) throws
  /// Puts them into memory, in place of what was there.
  func load(into buffer: SampleBuffer) throws
}

/// Memory for the samples of one fragment after the other.
final class SampleBuffer {
  /// The samples' bytes, and behind them what longer fragments left.
  var bytes: [UInt8] = []
  /// The bytes of the samples.
  private(set) var count = 0

  /// Takes the samples of a fragment.
  func load(_ payload: some FragmentPayload) throws {
    count = 0
    try payload.load(into: self)
  }

  /// Makes room for more samples, which `fill` then writes.
  ///
  /// - Parameters:
  ///   - size: Their bytes.
  ///   - fill: Writes to the range of ``bytes`` that is given.
  /// - Throws: What `fill` throws.
  func append(_ size: Int, _ fill: (inout [UInt8], Range<Int>) throws -> Void) throws {
    let end = count + size
    if bytes.count < end {
      bytes += repeatElement(0, count: max(end, bytes.count * 2) - bytes.count)
    }
    try fill(&bytes, count..<end)
    count = end
  }
}

/// Samples that an encoder has made.
struct EncodedPayload: FragmentPayload {
  let samples: [EncodedSample]

  func append(to file: inout OutputFile) throws {
    for sample in samples { try file.write(sample.bytes) }
  }

  func load(into buffer: SampleBuffer) throws {
    for sample in samples {
      try buffer.append(sample.bytes.count) { bytes, range in
        bytes.replaceSubrange(range, with: sample.bytes)
      }
    }
  }
}

/// Samples that stand in a file.
struct CopiedPayload: FragmentPayload {
  let extents: [ByteExtent]
  let source: SourceFile
  let buffer: CopyBuffer

  func append(to file: inout OutputFile) throws {
    try file.append(extents, of: source, through: buffer)
  }

  func load(into buffer: SampleBuffer) throws {
    for extent in extents {
      try buffer.append(Int(clamping: extent.size)) { bytes, range in
        try source.read(at: extent.offset, into: &bytes, range)
      }
    }
  }
}
