// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension HardwareExport {
  private static let session2014 = "H.264: WWDC 2014 session 513, asciiwwdc.com/2014/sessions/513"
  private static let sessions2017 =
    "WWDC 2017 sessions 503 and 511, reported by applech2.com/archives/20170626-hevc-hw-sw-acceleration-mac.html"
  private static let session2020 = "WWDC 2020 session 10010"
  private static let gyroflow = "docs.gyroflow.xyz/app/hardware-acceleration/apple-macos"
  private static let unpublished = "no source was found"

  /// Every generation that was found, oldest first in each line of devices.
  public static let all: [HardwareExport] = [
    HardwareExport(
      generation: "iPhone and iPad before A10 Fusion", h264: .hardware, hevc: .none,
      hevcHDR: .none, proRes: .unknown,
      source: "\(session2014); HEVC: \(sessions2017)"),
    HardwareExport(
      generation: "iPhone and iPad with A10 Fusion and later", h264: .hardware, hevc: .hardware,
      hevcHDR: .hardware, proRes: .unknown,
      source: "\(session2014); HEVC: \(sessions2017); HDR: \(session2020)"),
    HardwareExport(
      generation: "iPhone 13 Pro (A15 Bionic)", h264: .hardware, hevc: .hardware,
      hevcHDR: .hardware, proRes: .hardware,
      source: "\(session2014); HEVC: \(session2020); ProRes: Apple on A15's encoders, reported by "
        + "iphoneitalia.com/772517/potenza-gpu-iphone-13-pro-iphone-13"),
    HardwareExport(
      generation: "iPad Pro with M2", h264: .hardware, hevc: .hardware, hevcHDR: .hardware,
      proRes: .hardware,
      source: "\(session2014); HEVC: \(session2020); ProRes: "
        + "techspot.com/news/96366-apple-announces-ipad-pro-m2-chip-pencil-hover.html"),
    HardwareExport(
      generation: "Mac with Intel Skylake", h264: .hardware, hevc: .hardware, hevcHDR: .software,
      proRes: .software,
      source: "H.264: \(gyroflow); HEVC: \(sessions2017); ProRes: \(session2020)"),
    HardwareExport(
      generation: "Mac of 2017 and later with Intel", h264: .hardware, hevc: .hardware,
      hevcHDR: .hardware, proRes: .software,
      source: "H.264: \(gyroflow), which finds HEVC at 8 bits alone; HEVC, ProRes: \(session2020)"),
    HardwareExport(
      generation: "Mac with Intel and T2", h264: .hardware, hevc: .hardware, hevcHDR: .hardware,
      proRes: .software,
      source: "HEVC at 8 bits: theinsidetips.com/tip-965-thoughts-on-the-mac-t2-chip; "
        + "H.264: \(gyroflow); HDR, ProRes: \(session2020)"),
    HardwareExport(
      generation: "Mac with M1", h264: .hardware, hevc: .hardware, hevcHDR: .hardware,
      proRes: .software, source: "\(gyroflow); HDR, ProRes: \(session2020)"),
    HardwareExport(
      generation: "Mac with M1 Pro, M1 Max or M1 Ultra", h264: .hardware, hevc: .hardware,
      hevcHDR: .hardware, proRes: .hardware,
      source: "\(gyroflow); HDR: \(session2020); ProRes also "
        + "macerkopf.de/2021/12/17/m1-max-prores-benchmark-macbook"),
    HardwareExport(
      generation: "Mac with M2", h264: .hardware, hevc: .hardware, hevcHDR: .hardware,
      proRes: .hardware,
      source: "\(gyroflow); HDR: \(session2020); ProRes also "
        + "nofilmschool.com/m2-chip-here-will-it-offer-more-filmmakers"),
    HardwareExport(
      generation: "Mac with M3, M4 or M5", h264: .hardware, hevc: .hardware, hevcHDR: .hardware,
      proRes: .hardware, source: "\(gyroflow); HDR: \(session2020)"),
    HardwareExport(
      generation: "every other Mac", h264: .unknown, hevc: .software, hevcHDR: .software,
      proRes: .software, source: session2020),
    HardwareExport(
      generation: "Apple TV", h264: .unknown, hevc: .unknown, hevcHDR: .unknown, proRes: .unknown,
      source: unpublished),
    HardwareExport(
      generation: "Apple Vision Pro", h264: .unknown, hevc: .unknown, hevcHDR: .unknown,
      proRes: .unknown, source: unpublished),
  ]
}
