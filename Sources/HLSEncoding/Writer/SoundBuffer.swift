// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import LibAV

/// Samples of sound in memory, which a program appends to an ``AssetWriterInput``.
public struct SoundBuffer: Sendable {
  /// How a sample is stored, the low byte first.
  public enum SampleFormat: String, Sendable, CaseIterable {
    /// Integers of 16 bits.
    case int16 = "s16"
    /// Integers of 32 bits.
    case int32 = "s32"
    /// Floating numbers of 32 bits, from -1 to 1.
    case float32 = "flt"

    /// Bytes of a sample.
    public var byteCount: Int { self == .int16 ? 2 : 4 }
  }

  /// How a sample is stored.
  public var format: SampleFormat
  /// Samples a second.
  public var sampleRate: Int
  /// What the channels are.
  public var layout: ChannelLayout
  /// The samples, those of one time side by side.
  public var bytes: [UInt8]

  /// Creates a buffer.
  public init(format: SampleFormat, sampleRate: Int, layout: ChannelLayout, bytes: [UInt8]) {
    self.format = format
    self.sampleRate = sampleRate
    self.layout = layout
    self.bytes = bytes
  }

  /// The whole samples of one channel.
  public var sampleCount: Int {
    bytes.count / (format.byteCount * layout.channels.count)
  }

  /// The samples as FFmpeg takes them.
  func frame() throws -> Frame {
    guard sampleCount > 0, (1...768_000).contains(sampleRate) else {
      throw EncodingError(
        .sample, "append",
        "expected a whole sample of sound at a rate up to 768,000 Hz, found "
          + "\(bytes.count) bytes at \(sampleRate) Hz")
    }
    return try Frame.sound(
      bytes, format: format.rawValue, sampleRate: sampleRate, layout: layout)
  }
}
