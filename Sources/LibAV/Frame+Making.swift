// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import CLibAV
package import HDRColor

extension Frame {
  /// A picture with memory of its own, which holds whatever was there.
  package static func picture(
    width: Int, height: Int, format: PixelFormat
  ) throws(LibAVError) -> Frame {
    let frame = try Frame()
    unsafe frame.raw.pointee.width = Int32(clamping: width)
    unsafe frame.raw.pointee.height = Int32(clamping: height)
    unsafe frame.raw.pointee.format = av_get_pix_fmt(format.name).rawValue
    try unsafe LibAVError.check(av_frame_get_buffer(frame.raw, 0), "allocate a picture")
    return frame
  }

  /// Sound from samples in memory, which are copied.
  ///
  /// - Parameters:
  ///   - bytes: The samples, those of one time side by side.
  ///   - format: FFmpeg's name of how they are stored: `s16`, `s32`, `flt`.
  ///   - sampleRate: Samples a second.
  ///   - layout: What the channels are.
  /// - Returns: As many whole samples as there are.
  /// - Throws: ``LibAVError`` for a format that is not known, and when memory runs out.
  package static func sound(
    _ bytes: [UInt8], format: String, sampleRate: Int, layout: ChannelLayout
  ) throws(LibAVError) -> Frame {
    let frame = try Frame()
    let native = unsafe av_get_sample_fmt(format)
    let size = Int(av_get_bytes_per_sample(native)) * layout.channels.count
    guard size > 0, bytes.count >= size else {
      throw LibAVError(.invalidArgument, "take sound", reason: "there is not a whole sample")
    }
    unsafe frame.raw.pointee.format = native.rawValue
    unsafe frame.raw.pointee.sample_rate = Int32(clamping: sampleRate)
    unsafe frame.raw.pointee.nb_samples = Int32(clamping: bytes.count / size)
    try unsafe LibAVError.check(
      av_channel_layout_from_string(&frame.raw.pointee.ch_layout, layout.name), "take sound")
    try unsafe LibAVError.check(av_frame_get_buffer(frame.raw, 0), "allocate sound")
    if let target = unsafe frame.raw.pointee.data.0 {
      unsafe target.update(from: bytes, count: bytes.count / size * size)
    }
    return frame
  }

  /// A second frame on the same samples, with its own time and picture type.
  package func sharing() throws(LibAVError) -> Frame { try reference() }

  /// Whether nobody else holds the samples.
  package var isUnshared: Bool { unsafe av_frame_is_writable(raw) > 0 }

  /// Moves the samples to memory of their own, with what they hold, where somebody else holds them
  /// too. For whoever owns the frame, who may then write to it.
  package func makeUnshared() throws(LibAVError) {
    try unsafe LibAVError.check(av_frame_make_writable(raw), "copy a picture")
  }

  /// Says what the numbers mean. For whoever owns the frame.
  package func declare(_ color: ColorDescription) {
    unsafe raw.pointee.color_primaries = color.nativePrimaries
    unsafe raw.pointee.color_trc = color.nativeTransfer
    unsafe raw.pointee.colorspace = color.nativeMatrix
    unsafe raw.pointee.color_range = color.nativeRange
  }

  /// Rows of a plane.
  package func rowCount(of plane: Int) -> Int {
    plane == 0 ? height : pixelFormat.chromaHeight(of: height)
  }

  /// The memory of a plane, as long as the frame lives and is not made unshared: for C's way of
  /// working on pictures alone.
  package func address(of plane: Int) -> UnsafeMutableRawPointer? {
    unsafe buffer(of: plane).baseAddress
  }

  /// Lends a plane to be written to, by whoever owns the frame and knows that it is unshared.
  package func withMutablePlane<R, E: Error>(
    _ plane: Int, _ body: (inout MutableRawSpan) throws(E) -> R
  ) throws(E) -> R {
    let memory = unsafe buffer(of: plane)
    var span = unsafe memory.mutableBytes
    return try body(&span)
  }

  /// Lends a plane.
  package func withPlane<R, E: Error>(
    _ plane: Int, _ body: (RawSpan) throws(E) -> R
  ) throws(E) -> R {
    let memory = unsafe buffer(of: plane)
    return try unsafe body(UnsafeRawBufferPointer(memory).bytes)
  }
}

extension StreamDescription {
  /// A track of pictures that stand in memory, upright, with square pixels.
  package static func pictures(
    _ width: Int, _ height: Int, _ format: PixelFormat, rate: Rational, _ color: ColorDescription,
    _ chromaLocation: ChromaLocation
  ) -> StreamDescription {
    var stream = StreamDescription(
      index: 0, kind: .video, codecName: "rawvideo", timeBase: rate.inverse, flags: [])
    stream.video = VideoParameters(
      width: width, height: height, sampleAspect: Rational(1), orientation: .upright,
      frameRate: rate, averageFrameRate: rate, pixelFormat: format, color: color,
      chromaLocation: chromaLocation, isInterlaced: false)
    return stream
  }

  /// A track of sound that stands in memory.
  package static func sound(_ sampleRate: Int, _ layout: ChannelLayout) -> StreamDescription {
    var stream = StreamDescription(
      index: 0, kind: .audio, codecName: "pcm", timeBase: Rational(1, Int64(sampleRate)),
      flags: [])
    stream.audio = AudioParameters(
      sampleRate: sampleRate, channelCount: layout.channels.count, channelLayout: layout.name)
    return stream
  }
}
