// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import CLibAV

/// The library's context of a file that is being written, and the file itself, closed together.
@safe
final class OwnedOutput {
  private let path: String
  let raw: UnsafeMutablePointer<AVFormatContext>

  private init(path: String, raw: UnsafeMutablePointer<AVFormatContext>) {
    self.path = path
    unsafe self.raw = raw
  }

  deinit {
    unsafe avio_closep(&raw.pointee.pb)
    unsafe avformat_free_context(raw)
  }

  /// Opens a file for writing.
  ///
  /// - Parameters:
  ///   - path: The file; what is there is replaced.
  ///   - muxer: FFmpeg's name of the format.
  /// - Returns: The output.
  /// - Throws: ``LibAVError`` where the file cannot be written.
  static func open(_ path: String, as muxer: String = "mp4") throws(LibAVError) -> OwnedOutput {
    var context: UnsafeMutablePointer<AVFormatContext>?
    try unsafe LibAVError.check(
      avformat_alloc_output_context2(&context, nil, muxer, nil), "write '\(path)'")
    let output = unsafe OwnedOutput(
      path: path, raw: try LibAVError.allocated(context, "an output"))
    // `file:` keeps a colon in a name from being taken for a protocol.
    try unsafe LibAVError.check(
      avio_open(&output.raw.pointee.pb, "file:" + path, AVIO_FLAG_WRITE), "write '\(path)'")
    return output
  }

  /// Adds a track with the parameters of a stream.
  @discardableResult
  func add(
    _ stream: UnsafeMutablePointer<AVStream>, timeBase: Rational
  ) throws(LibAVError) -> UnsafeMutablePointer<AVStream> {
    let track = unsafe try LibAVError.allocated(avformat_new_stream(raw, nil), "a track")
    try unsafe LibAVError.check(
      avcodec_parameters_copy(track.pointee.codecpar, stream.pointee.codecpar), "copy a track")
    unsafe track.pointee.codecpar.pointee.codec_tag = 0  // the container has tags of its own
    unsafe track.pointee.time_base = timeBase.native
    unsafe track.pointee.disposition = stream.pointee.disposition
    unsafe av_dict_copy(&track.pointee.metadata, stream.pointee.metadata, 0)
    unsafe track.pointee.sample_aspect_ratio = stream.pointee.sample_aspect_ratio
    for index in unsafe 0..<Int(stream.pointee.nb_side_data) {
      // What the container says of colour volume and Dolby Vision.
      let data = unsafe stream.pointee.side_data[index]
      guard let copy = unsafe av_stream_new_side_data(track, data.type, data.size) else { continue }
      unsafe copy.update(from: data.data, count: data.size)
    }
    return unsafe track
  }

  /// Writes what comes before the packets of a fragmented MP4.
  func start() throws(LibAVError) {
    try start([
      // Configurations of some codecs stand in their packets: `moov` comes with the first fragment.
      ("movflags", "frag_keyframe+default_base_moof"),
      // Tracks start when they do, on a clock that every rate of sound and 90 kHz divide.
      ("use_editlist", "1"), ("movie_timescale", "35280000"),
      // What is before 0, as after a counter that wraps soon, would be cut off by an edit list.
      ("avoid_negative_ts", "make_non_negative"), ("frag_duration", "5000000"),
      ("strict", "experimental"),
    ])
  }

  /// Writes what comes before the packets, with options of the muxer.
  func start(_ values: [(name: String, value: String)]) throws(LibAVError) {
    var options: OpaquePointer?
    for value in values { unsafe av_dict_set(&options, value.name, value.value, 0) }
    defer { unsafe av_dict_free(&options) }
    try unsafe LibAVError.check(avformat_write_header(raw, &options), "write '\(path)'")
  }

  /// Writes a packet, which is empty afterwards.
  func write(_ packet: Packet, in timeBase: Rational) throws(LibAVError) {
    guard let streams = unsafe raw.pointee.streams,
      let stream = unsafe streams[packet.streamIndex]
    else { return }
    unsafe av_packet_rescale_ts(packet.raw, timeBase.native, stream.pointee.time_base)
    try unsafe LibAVError.check(av_interleaved_write_frame(raw, packet.raw), "write '\(path)'")
  }

  /// Writes what comes after the packets.
  func finish() throws(LibAVError) {
    try unsafe LibAVError.check(av_write_trailer(raw), "write '\(path)'")
  }
}
