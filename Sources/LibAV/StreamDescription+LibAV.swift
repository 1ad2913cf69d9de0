// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import CLibAV
internal import HDRColor

extension StreamDescription {
  init(
    _ stream: UnsafeMutablePointer<AVStream>, in context: UnsafeMutablePointer<AVFormatContext>
  ) {
    let parameters = unsafe stream.pointee.codecpar.pointee
    index = unsafe Int(stream.pointee.index)
    codecName = unsafe String(cString: avcodec_get_name(parameters.codec_id))
    profileName = unsafe avcodec_profile_name(parameters.codec_id, parameters.profile)
      .map { unsafe String(cString: $0) }
    level = unsafe parameters.level > 0 ? Int(parameters.level) : nil
    codecTag = unsafe Self.printable(parameters.codec_tag)
    timeBase = unsafe Rational(stream.pointee.time_base)
    startTime = unsafe Timestamp.optional(stream.pointee.start_time)
    duration = unsafe Timestamp.optional(stream.pointee.duration)
    frameCount = unsafe stream.pointee.nb_frames > 0 ? stream.pointee.nb_frames : nil
    bitRate = unsafe parameters.bit_rate > 0 ? parameters.bit_rate : nil
    language = unsafe Self.tag("language", stream.pointee.metadata)
    title = unsafe Self.tag("title", stream.pointee.metadata)
    flags = unsafe Self.flags(stream.pointee.disposition)
    kind = unsafe Self.kind(parameters.codec_type, stream.pointee.disposition)
    video = unsafe kind == .video ? VideoParameters(stream, in: context) : nil
    audio = unsafe kind == .audio ? AudioParameters(stream) : nil
  }

  private static func kind(_ type: AVMediaType, _ disposition: Int32) -> Kind {
    switch type {
    case AVMEDIA_TYPE_VIDEO:
      disposition & (AV_DISPOSITION_ATTACHED_PIC | AV_DISPOSITION_TIMED_THUMBNAILS) != 0
        ? .coverArt : .video
    case AVMEDIA_TYPE_AUDIO: .audio
    case AVMEDIA_TYPE_SUBTITLE: .subtitle
    case AVMEDIA_TYPE_ATTACHMENT: .attachment
    default: .data
    }
  }

  private static func tag(_ key: String, _ metadata: OpaquePointer?) -> String? {
    guard let entry = unsafe av_dict_get(metadata, key, nil, 0) else { return nil }
    let text = unsafe String(cString: entry.pointee.value)
    return text.isEmpty || text == "und" ? nil : text
  }

  private static func flags(_ disposition: Int32) -> Set<String> {
    var names: Set<String> = []
    for bit in 0..<31 where disposition & (1 << bit) != 0 {
      if let name = unsafe av_disposition_to_string(1 << bit) {
        names.insert(unsafe String(cString: name))
      }
    }
    return names
  }

  private static func printable(_ tag: UInt32) -> String? {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: tag >> ($0 * 8)) }
    guard bytes.allSatisfy({ 0x20..<0x7F ~= $0 }) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension VideoParameters {
  init(
    _ stream: UnsafeMutablePointer<AVStream>, in context: UnsafeMutablePointer<AVFormatContext>
  ) {
    let parameters = unsafe stream.pointee.codecpar.pointee
    width = unsafe Int(parameters.width)
    height = unsafe Int(parameters.height)
    let aspect = unsafe Rational(av_guess_sample_aspect_ratio(context, stream, nil))
    sampleAspect = aspect.numerator > 0 ? aspect : Rational(1)
    frameRate = unsafe Rational(av_guess_frame_rate(context, stream, nil))
    averageFrameRate = unsafe Rational(stream.pointee.avg_frame_rate)
    pixelFormat = unsafe PixelFormat(AVPixelFormat(parameters.format))
    color = unsafe ColorDescription(
      primaries: parameters.color_primaries, transfer: parameters.color_trc,
      matrix: parameters.color_space, range: parameters.color_range)
    chromaLocation = unsafe ChromaLocation(parameters.chroma_location)
    isInterlaced = unsafe ![AV_FIELD_PROGRESSIVE, AV_FIELD_UNKNOWN].contains(parameters.field_order)

    let sideData = unsafe StreamSideData(stream)
    orientation = sideData.orientation
    masteringDisplay = sideData.masteringDisplay
    contentLightLevel = sideData.contentLightLevel
    dolbyVision = sideData.dolbyVision
  }
}

extension AudioParameters {
  init(_ stream: UnsafeMutablePointer<AVStream>) {
    let parameters = unsafe stream.pointee.codecpar.pointee
    sampleRate = unsafe Int(parameters.sample_rate)
    channelCount = unsafe Int(parameters.ch_layout.nb_channels)
    channelLayout = unsafe Self.name(of: parameters.ch_layout)
    isLayoutAssumed = unsafe parameters.ch_layout.order == AV_CHANNEL_ORDER_UNSPEC
  }

  /// FFmpeg's name of a layout; one without an order gets the usual order of its count.
  static func name(of layout: AVChannelLayout) -> String {
    var layout = unsafe layout
    if unsafe layout.order == AV_CHANNEL_ORDER_UNSPEC {
      unsafe av_channel_layout_default(&layout, layout.nb_channels)
    }
    return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
      unsafe av_channel_layout_describe(&layout, buffer.baseAddress, buffer.count)
      return unsafe buffer.baseAddress.map { unsafe String(cString: $0) } ?? ""
    }
  }
}

/// What libavformat hangs on a stream beside its parameters.
@safe
private struct StreamSideData {
  private let stream: UnsafeMutablePointer<AVStream>

  init(_ stream: UnsafeMutablePointer<AVStream>) { unsafe self.stream = stream }

  /// The bytes of one kind of side data as a value, if they are long enough for it.
  private func value<T>(_ kind: AVPacketSideDataType, as type: T.Type) -> T? {
    var size = 0
    guard let data = unsafe av_stream_get_side_data(stream, kind, &size),
      size >= MemoryLayout<T>.size
    else { return nil }
    return unsafe UnsafeRawPointer(data).loadUnaligned(as: T.self)
  }

  var masteringDisplay: MasteringDisplay? {
    value(AV_PKT_DATA_MASTERING_DISPLAY_METADATA, as: AVMasteringDisplayMetadata.self)
      .flatMap { MasteringDisplay($0) }
  }

  var contentLightLevel: ContentLightLevel? {
    value(AV_PKT_DATA_CONTENT_LIGHT_LEVEL, as: AVContentLightMetadata.self)
      .map { ContentLightLevel($0) }
  }

  var dolbyVision: VideoParameters.DolbyVision? {
    value(AV_PKT_DATA_DOVI_CONF, as: AVDOVIDecoderConfigurationRecord.self).map {
      VideoParameters.DolbyVision(
        profile: Int($0.dv_profile), level: Int($0.dv_level),
        compatibility: Int($0.dv_bl_signal_compatibility_id))
    }
  }

  var orientation: Orientation {
    typealias Matrix = (Int32, Int32, Int32, Int32, Int32, Int32, Int32, Int32, Int32)
    guard let matrix = value(AV_PKT_DATA_DISPLAYMATRIX, as: Matrix.self) else { return .upright }
    // ISO/IEC 14496-12 8.5.2: x' = a x + c y, y' = b x + d y.
    let (a, b, c, d) = (Int64(matrix.0), Int64(matrix.1), Int64(matrix.3), Int64(matrix.4))
    let isMirrored = a * d - b * c < 0
    let x = isMirrored ? -a : a
    let y = isMirrored ? -b : b
    let rotation = abs(x) >= abs(y) ? (x >= 0 ? 0 : 180) : (y > 0 ? 90 : 270)
    return Orientation(rotation: rotation, isMirrored: isMirrored)
  }
}
