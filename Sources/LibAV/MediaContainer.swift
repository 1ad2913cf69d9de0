// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import CLibAV

/// The containers that may be opened: those that hold media themselves.
///
/// Left out on purpose is what names other files or reaches the network or a device: HLS and DASH
/// playlists, concatenation scripts, SDP, image sequences, filter graphs, captures.
enum MediaContainer {
  /// FFmpeg's short names, as they stand in a demuxer's comma-separated list.
  static let names: Set<String> = [
    "aac", "ac3", "aiff", "amr", "ape", "asf", "av1", "avi", "caf", "dnxhd", "dts", "dtshd", "dv",
    "eac3", "flac", "flv", "gxf", "h261", "h263", "h264", "hevc", "ivf", "m4v", "matroska", "mjpeg",
    "mlp", "mov", "mp3", "mpeg", "mpegts", "mpegvideo", "mxf", "nut", "obu", "ogg", "rm", "swf",
    "truehd", "tta", "vc1", "vvc", "w64", "wav", "webm", "wtv", "wv", "yuv4mpegpipe",
  ]

  /// FFmpeg's short names of still pictures.
  static let stills: Set<String> = [
    "bmp_pipe", "jpeg_pipe", "png_pipe", "tiff_pipe", "webp_pipe",
  ]

  /// Probes an open file; throws unless it is one of these containers, or of `formats`.
  static func format(
    of file: UnsafeMutablePointer<AVIOContext>?, _ url: String, _ path: String,
    _ isStandardInput: Bool, also formats: Set<String> = []
  ) throws(LibAVError) -> UnsafePointer<AVInputFormat>? {
    if isStandardInput { return unsafe av_find_input_format("yuv4mpegpipe") }
    var probed: UnsafePointer<AVInputFormat>?
    let score = unsafe av_probe_input_buffer2(file, &probed, url, nil, 0, 0)
    guard score >= 0, let format = unsafe probed else {
      throw LibAVError(.invalidData, "open '\(path)'", reason: "expected a media file, found none")
    }
    let found = unsafe String(cString: format.pointee.name)
    let allowed = names.union(formats)
    guard found.split(separator: ",").contains(where: { allowed.contains(String($0)) }) else {
      throw LibAVError(
        .invalidData, "open '\(path)'", reason: "expected a media file, found \(kind(of: found))")
    }
    return unsafe format
  }

  private static func kind(of name: String) -> String {
    switch name {
    case "hls", "applehttp": "an HLS playlist"
    case "dash": "a DASH manifest"
    case "tty", "ffmetadata": "text"
    case "srt", "webvtt", "ass", "ttml", "subviewer", "microdvd": "subtitles"
    default: "'\(name)'"
    }
  }
}
