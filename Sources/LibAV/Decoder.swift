// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import CLibAV
public import HDRColor

/// A decoder of one stream: packets in, frames out.
@safe
public struct Decoder: ~Copyable {
  private let context: UnsafeMutablePointer<AVCodecContext>
  private let name: String

  /// What the frames' times count.
  public let timeBase: Rational

  /// Opens the decoder that FFmpeg prefers for the stream.
  static func open(
    _ parameters: UnsafeMutablePointer<AVCodecParameters>, _ stream: StreamDescription,
    isStrict: Bool, threads: Int
  ) throws(LibAVError) -> Decoder {
    let operation = "decode track \(stream.index) (\(stream.codecName))"
    guard let codec = unsafe avcodec_find_decoder(parameters.pointee.codec_id) else {
      throw LibAVError(.invalidData, operation, reason: "FFmpeg has no decoder for it")
    }
    let allocated = try unsafe LibAVError.allocated(avcodec_alloc_context3(codec), "a decoder")
    let decoder = unsafe Decoder(adopting: allocated, operation, stream.timeBase)
    try unsafe LibAVError.check(
      avcodec_parameters_to_context(decoder.context, parameters), operation)
    unsafe decoder.context.pointee.pkt_timebase = stream.timeBase.native
    unsafe decoder.context.pointee.thread_count = Int32(clamping: threads)
    if isStrict {
      unsafe decoder.context.pointee.err_recognition |= AV_EF_CRCCHECK | AV_EF_EXPLODE
    }
    try unsafe LibAVError.check(avcodec_open2(decoder.context, codec, nil), operation)
    return decoder
  }

  private init(
    adopting context: UnsafeMutablePointer<AVCodecContext>, _ name: String, _ timeBase: Rational
  ) {
    unsafe self.context = context
    self.name = name
    self.timeBase = timeBase
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = unsafe self.context
    unsafe avcodec_free_context(&context)
  }

  /// Decodes a packet, or with `nil` what is still held back; gives each frame to `body`.
  ///
  /// - Returns: Whether the packet could be decoded; a damaged one is skipped.
  public func decode<E: Error>(
    _ packet: Packet?, _ body: (Frame) throws(E) -> Void
  ) throws -> Bool {
    let sent = unsafe avcodec_send_packet(context, packet?.raw)
    if LibAVError.Code(rawValue: sent).isDamage { return false }
    if sent != LibAVError.Code.endOfFile.rawValue { try LibAVError.check(sent, name) }
    var isDecodable = true
    while true {
      let frame = try Frame()
      let received = unsafe avcodec_receive_frame(context, frame.raw)
      switch LibAVError.Code(rawValue: received) {
      case .tryAgain, .endOfFile: return isDecodable
      case let code where code.isDamage: isDecodable = false
      default:
        try LibAVError.check(received, name)
        try body(frame)
      }
    }
  }

  /// Forgets what was sent, after a seek.
  public func flush() { unsafe avcodec_flush_buffers(context) }
}

extension Frame {
  /// The mastering display that this frame's bitstream declares (SEI message 137).
  public var masteringDisplay: MasteringDisplay? {
    sideData(AV_FRAME_DATA_MASTERING_DISPLAY_METADATA, as: AVMasteringDisplayMetadata.self)
      .flatMap { MasteringDisplay($0) }
  }

  /// The light levels that this frame's bitstream declares (SEI message 144).
  public var contentLightLevel: ContentLightLevel? {
    sideData(AV_FRAME_DATA_CONTENT_LIGHT_LEVEL, as: AVContentLightMetadata.self)
      .map { ContentLightLevel($0) }
  }

  /// Whether the frame carries HDR10+ metadata (SMPTE ST 2094-40).
  public var hasDynamicHDR10Plus: Bool {
    unsafe av_frame_get_side_data(raw, AV_FRAME_DATA_DYNAMIC_HDR_PLUS) != nil
  }

  /// Whether the frame carries a Dolby Vision reference processing unit.
  public var hasDolbyVisionRPU: Bool {
    unsafe av_frame_get_side_data(raw, AV_FRAME_DATA_DOVI_RPU_BUFFER) != nil
      || av_frame_get_side_data(raw, AV_FRAME_DATA_DOVI_METADATA) != nil
  }

  /// The frame's Dolby Vision reference processing unit: the content of its NAL unit as it stood in
  /// the stream, behind the unit's two bytes of header.
  package var dolbyVisionRPU: [UInt8]? {
    guard let entry = unsafe av_frame_get_side_data(raw, AV_FRAME_DATA_DOVI_RPU_BUFFER),
      let data = unsafe entry.pointee.data
    else { return nil }
    return unsafe Array(UnsafeBufferPointer(start: data, count: Int(entry.pointee.size)))
  }

  /// Whether the frame carries closed captions (CEA-608 or CEA-708).
  public var hasClosedCaptions: Bool {
    unsafe av_frame_get_side_data(raw, AV_FRAME_DATA_A53_CC) != nil
  }

  /// The closed captions of the frame: three bytes for each pair of caption bytes, the first saying
  /// of which kind it is (CTA-708 `cc_data`); empty without any.
  public var closedCaptions: [UInt8] {
    guard let entry = unsafe av_frame_get_side_data(raw, AV_FRAME_DATA_A53_CC),
      let data = unsafe entry.pointee.data
    else { return [] }
    return unsafe Array(UnsafeBufferPointer(start: data, count: Int(entry.pointee.size)))
  }

  private func sideData<T>(_ kind: AVFrameSideDataType, as type: T.Type) -> T? {
    guard let entry = unsafe av_frame_get_side_data(raw, kind),
      unsafe entry.pointee.size >= MemoryLayout<T>.size, let data = unsafe entry.pointee.data
    else { return nil }
    return unsafe UnsafeRawPointer(data).loadUnaligned(as: T.self)
  }
}
