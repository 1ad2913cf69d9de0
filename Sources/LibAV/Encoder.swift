// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import CLibAV
public import HDRColor

/// An encoder of libavcodec: frames in, packets out.
@safe
public struct Encoder: ~Copyable {
  /// What to encode pictures with.
  public struct VideoSettings: Sendable {
    /// FFmpeg's name of the encoder, such as `libx264`.
    public var encoder: String
    /// Pixels in a row.
    public var width: Int
    /// Rows.
    public var height: Int
    /// How pixels are stored.
    public var pixelFormat: PixelFormat
    /// Frames a second.
    public var frameRate: Rational
    /// What the numbers mean.
    public var color: ColorDescription
    /// Where chroma samples lie.
    public var chromaLocation: ChromaLocation
    /// Mean bits a second.
    public var bitRate: Int
    /// Bits a second at which the decoder's buffer fills.
    public var maximumRate: Int
    /// The decoder's buffer, in bits.
    public var bufferSize: Int
    /// The encoder's own options.
    public var options: [(name: String, value: String)]

    /// Creates settings.
    public init(
      encoder: String, width: Int, height: Int, pixelFormat: PixelFormat, frameRate: Rational,
      color: ColorDescription, chromaLocation: ChromaLocation, bitRate: Int, maximumRate: Int,
      bufferSize: Int, options: [(name: String, value: String)]
    ) {
      self.encoder = encoder
      self.width = width
      self.height = height
      self.pixelFormat = pixelFormat
      self.frameRate = frameRate
      self.color = color
      self.chromaLocation = chromaLocation
      self.bitRate = bitRate
      self.maximumRate = maximumRate
      self.bufferSize = bufferSize
      self.options = options
    }
  }

  /// What to encode sound with.
  public struct AudioSettings: Sendable {
    /// FFmpeg's name of the encoder, such as `aac`.
    public var encoder: String
    /// Samples a second.
    public var sampleRate: Int
    /// FFmpeg's name of the channel layout, such as `stereo`.
    public var channelLayout: String
    /// Bits a second.
    public var bitRate: Int
    /// FFmpeg's name of how samples are stored, such as `fltp`.
    public var sampleFormat: String
    /// The encoder's own options.
    public var options: [(name: String, value: String)]

    /// Creates settings.
    public init(
      encoder: String, sampleRate: Int, channelLayout: String, bitRate: Int,
      sampleFormat: String = "fltp", options: [(name: String, value: String)] = []
    ) {
      self.sampleFormat = sampleFormat
      self.encoder = encoder
      self.sampleRate = sampleRate
      self.channelLayout = channelLayout
      self.bitRate = bitRate
      self.options = options
    }
  }

  private let context: UnsafeMutablePointer<AVCodecContext>

  /// Opens an encoder of pictures. One thread: its bytes must not change with the machine.
  public static func video(_ settings: VideoSettings) throws(LibAVError) -> Encoder {
    // libx264 164 reads memory that it never wrote. The first encoder of a process finds zeros there;
    // a later one must not find what others left, or its bytes differ from run to run.
    CLibAV_freshen_memory()
    let encoder = try make(settings.encoder)
    let context = unsafe encoder.context
    unsafe context.pointee.width = Int32(clamping: settings.width)
    unsafe context.pointee.height = Int32(clamping: settings.height)
    unsafe context.pointee.pix_fmt = av_get_pix_fmt(settings.pixelFormat.name)
    unsafe context.pointee.time_base = settings.frameRate.inverse.native
    unsafe context.pointee.framerate = settings.frameRate.native
    unsafe context.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    unsafe context.pointee.color_primaries = settings.color.nativePrimaries
    unsafe context.pointee.color_trc = settings.color.nativeTransfer
    unsafe context.pointee.colorspace = settings.color.nativeMatrix
    unsafe context.pointee.color_range = settings.color.nativeRange
    if settings.chromaLocation == .left {
      unsafe context.pointee.chroma_sample_location = AVCHROMA_LOC_LEFT
    }
    unsafe context.pointee.bit_rate = Int64(settings.bitRate)
    unsafe context.pointee.rc_max_rate = Int64(settings.maximumRate)
    unsafe context.pointee.rc_buffer_size = Int32(clamping: settings.bufferSize)
    try encoder.open(settings.encoder, settings.options)
    return encoder
  }

  /// Opens an encoder of sound.
  public static func audio(_ settings: AudioSettings) throws(LibAVError) -> Encoder {
    let encoder = try make(settings.encoder)
    let context = unsafe encoder.context
    unsafe context.pointee.sample_rate = Int32(clamping: settings.sampleRate)
    unsafe context.pointee.sample_fmt = av_get_sample_fmt(settings.sampleFormat)
    unsafe context.pointee.time_base = AVRational(
      num: 1, den: Int32(clamping: settings.sampleRate))
    unsafe context.pointee.bit_rate = Int64(settings.bitRate)
    try unsafe LibAVError.check(
      av_channel_layout_from_string(&context.pointee.ch_layout, settings.channelLayout),
      "use channel layout '\(settings.channelLayout)'")
    try encoder.open(settings.encoder, settings.options)
    return encoder
  }

  private static func make(_ name: String) throws(LibAVError) -> Encoder {
    guard let codec = unsafe avcodec_find_encoder_by_name(name) else {
      throw LibAVError(.invalidArgument, "encode", reason: "FFmpeg has no encoder '\(name)'")
    }
    let context = try unsafe LibAVError.allocated(avcodec_alloc_context3(codec), "an encoder")
    return unsafe Encoder(adopting: context)
  }

  private init(adopting context: UnsafeMutablePointer<AVCodecContext>) {
    unsafe self.context = context
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = unsafe self.context
    unsafe avcodec_free_context(&context)
  }

  private func open(
    _ name: String, _ options: [(name: String, value: String)]
  ) throws(LibAVError) {
    unsafe context.pointee.thread_count = 1
    unsafe context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER | AV_CODEC_FLAG_BITEXACT
    for option in options {
      try unsafe LibAVError.check(
        av_opt_set(context, option.name, option.value, AV_OPT_SEARCH_CHILDREN),
        "set '\(option.name)' of encoder '\(name)'")
    }
    try unsafe LibAVError.check(
      avcodec_open2(context, context.pointee.codec, nil), "start encoder '\(name)'")
  }

  /// The stream's headers: parameter sets, or an AudioSpecificConfig.
  public var header: [UInt8] {
    guard let data = unsafe context.pointee.extradata else { return [] }
    return unsafe Array(
      UnsafeBufferPointer(start: data, count: Int(context.pointee.extradata_size)))
  }

  /// The number of samples that the encoder wants in a frame; 0 for pictures.
  public var frameSize: Int { unsafe Int(context.pointee.frame_size) }

  /// The number of samples that the encoder puts before the first.
  public var priming: Int { unsafe Int(context.pointee.initial_padding) }

  /// How many pictures may be decoded ahead of the one that is shown, because of B-frames.
  public var reorderDepth: Int { unsafe Int(context.pointee.has_b_frames) }

  /// Encodes a frame, or with `nil` what is still held back; gives each packet to `body`.
  ///
  /// - Parameters:
  ///   - frame: The frame; it stays the caller's.
  ///   - time: Its time in frames or samples.
  ///   - isKey: Whether it has to be a picture from which decoding can start (an IDR).
  ///   - body: Takes each packet.
  /// - Throws: ``LibAVError``, or what `body` throws.
  public func encode<E: Error>(
    _ frame: Frame?, at time: Int64, isKey: Bool = false, _ body: (Packet) throws(E) -> Void
  ) throws {
    if let frame {
      let copy = try frame.reference()
      unsafe copy.raw.pointee.pts = time
      // The source's picture types would leak into the encoder's decisions.
      unsafe copy.raw.pointee.pict_type = isKey ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE
      try unsafe LibAVError.check(avcodec_send_frame(context, copy.raw), "encode a frame")
    } else {
      try unsafe LibAVError.check(avcodec_send_frame(context, nil), "end the encoder")
    }
    while true {
      let packet = try Packet()
      let received = unsafe avcodec_receive_packet(context, packet.raw)
      switch LibAVError.Code(rawValue: received) {
      case .tryAgain, .endOfFile: return
      default:
        try LibAVError.check(received, "encode a frame")
        try body(packet)
      }
    }
  }
}
