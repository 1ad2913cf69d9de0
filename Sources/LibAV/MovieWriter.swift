// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import CLibAV
public import HDRColor

/// Writes coded tracks into a QuickTime or MP4 file, its index at the end.
///
/// Used by one thread at a time.
@safe
public final class MovieWriter {
  /// A track to be written.
  public struct Track: Sendable {
    /// FFmpeg's name of the codec, such as `hevc`.
    public var codec: String
    /// The four characters of the sample entry; `nil` for the container's usual.
    public var tag: String?
    /// The codec's configuration record, or nothing.
    public var header: [UInt8]
    /// What times count.
    public var timeBase: Rational
    /// What only pictures have.
    public var picture: Picture?
    /// What only sound has.
    public var sound: Sound?
    /// The language, as ISO 639-2 writes it.
    public var language: String?
    /// The title.
    public var title: String?
    /// Whether players choose it unless told otherwise.
    public var isDefault = true

    /// Creates a track.
    public init(codec: String, tag: String? = nil, header: [UInt8] = [], timeBase: Rational) {
      self.codec = codec
      self.tag = tag
      self.header = header
      self.timeBase = timeBase
    }
  }

  /// What is written of pictures.
  public struct Picture: Sendable {
    /// Pixels in a row.
    public var width: Int
    /// Rows.
    public var height: Int
    /// Frames a second.
    public var frameRate: Rational
    /// What the numbers mean.
    public var color: ColorDescription
    /// How the picture has to be turned to be upright.
    public var orientation: Orientation

    /// Creates a picture.
    public init(
      width: Int, height: Int, frameRate: Rational, color: ColorDescription,
      orientation: Orientation
    ) {
      self.width = width
      self.height = height
      self.frameRate = frameRate
      self.color = color
      self.orientation = orientation
    }
  }

  /// What is written of sound.
  public struct Sound: Sendable {
    /// Samples a second.
    public var sampleRate: Int
    /// FFmpeg's name of the channel layout.
    public var layout: String
    /// Samples of a frame.
    public var frameSize: Int
    /// Bits of a sample, of linear PCM.
    public var bitDepth: Int?

    /// Creates sound.
    public init(sampleRate: Int, layout: String, frameSize: Int, bitDepth: Int? = nil) {
      self.sampleRate = sampleRate
      self.layout = layout
      self.frameSize = frameSize
      self.bitDepth = bitDepth
    }
  }

  private let output: OwnedOutput
  private let path: String
  private var timeBases: [Rational] = []

  /// Opens a file for writing, in place of what is there.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - muxer: FFmpeg's name of the format: `mov`, `mp4`, `ipod`.
  ///   - metadata: What the file says of itself, by FFmpeg's names.
  /// - Throws: ``LibAVError`` where the file cannot be written.
  public init(_ path: String, as muxer: String, metadata: [String: String]) throws(LibAVError) {
    output = try OwnedOutput.open(path, as: muxer)
    self.path = path
    for (key, value) in metadata {
      unsafe av_dict_set(&output.raw.pointee.metadata, key, value, 0)
    }
  }

  /// Adds a track; tracks are counted from 0 in the order in which they are added.
  public func add(_ track: Track) throws(LibAVError) {
    let stream = unsafe try LibAVError.allocated(avformat_new_stream(output.raw, nil), "a track")
    let parameters = unsafe try LibAVError.allocated(stream.pointee.codecpar, "a track")
    guard let codec = unsafe avcodec_descriptor_get_by_name(track.codec) else {
      throw LibAVError(.invalidArgument, "write '\(path)'", reason: "no codec '\(track.codec)'")
    }
    unsafe parameters.pointee.codec_id = codec.pointee.id
    unsafe parameters.pointee.codec_type = codec.pointee.type
    unsafe parameters.pointee.codec_tag = Self.tag(track.tag)
    try unsafe Self.set(track.header, on: parameters)
    unsafe stream.pointee.time_base = track.timeBase.native
    if let picture = track.picture { unsafe set(picture, on: stream, parameters) }
    if let sound = track.sound { try unsafe set(sound, on: parameters, path) }
    if let language = track.language {
      unsafe av_dict_set(&stream.pointee.metadata, "language", language, 0)
    }
    if let title = track.title {
      // QuickTime's handler name is what players show of a track.
      unsafe av_dict_set(&stream.pointee.metadata, "handler_name", title, 0)
    }
    if track.isDefault { unsafe stream.pointee.disposition |= AV_DISPOSITION_DEFAULT }
    timeBases.append(track.timeBase)
  }

  /// Adds a track as an open file has it.
  ///
  /// - Parameters:
  ///   - index: The track's index in the file.
  ///   - demuxer: The file.
  ///   - tag: The four characters of the sample entry; `nil` for the container's usual.
  /// - Throws: ``LibAVError`` when memory runs out.
  public func add(
    copying index: Int, of demuxer: borrowing Demuxer, tag: String?
  ) throws(LibAVError) {
    let source = unsafe demuxer.context.streams[index]
    let timeBase = demuxer.streams[index].timeBase
    let stream = try unsafe output.add(source, timeBase: timeBase)
    unsafe stream.pointee.codecpar.pointee.codec_tag = Self.tag(tag)
    unsafe stream.pointee.avg_frame_rate = source.pointee.avg_frame_rate
    timeBases.append(timeBase)
  }

  /// Writes what comes before the samples.
  ///
  /// - Parameter timescale: What the durations of the movie and of edits count a second.
  /// - Throws: ``LibAVError``.
  public func start(timescale: Int64) throws(LibAVError) {
    try output.start([
      ("use_editlist", "1"), ("movie_timescale", "\(min(timescale, 10_000_000))"),
      ("strict", "experimental"), ("fflags", "+bitexact"),
    ])
  }

  /// Writes a sample; times count the track's time base.
  public func write(
    _ bytes: [UInt8], to track: Int, presentationTime: Int64, decodeTime: Int64, duration: Int64,
    isSync: Bool
  ) throws(LibAVError) {
    let packet = try Packet()
    try unsafe LibAVError.check(
      av_new_packet(packet.raw, Int32(clamping: bytes.count)), "allocate a packet")
    unsafe packet.raw.pointee.data.update(from: bytes, count: bytes.count)
    unsafe packet.raw.pointee.pts = presentationTime
    unsafe packet.raw.pointee.dts = decodeTime
    unsafe packet.raw.pointee.duration = duration
    if isSync { unsafe packet.raw.pointee.flags |= AV_PKT_FLAG_KEY }
    try write(packet, to: track)
  }

  /// Writes a packet as it is, moved in time by units of its track's time base; it is empty
  /// afterwards.
  public func write(_ packet: Packet, to track: Int, movedBy shift: Int64) throws(LibAVError) {
    if packet.presentationTime != nil { unsafe packet.raw.pointee.pts &+= shift }
    if packet.decodeTime != nil { unsafe packet.raw.pointee.dts &+= shift }
    unsafe packet.raw.pointee.pos = -1
    try write(packet, to: track)
  }

  private func write(_ packet: Packet, to track: Int) throws(LibAVError) {
    unsafe packet.raw.pointee.stream_index = Int32(clamping: track)
    try output.write(packet, in: timeBases[track])
  }

  /// Writes the index.
  public func finish() throws(LibAVError) { try output.finish() }
}

extension MovieWriter {
  private static func tag(_ text: String?) -> UInt32 {
    (text?.utf8.prefix(4)).map { bytes in
      bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    } ?? 0
  }

  private static func set(
    _ header: [UInt8], on parameters: UnsafeMutablePointer<AVCodecParameters>
  ) throws(LibAVError) {
    guard !header.isEmpty else { return }
    let size = header.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)
    let data = try unsafe LibAVError.allocated(av_mallocz(size), "a header")
    unsafe data.copyMemory(from: header, byteCount: header.count)
    // The parameters own it from here on.
    unsafe parameters.pointee.extradata = data.assumingMemoryBound(to: UInt8.self)
    unsafe parameters.pointee.extradata_size = Int32(clamping: header.count)
  }

  private func set(
    _ picture: Picture, on stream: UnsafeMutablePointer<AVStream>,
    _ parameters: UnsafeMutablePointer<AVCodecParameters>
  ) {
    unsafe parameters.pointee.width = Int32(clamping: picture.width)
    unsafe parameters.pointee.height = Int32(clamping: picture.height)
    unsafe parameters.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    unsafe parameters.pointee.color_primaries = picture.color.nativePrimaries
    unsafe parameters.pointee.color_trc = picture.color.nativeTransfer
    unsafe parameters.pointee.color_space = picture.color.nativeMatrix
    unsafe parameters.pointee.color_range = picture.color.nativeRange
    unsafe parameters.pointee.field_order = AV_FIELD_PROGRESSIVE
    unsafe stream.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    unsafe stream.pointee.avg_frame_rate = picture.frameRate.native
    guard picture.orientation != .upright else { return }
    let matrix = picture.orientation.matrix(width: picture.width, height: picture.height)
    let size = matrix.count * MemoryLayout<Int32>.size
    guard let data = unsafe av_stream_new_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, size)
    else { return }
    unsafe UnsafeMutableRawPointer(data).copyMemory(from: matrix, byteCount: size)
  }

  private func set(
    _ sound: Sound, on parameters: UnsafeMutablePointer<AVCodecParameters>, _ path: String
  ) throws(LibAVError) {
    unsafe parameters.pointee.sample_rate = Int32(clamping: sound.sampleRate)
    unsafe parameters.pointee.frame_size = Int32(clamping: sound.frameSize)
    try unsafe LibAVError.check(
      av_channel_layout_from_string(&parameters.pointee.ch_layout, sound.layout),
      "use channel layout '\(sound.layout)'")
    guard let depth = sound.bitDepth else { return }
    let channels = unsafe parameters.pointee.ch_layout.nb_channels
    unsafe parameters.pointee.bits_per_coded_sample = Int32(clamping: depth)
    unsafe parameters.pointee.block_align = Int32(clamping: depth / 8) * channels
    unsafe parameters.pointee.format =
      (depth == 16 ? AV_SAMPLE_FMT_S16 : AV_SAMPLE_FMT_S32).rawValue
    unsafe parameters.pointee.frame_size = 0
  }
}

extension Orientation {
  /// The matrix of a track header, in which upright pictures of a size stand in the first quadrant
  /// (ISO/IEC 14496-12 section 8.3.2).
  fileprivate func matrix(width: Int, height: Int) -> [Int32] {
    let one: Int32 = 1 << 16
    let cosine: Int32 = rotation == 0 ? 1 : rotation == 180 ? -1 : 0
    let sine: Int32 = rotation == 90 ? 1 : rotation == 270 ? -1 : 0
    let flip: Int32 = isMirrored ? -1 : 1
    let (a, b, c, d) = (flip * cosine, flip * sine, -sine, cosine)
    // The corners' least coordinates, which the translation brings to 0.
    let (w, h) = (Int32(clamping: width), Int32(clamping: height))
    let x = min(0, a * w, c * h, a * w + c * h)
    let y = min(0, b * w, d * h, b * w + d * h)
    return [a * one, b * one, 0, c * one, d * one, 0, -x * one, -y * one, 1 << 30]
  }
}
