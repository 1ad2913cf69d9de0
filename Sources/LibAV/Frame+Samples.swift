// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import CLibAV

extension Frame {
  /// FFmpeg's name of samples as floating point, those of one time side by side.
  package static let interleavedFormat = "flt"

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
