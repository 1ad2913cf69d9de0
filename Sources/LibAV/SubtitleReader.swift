// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import CLibAV

/// A line of subtitles: a text, and when it is shown.
public struct SubtitleEvent: Hashable, Sendable {
  /// When it appears, in milliseconds on the container's clock.
  public var start: Int64
  /// When it disappears, in milliseconds on the container's clock.
  public var end: Int64
  /// The text with the style codes of Advanced SubStation Alpha: `{\i1}`, `\N` and their like.
  public var text: String

  /// Creates a line.
  public init(start: Int64, end: Int64, text: String) {
    self.start = start
    self.end = end
    self.text = text
  }
}

/// Reads subtitles of any container and of files of their own through libavcodec's decoders.
public enum SubtitleReader {
  /// FFmpeg's names of the formats of text in files of their own.
  private static let formats: Set<String> = ["srt", "ass", "webvtt", "subviewer", "microdvd"]

  /// FFmpeg's names of the codecs that are text.
  public static let codecs: Set<String> = [
    "subrip", "ass", "ssa", "webvtt", "mov_text", "text", "srt", "subviewer", "microdvd",
  ]

  /// Reads the lines of some streams of a file, or of the first of a file of subtitles.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - indexes: The streams in the container's order; `nil` for the first that is text.
  ///   - cancellation: Stops the work where it stands.
  /// - Returns: The lines of each stream in the order of the file.
  /// - Throws: ``LibAVError`` when the file cannot be read or a stream is no text.
  public static func read(
    _ path: String, _ indexes: Set<Int>? = nil, cancellation: Cancellation = Cancellation()
  ) throws(LibAVError) -> [Int: [SubtitleEvent]] {
    let input = try OwnedInput.open(path, cancellation, also: formats)
    try unsafe LibAVError.check(avformat_find_stream_info(input.raw, nil), "read '\(path)'")
    var decoders: [Int: TextDecoder] = [:]
    for unsafe(index, stream) in unsafe input.streams.enumerated() {
      unsafe stream.pointee.discard = AVDISCARD_ALL
      let name = unsafe String(cString: avcodec_get_name(stream.pointee.codecpar.pointee.codec_id))
      let isWanted = indexes?.contains(index) ?? (decoders.isEmpty && codecs.contains(name))
      guard isWanted else { continue }
      decoders[index] = try unsafe TextDecoder.open(stream)
      unsafe stream.pointee.discard = AVDISCARD_DEFAULT
    }
    var events: [Int: [SubtitleEvent]] = [:]
    for index in decoders.keys { events[index] = [] }
    while let packet = try next(input) {
      guard let decoder = decoders[packet.streamIndex] else { continue }
      events[packet.streamIndex]? += decoder.decode(packet)
    }
    return events
  }

  private static func next(_ input: OwnedInput) throws(LibAVError) -> Packet? {
    let packet = try Packet()
    let result = unsafe av_read_frame(input.raw, packet.raw)
    if result == LibAVError.Code.endOfFile.rawValue { return nil }
    try LibAVError.check(result, "read '\(input.path)'")
    return packet
  }
}

/// The library's decoder of one stream of text.
@safe
private final class TextDecoder {
  private let raw: UnsafeMutablePointer<AVCodecContext>
  private let timeBase: Rational

  private init(_ raw: UnsafeMutablePointer<AVCodecContext>, _ timeBase: Rational) {
    unsafe self.raw = raw
    self.timeBase = timeBase
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = unsafe raw
    unsafe avcodec_free_context(&context)
  }

  static func open(_ stream: UnsafeMutablePointer<AVStream>) throws(LibAVError) -> TextDecoder {
    let codec = unsafe avcodec_find_decoder(stream.pointee.codecpar.pointee.codec_id)
    let context = try unsafe LibAVError.allocated(avcodec_alloc_context3(codec), "a decoder")
    let decoder = unsafe TextDecoder(context, Rational(stream.pointee.time_base))
    try unsafe LibAVError.check(
      avcodec_parameters_to_context(context, stream.pointee.codecpar), "decode subtitles")
    unsafe context.pointee.pkt_timebase = stream.pointee.time_base
    try unsafe LibAVError.check(avcodec_open2(context, codec, nil), "decode subtitles")
    return decoder
  }

  /// The lines of a packet; none where it does not decode.
  func decode(_ packet: Packet) -> [SubtitleEvent] {
    var subtitle = unsafe AVSubtitle()
    var isComplete: Int32 = 0
    let result = unsafe avcodec_decode_subtitle2(raw, &subtitle, &isComplete, packet.raw)
    guard result >= 0, isComplete != 0 else { return [] }
    defer { unsafe avsubtitle_free(&subtitle) }
    guard let time = packet.presentationTime else { return [] }
    let milliseconds = Rational(1, 1000)
    let start = timeBase.rescale(time, to: milliseconds)
    let length = timeBase.rescale(packet.duration, to: milliseconds)
    guard length > 0, let rects = unsafe subtitle.rects else { return [] }
    return unsafe (0..<Int(subtitle.num_rects)).compactMap { index in
      guard let rect = unsafe rects[index], let ass = unsafe rect.pointee.ass else { return nil }
      // Eight fields stand before the text: order, layer, style, name, margins, effect.
      let line = unsafe String(cString: ass)
      let fields = line.split(separator: ",", maxSplits: 8, omittingEmptySubsequences: false)
      guard fields.count == 9 else { return nil }
      return SubtitleEvent(start: start, end: start &+ length, text: String(fields[8]))
    }
  }
}
