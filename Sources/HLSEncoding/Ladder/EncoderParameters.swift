// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Options of libx264 or libx265 that a user sets beside what the ladder settles: how hard an
/// encoder searches, and what it takes for quality.
public struct EncoderParameters: Hashable, Sendable {
  /// Name and value of each option, as the library takes them.
  public let options: [String]

  /// Reads options as FFmpeg's users write them: `aq-mode=3:bframes=5:no-sao`.
  ///
  /// - Parameters:
  ///   - text: The options, with colons between them.
  ///   - codec: H.264 for libx264, HEVC for libx265.
  /// - Throws: ``EncodingError`` for an option that would break what a ladder promises, and for one
  ///   that is not known.
  public init(_ text: String, for codec: VideoCodec) throws(EncodingError) {
    let library = codec == .h264 ? "x264" : "x265"
    let allowed = codec == .h264 ? Self.h264 : Self.hevc
    var options: [String] = []
    for part in text.split(separator: ":", omittingEmptySubsequences: false) {
      let name = String(part.prefix { $0 != "=" }).replacing("_", with: "-")
      let plain = name.hasPrefix("no-") ? String(name.dropFirst(3)) : name
      if let reason = Self.reason(against: plain) {
        throw EncodingError(
          .settings, "--\(library)-params", "'\(name)' is refused: \(reason)")
      }
      guard allowed.contains(plain) else {
        throw EncodingError(
          .settings, "--\(library)-params", "expected an option of \(library), found '\(part)'",
          hint: "known are \(allowed.sorted().joined(separator: ", "))")
      }
      options.append(name + part.dropFirst(name.count))
    }
    self.options = options
  }

  /// Why an option cannot be left to the user.
  private static func reason(against name: String) -> String? {
    for (names, reason) in refused where names.contains(name) { return reason }
    return nil
  }

  private static let refused: [(names: Set<String>, reason: String)] = [
    (
      [
        "keyint", "min-keyint", "scenecut", "scenecut-bias", "open-gop", "intra-refresh", "radl",
        "hist-scenecut", "hist-threshold", "gop-lookahead", "force-cfr", "fps", "pulldown",
        "interlace", "interlaced", "tff", "bff", "fake-interlaced", "field", "frame-dup",
        "chunk-start", "chunk-end", "seek", "frames", "qpfile",
      ],
      "pictures from which decoding can start lie at the same times in all rungs"
    ),
    (
      [
        "bitrate", "crf", "crf-max", "crf-min", "qp", "lossless", "pass", "stats", "ratetol",
        "strict-cbr", "vbv-maxrate", "vbv-bufsize", "vbv-init", "vbv-end", "vbv-end-fr-adj",
        "vbv-live-multi-pass", "nal-hrd", "hrd", "filler", "zones", "zonefile", "const-vbv",
        "multi-pass-opt-analysis", "multi-pass-opt-distortion", "slow-firstpass", "level",
        "level-idc", "level-force", "high-tier", "uhd-bd", "bluray-compat",
      ],
      "rates are what the ladder says"
    ),
    (
      [
        "colorprim", "transfer", "colormatrix", "range", "fullrange", "videoformat", "chromaloc",
        "overscan", "sar", "master-display", "max-cll", "hdr10", "hdr", "hdr10-opt", "hdr-opt",
        "dhdr10-info", "dhdr10-opt", "dolby-vision-profile", "dolby-vision-rpu", "atc-sei",
        "pic-struct", "display-window", "output-csp", "input-csp", "input-depth", "output-depth",
        "profile", "preset", "tune", "dither",
      ],
      "what the numbers of pictures mean follows from the source and the ladder"
    ),
    (
      [
        "annexb", "repeat-headers", "aud", "info", "opts", "stitchable", "hash", "idr-recovery-sei",
        "single-sei", "eob", "eos", "vui-hrd-info", "vui-timing-info", "opt-cu-delta-qp",
        "opt-qp-pps", "opt-ref-list-length-pps", "temporal-layers", "slices", "slice-max-size",
        "slice-max-mbs", "sps-id", "log2-max-poc-lsb", "frame-packing", "sync-lookahead",
        "threads", "lookahead-threads", "sliced-threads", "frame-threads", "pools", "numa-pools",
        "wpp", "pmode", "pme", "lookahead-slices", "non-deterministic", "cpu-independent", "asm",
        "csv", "log", "log-level", "analysis-save", "analysis-load",
      ],
      "segments are put together from what the encoder makes, the same on every machine"
    ),
  ]

  private static let h264: Set<String> = [
    "8x8dct", "aq-mode", "aq-strength", "b-adapt", "b-bias", "b-pyramid", "bframes", "cabac",
    "chroma-me", "chroma-qp-offset", "cplxblur", "dct-decimate", "deadzone-inter",
    "deadzone-intra", "deblock", "direct", "fast-pskip", "ipratio", "mbtree", "me", "merange",
    "mixed-refs", "mvrange", "nr", "partitions", "pbratio", "psy", "psy-rd", "qblur", "qcomp",
    "qpmax", "qpmin", "qpstep", "rc-lookahead", "ref", "subme", "trellis", "weightb", "weightp",
  ]

  private static let hevc: Set<String> = [
    "amp", "aq-mode", "aq-motion", "aq-strength", "b-adapt", "b-intra", "bframe-bias", "bframes",
    "b-pyramid", "cbqpoffs", "constrained-intra", "copy-pic", "crqpoffs", "ctu", "cutree",
    "cplxblur", "deblock", "dynamic-rd", "early-skip", "fades", "fast-intra",
    "hevc-aq", "hme", "ipratio", "limit-modes", "limit-refs", "limit-sao", "limit-tu",
    "max-ausize-factor", "max-merge", "max-tu-size", "me", "merange",
    "min-cu-size", "nr-inter", "nr-intra", "pbratio", "psy-rd", "psy-rdoq", "qblur", "qcomp",
    "qg-size", "qpmax", "qpmin", "qpstep", "rc-grain", "rc-lookahead", "rd", "rd-refine",
    "rdoq-level", "rdpenalty", "recursion-skip", "rect", "ref", "rskip", "rskip-edge-threshold",
    "sao", "sao-non-deblock", "scaling-list", "selective-sao", "signhide", "ssim-rd",
    "strong-intra-smoothing", "subme", "temporal-mvp", "tskip", "tskip-fast", "tu-inter-depth",
    "tu-intra-depth", "weightb", "weightp",
  ]
}
