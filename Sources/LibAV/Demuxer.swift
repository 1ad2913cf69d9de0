// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import CLibAV

/// An open media file, read packet by packet.
///
/// Only containers of ``MediaContainer`` are opened, so that a playlist dressed as a video file
/// cannot make the process fetch what it names.
@safe
public struct Demuxer: ~Copyable {
  let context: OwnedInput

  /// What the container is, by FFmpeg's name, such as `mov,mp4,m4a,3gp,3g2,mj2`.
  public let containerName: String

  /// The tracks, in the container's order.
  public let streams: [StreamDescription]

  /// How long the container says it lasts, in microseconds.
  public let duration: Int64?

  /// The number of chapters.
  public let chapterCount: Int

  /// What the container says of itself, such as a title, by FFmpeg's names.
  public let metadata: [String: String]

  /// Whether reading can go back to the start: false for standard input.
  public let isSeekable: Bool

  /// Opens a file, or y4m from standard input for `-`.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - cancellation: Ends reading.
  ///   - isStill: Whether still pictures are opened too.
  /// - Returns: The file, at its start.
  /// - Throws: ``LibAVError`` for what cannot be read and what is no media file.
  public static func open(
    _ path: String, cancellation: Cancellation = Cancellation(), orStill isStill: Bool = false
  ) throws(LibAVError) -> Demuxer {
    let input = try OwnedInput.open(
      path, cancellation, also: isStill ? MediaContainer.stills : [])
    try unsafe LibAVError.check(
      avformat_find_stream_info(input.raw, nil), "read '\(path)'")
    return Demuxer(adopting: input)
  }

  private init(adopting input: OwnedInput) {
    context = input
    let raw = unsafe input.raw
    containerName = unsafe String(cString: raw.pointee.iformat.pointee.name)
    duration = unsafe CLibAV_hasDuration(raw) != 0 ? raw.pointee.duration : nil
    chapterCount = unsafe Int(raw.pointee.nb_chapters)
    metadata = unsafe Self.entries(raw.pointee.metadata)
    isSeekable = unsafe raw.pointee.pb.pointee.seekable & AVIO_SEEKABLE_NORMAL != 0
    streams = unsafe input.streams.map { unsafe StreamDescription($0, in: raw) }
  }

  private static func entries(_ dictionary: OpaquePointer?) -> [String: String] {
    var entries: [String: String] = [:]
    var entry: UnsafeMutablePointer<AVDictionaryEntry>?
    while let next = unsafe av_dict_get(dictionary, "", entry, AV_DICT_IGNORE_SUFFIX) {
      unsafe entries[String(cString: next.pointee.key)] = String(cString: next.pointee.value)
      unsafe entry = next
    }
    return entries
  }

  /// Reads no packets of any stream but these.
  public func keep(_ indexes: Set<Int>) {
    for unsafe(index, stream) in unsafe context.streams.enumerated() {
      unsafe stream.pointee.discard = indexes.contains(index) ? AVDISCARD_DEFAULT : AVDISCARD_ALL
    }
  }

  /// The next packet, or `nil` at the end.
  ///
  /// Throws where the file ends before its index says so: a truncated download, say.
  public func read() throws(LibAVError) -> Packet? {
    let packet = try Packet()
    let result = unsafe av_read_frame(context.raw, packet.raw)
    if result == LibAVError.Code.endOfFile.rawValue {
      try unsafe LibAVError.check(context.raw.pointee.pb.pointee.error, "read '\(context.path)'")
      return nil
    }
    try LibAVError.check(result, "read '\(context.path)'")
    return packet
  }

  /// Goes to the last point at or before a time from which decoding can start.
  ///
  /// - Parameter microseconds: The time on the container's own clock.
  /// - Throws: ``LibAVError`` when the container cannot seek.
  public func seek(to microseconds: Int64) throws(LibAVError) {
    try unsafe LibAVError.check(
      avformat_seek_file(context.raw, -1, .min, microseconds, microseconds, 0),
      "seek in '\(context.path)'")
  }

  /// A decoder for one of the streams.
  ///
  /// - Parameters:
  ///   - index: The stream.
  ///   - isStrict: Whether it refuses what others make up for.
  ///   - threads: How many pictures it may decode side by side, each in memory of its own; 0 is one a
  ///     core.
  /// - Returns: The decoder.
  /// - Throws: ``LibAVError`` when FFmpeg has no decoder for the stream.
  public func decoder(
    for index: Int, isStrict: Bool = false, threads: Int = 0
  ) throws(LibAVError) -> Decoder {
    let stream = unsafe context.streams[index]
    return try unsafe Decoder.open(
      stream.pointee.codecpar, streams[index], isStrict: isStrict, threads: threads)
  }
}

/// The library's input context and its file, closed together.
@safe
final class OwnedInput {
  let path: String
  let raw: UnsafeMutablePointer<AVFormatContext>
  private let file: UnsafeMutablePointer<AVIOContext>
  // The library calls back into the flag as long as the context lives.
  private let cancellation: Cancellation

  private init(
    path: String, raw: UnsafeMutablePointer<AVFormatContext>,
    file: UnsafeMutablePointer<AVIOContext>, cancellation: Cancellation
  ) {
    self.path = path
    unsafe self.raw = raw
    unsafe self.file = file
    self.cancellation = cancellation
  }

  deinit {
    var context: UnsafeMutablePointer<AVFormatContext>? = unsafe raw
    unsafe avformat_close_input(&context)  // leaves the file open: it was ours to open
    var file: UnsafeMutablePointer<AVIOContext>? = unsafe self.file
    unsafe avio_closep(&file)
  }

  /// Opens a file of ``MediaContainer``, or of one of some other formats.
  static func open(
    _ path: String, _ cancellation: Cancellation, also formats: Set<String> = []
  ) throws(LibAVError) -> OwnedInput {
    let isStandardInput = path == "-"
    // `file:` keeps a colon in a name from being taken for a protocol.
    let url = isStandardInput ? "pipe:0" : "file:" + path
    var interrupt = unsafe AVIOInterruptCB(
      callback: { opaque in
        guard let opaque = unsafe opaque else { return 0 }
        let flag = unsafe Unmanaged<Cancellation>.fromOpaque(opaque).takeUnretainedValue()
        return flag.isCancelled ? 1 : 0
      },
      opaque: Unmanaged.passUnretained(cancellation).toOpaque())

    var opened: UnsafeMutablePointer<AVIOContext>?
    try unsafe LibAVError.check(
      avio_open2(&opened, url, AVIO_FLAG_READ, &interrupt, nil), "open '\(path)'")
    var file = unsafe opened
    do throws(LibAVError) {
      let format = try unsafe MediaContainer.format(
        of: file, url, path, isStandardInput, also: formats)
      var context = try unsafe LibAVError.allocated(avformat_alloc_context(), "an input")
      unsafe context.pointee.pb = file
      unsafe context.pointee.interrupt_callback = interrupt
      var pending: UnsafeMutablePointer<AVFormatContext>? = unsafe context
      try unsafe LibAVError.check(
        avformat_open_input(&pending, url, format, nil), "open '\(path)'")  // frees on failure
      unsafe context = try LibAVError.allocated(pending, "an input")
      return unsafe OwnedInput(
        path: path, raw: context,
        file: try LibAVError.allocated(file, "a file"), cancellation: cancellation)
    } catch {
      unsafe avio_closep(&file)
      throw error
    }
  }

  var streams: [UnsafeMutablePointer<AVStream>] {
    let count = unsafe Int(raw.pointee.nb_streams)
    guard let list = unsafe raw.pointee.streams else { return unsafe [] }
    return unsafe (0..<count).compactMap { unsafe list[$0] }
  }
}
