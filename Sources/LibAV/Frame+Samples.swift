// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import CLibAV

extension Frame {
  /// FFmpeg's name of samples as floating point, those of one time side by side.
  package static let interleavedFormat = "flt"

  /// Sound from samples in memory, which are copied.
  ///
  /// - Parameters:
  ///   - samples: The samples, those of one time side by side.
  ///   - sampleRate: Samples a second.
  ///   - layout: What the channels are.
  /// - Returns: As many whole samples as there are.
  /// - Throws: ``LibAVError`` where there is not one, and when memory runs out.
  package static func sound(
    interleaved samples: [Float], sampleRate: Int, layout: ChannelLayout
  ) throws(LibAVError) -> Frame {
    let count = samples.count / max(1, layout.channels.count)
    guard count > 0 else {
      throw LibAVError(.invalidArgument, "mix sound", reason: "there is not a whole sample")
    }
    let frame = try Frame()
    unsafe frame.raw.pointee.format = av_get_sample_fmt(interleavedFormat).rawValue
    unsafe frame.raw.pointee.sample_rate = Int32(clamping: sampleRate)
    unsafe frame.raw.pointee.nb_samples = Int32(clamping: count)
    try unsafe LibAVError.check(
      av_channel_layout_from_string(&frame.raw.pointee.ch_layout, layout.name), "mix sound")
    try unsafe LibAVError.check(av_frame_get_buffer(frame.raw, 0), "allocate sound")
    if let target = unsafe frame.raw.pointee.data.0 {
      unsafe samples.withUnsafeBytes { bytes in
        let wanted = count * layout.channels.count * MemoryLayout<Float>.size
        unsafe UnsafeMutableRawBufferPointer(start: target, count: wanted)
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<wanted]))
      }
    }
    return frame
  }

  /// The samples of sound in ``interleavedFormat``; none of any other.
  package var interleavedSamples: [Float] {
    guard sampleFormat == Self.interleavedFormat, let data = unsafe raw.pointee.data.0 else {
      return []
    }
    let channels = unsafe max(0, Int(raw.pointee.ch_layout.nb_channels))
    let bytes = unsafe UnsafeRawBufferPointer(
      start: data, count: sampleCount * channels * MemoryLayout<Float>.size)
    return unsafe Array(bytes.bindMemory(to: Float.self))
  }
}
