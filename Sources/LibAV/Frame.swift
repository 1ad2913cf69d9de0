// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import CLibAV
public import HDRColor

/// A decoded picture or a run of audio samples.
///
/// A frame's samples are shared, never copied: encoders of one size read the same memory. Nothing
/// writes to a frame after the call that filled it, but for ``presentationTime`` by its one owner.
@safe
public final class Frame: Sendable {
  // Set once in `init`; what it points to is not written once the frame is shared.
  nonisolated(unsafe) let raw: UnsafeMutablePointer<AVFrame>

  init() throws(LibAVError) {
    unsafe raw = try LibAVError.allocated(av_frame_alloc(), "a frame")
  }

  deinit {
    var frame: UnsafeMutablePointer<AVFrame>? = unsafe raw
    unsafe av_frame_free(&frame)
  }

  /// A second frame on the same samples, with its own time and picture type.
  func reference() throws(LibAVError) -> Frame {
    let copy = try Frame()
    try unsafe LibAVError.check(av_frame_ref(copy.raw, raw), "share a frame")
    return copy
  }

  /// When the frame is presented, in the time base of whoever made it.
  public var presentationTime: Int64? {
    unsafe Timestamp.optional(raw.pointee.pts) ?? Timestamp.optional(bestEffortTime)
  }

  private var bestEffortTime: Int64 { unsafe raw.pointee.best_effort_timestamp }

  /// Pixels in a row.
  public var width: Int { unsafe Int(raw.pointee.width) }

  /// Rows.
  public var height: Int { unsafe Int(raw.pointee.height) }

  /// Audio samples of one channel.
  public var sampleCount: Int { unsafe Int(raw.pointee.nb_samples) }

  /// Audio samples a second.
  public var sampleRate: Int { unsafe Int(raw.pointee.sample_rate) }

  /// FFmpeg's name of how audio samples are stored, such as `fltp`.
  public var sampleFormat: String {
    unsafe av_get_sample_fmt_name(AVSampleFormat(raw.pointee.format))
      .map { unsafe String(cString: $0) } ?? "none"
  }

  /// FFmpeg's name of the channel layout, such as `5.1`.
  public var channelLayout: String { unsafe AudioParameters.name(of: raw.pointee.ch_layout) }

  /// How the pixels are stored.
  public var pixelFormat: PixelFormat { unsafe PixelFormat(AVPixelFormat(raw.pointee.format)) }

  /// Whether the decoder had to make up some of it.
  public var isDamaged: Bool {
    unsafe raw.pointee.decode_error_flags != 0 || raw.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0
  }

  /// Whether the frame holds two fields of different times.
  public var isInterlaced: Bool { unsafe raw.pointee.interlaced_frame != 0 }

  /// What the numbers mean, as far as the frame says.
  public var color: ColorDescription {
    unsafe ColorDescription(
      primaries: raw.pointee.color_primaries, transfer: raw.pointee.color_trc,
      matrix: raw.pointee.colorspace, range: raw.pointee.color_range)
  }

  /// Where chroma samples lie.
  public var chromaLocation: ChromaLocation {
    unsafe ChromaLocation(raw.pointee.chroma_location)
  }

  /// Lends the rows of a plane: its bytes and the distance between rows in bytes.
  package func withPlane<R, E: Error>(
    _ plane: Int, _ body: (RawSpan, Int) throws(E) -> R
  ) throws(E) -> R {
    let (data, stride) = unsafe pointer(to: plane)
    let rows = plane == 0 ? height : pixelFormat.chromaHeight(of: height)
    let bytes = unsafe UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : rows * stride)
    return try unsafe body(bytes.bytes, stride)
  }

  private func pointer(to plane: Int) -> (UnsafeRawPointer?, Int) {
    let stride = unsafe withUnsafeBytes(of: raw.pointee.linesize) { bytes in
      unsafe Int(bytes.bindMemory(to: Int32.self)[plane])
    }
    let data = unsafe withUnsafeBytes(of: raw.pointee.data) { bytes in
      unsafe bytes.bindMemory(to: UnsafeMutablePointer<UInt8>?.self)[plane]
    }
    return unsafe (data.map { UnsafeRawPointer($0) }, stride)
  }
}
