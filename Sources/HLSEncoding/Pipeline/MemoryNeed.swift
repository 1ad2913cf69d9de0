// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor
internal import LibAV
internal import X265

/// About how many bytes of memory the encoding of a ladder takes, never fewer than it does.
///
/// The figures of the encoders were measured with libx264 build 164 and libx265 3.5 at one thread, by
/// preset: what a run takes beyond the pictures of its source, by the pixels of the rung. Mostly it is
/// the pictures of the look-ahead, which options of the encoders may ask to be longer.
struct MemoryNeed {
  private let plan: LadderPlan

  init(_ plan: LadderPlan) { self.plan = plan }

  /// Bytes a pixel of one encoder, by preset from the fastest on.
  private static let bytesPerPixel: [VideoCodec: [Double]] = [
    .h264: [35, 60, 95, 120, 160, 190, 240, 325, 430, 820],
    .hevc: [185, 215, 275, 275, 280, 310, 365, 690, 850, 950],
  ]
  /// What an encoder takes whatever its pictures are: tables, threads, the padding of pictures.
  private static let encoderBase: [VideoCodec: Int] = [.h264: 16 << 20, .hevc: 56 << 20]
  /// The program itself with its libraries, and its sound.
  private static let processBase = 96 << 20
  /// The pictures that a decoder refers to and works on, and those that filters hold.
  private static let sourcePictures = 24

  /// Bytes of a picture of a source or a rung: 4:2:0, in whole bytes a sample.
  private static func picture(pixels: Int, isDeep: Bool) -> Int {
    pixels * 3 / 2 * (isDeep ? 2 : 1)
  }

  /// Bytes of a picture that waits for an encoder.
  func picture(_ rung: VideoRung) -> Int {
    max(1, Self.picture(pixels: rung.pixels, isDeep: rung.pictureKey.bitDepth > 8))
  }

  /// Bytes of one encoder of a rung.
  func encoder(_ rung: VideoRung) -> Int {
    let figures = Self.bytesPerPixel[rung.codec] ?? [60]
    let place = HEVCSettings.presets.firstIndex(of: plan.speed) ?? figures.count - 1
    let bytes = Double(rung.pixels) * figures[min(place, figures.count - 1)]
    return (Self.encoderBase[rung.codec] ?? 0) + Int(bytes * Self.lookAhead(rung))
  }

  /// How many times longer than the preset's the look-ahead is that options ask for.
  private static func lookAhead(_ rung: VideoRung) -> Double {
    let asked = rung.coding.parameters.compactMap { option -> Double? in
      option.hasPrefix("rc-lookahead=") ? Double(option.dropFirst(13)) : nil
    }
    return max(1, (asked.last ?? 0) / 20)
  }

  /// Bytes of everything but the rungs.
  var base: Int {
    let video = plan.video?.video
    let pixels = (video?.width ?? 0) * (video?.height ?? 0)
    let isDeep = (video?.pixelFormat.bitDepth ?? 8) > 8
    return Self.processBase + Self.sourcePictures * Self.picture(pixels: pixels, isDeep: isDeep)
  }

  /// Bytes of a rung at one encoder, with the pictures that wait for it.
  func rung(_ rung: VideoRung, waiting count: Int) -> Int {
    encoder(rung) + (count + 2) * picture(rung)
  }
}
