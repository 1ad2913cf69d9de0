// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import CLibAV

/// Gives the pictures of an elementary stream, which has no timestamps, their times: one picture
/// after the other as they are decoded, and in the order of their picture order counts as they are
/// shown.
///
/// Pictures are held from one IDR picture to the next, which is where the counts begin anew.
@safe
final class PictureClock {
  private let context: UnsafeMutablePointer<AVCodecContext>
  private let parser: UnsafeMutablePointer<AVCodecParserContext>
  /// How many pictures later than it is decoded one may be shown.
  private let delay: Int64
  private var group: [(packet: Packet, order: Int32)] = []
  /// The pictures before the group.
  private var count: Int64 = 0

  /// The most pictures that are held.
  private static let maximumCount = 2048

  private init(
    _ context: UnsafeMutablePointer<AVCodecContext>,
    _ parser: UnsafeMutablePointer<AVCodecParserContext>, delay: Int64
  ) {
    unsafe self.context = context
    unsafe self.parser = parser
    self.delay = delay
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = unsafe context
    unsafe avcodec_free_context(&context)
    unsafe av_parser_close(parser)
  }

  /// A clock for a stream; `nil` for a codec without such counts.
  static func make(_ stream: UnsafeMutablePointer<AVStream>) -> PictureClock? {
    let parameters = unsafe stream.pointee.codecpar
    guard let id = unsafe parameters?.pointee.codec_id,
      id == AV_CODEC_ID_H264 || id == AV_CODEC_ID_HEVC,
      let parser = unsafe av_parser_init(Int32(id.rawValue))
    else { return nil }
    guard let context = unsafe avcodec_alloc_context3(nil) else {
      unsafe av_parser_close(parser)
      return nil
    }
    unsafe avcodec_parameters_to_context(context, parameters)
    unsafe parser.pointee.flags |= PARSER_FLAG_COMPLETE_FRAMES
    let delay = unsafe Int64(max(0, parameters?.pointee.video_delay ?? 0))
    return unsafe PictureClock(context, parser, delay: delay)
  }

  /// Takes the next picture as it is decoded.
  ///
  /// - Returns: The pictures whose times are known now, in decoding order.
  func add(_ packet: Packet) -> [Packet] {
    var output: UnsafeMutablePointer<UInt8>?
    var size: Int32 = 0
    unsafe av_parser_parse2(
      parser, context, &output, &size, packet.raw.pointee.data, packet.raw.pointee.size,
      CLibAV_AV_NOPTS_VALUE(), CLibAV_AV_NOPTS_VALUE(), 0)
    let order = unsafe parser.pointee.output_picture_number
    let startsGroup = unsafe parser.pointee.key_frame == 1 && order == 0
    let finished = startsGroup || group.count >= Self.maximumCount ? finish() : []
    group.append((packet, order))
    return finished
  }

  /// The pictures that are still held.
  func finish() -> [Packet] {
    let shown = group.indices.sorted { (group[$0].order, $0) < (group[$1].order, $1) }
    for (rank, index) in shown.enumerated() {
      let raw = unsafe group[index].packet.raw
      let length = unsafe max(1, raw.pointee.duration)
      unsafe raw.pointee.pts = (count + Int64(rank)) * length
      unsafe raw.pointee.dts = (count + Int64(index) - delay) * length
    }
    count += Int64(group.count)
    defer { group = [] }
    return group.map(\.packet)
  }
}
