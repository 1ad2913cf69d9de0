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

  /// When the frame is presented, in the time base of whoever made it; `nil` where its packet had
  /// no presentation time, as in raw streams.
  public var presentationTime: Int64? { unsafe Timestamp.optional(raw.pointee.pts) }

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

  /// What a filter has noted on the frame under a name, such as `lavfi.r128.I`.
  public func note(_ name: String) -> String? {
    guard let entry = unsafe av_dict_get(raw.pointee.metadata, name, nil, 0) else { return nil }
    return unsafe String(cString: entry.pointee.value)
  }

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

  /// The distance between the rows of a plane, in bytes.
  package func stride(of plane: Int) -> Int {
    unsafe withUnsafeBytes(of: raw.pointee.linesize) { bytes in
      unsafe Int(bytes.bindMemory(to: Int32.self)[plane])
    }
  }

  /// Lends the three planes of a planar picture.
  package func withPlanes<R>(
    _ body: (RawSpan, RawSpan, RawSpan) throws -> R
  ) throws -> R {
    let (luma, cb, cr) = unsafe (buffer(of: 0), buffer(of: 1), buffer(of: 2))
    return try unsafe body(
      UnsafeRawBufferPointer(luma).bytes, UnsafeRawBufferPointer(cb).bytes,
      UnsafeRawBufferPointer(cr).bytes)
  }

  func buffer(of plane: Int) -> UnsafeMutableRawBufferPointer {
    let data = unsafe withUnsafeBytes(of: raw.pointee.data) { bytes in
      unsafe bytes.bindMemory(to: UnsafeMutablePointer<UInt8>?.self)[plane]
    }
    return unsafe UnsafeMutableRawBufferPointer(
      start: data, count: data == nil ? 0 : rowCount(of: plane) * stride(of: plane))
  }
}

// MARK: - Making pictures

extension Frame {
  /// Lends the three planes of a planar picture to be written to, by whoever has just made it.
  package func withMutablePlanes(
    _ body: (inout MutableRawSpan, inout MutableRawSpan, inout MutableRawSpan) throws -> Void
  ) throws {
    let (first, second, third) = unsafe (buffer(of: 0), buffer(of: 1), buffer(of: 2))
    var luma = unsafe first.mutableBytes
    var cb = unsafe second.mutableBytes
    var cr = unsafe third.mutableBytes
    try body(&luma, &cb, &cr)
  }
}

/// Pictures of one kind whose memory is used again once nobody looks at them.
///
/// Used by one thread.
package final class FramePool {
  private var frames: [Frame] = []

  /// Creates an empty pool.
  package init() {}

  /// A picture that nobody else holds; what is in it is left over.
  package func frame(
    width: Int, height: Int, format: PixelFormat
  ) throws(LibAVError) -> Frame {
    if let free = frames.first(where: { $0.isUnshared }) { return free }
    let frame = try Frame.picture(width: width, height: height, format: format)
    frames.append(frame)
    return frame
  }
}
