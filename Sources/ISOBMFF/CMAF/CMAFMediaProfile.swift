// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor

/// The media profiles of CMAF that a track can claim (ISO/IEC 23000-19 annexes A, B and section
/// 10): what a player must be able to do to play it.
enum CMAFMediaProfile {
  /// The brand of a profile.
  ///
  /// - Parameters:
  ///   - entry: What the samples are.
  ///   - frameRate: The highest rate of pictures a second; `nil` when it is not known, and then
  ///     video keeps to no profile for certain.
  /// - Returns: The narrowest profile that the samples keep to, or `nil` where there is none.
  static func brand(for entry: SampleEntry, frameRate: Double?) -> FourCC? {
    switch entry {
    case .video(let entry): video(entry, frameRate: frameRate)
    case .audio(let entry): audio(entry)
    case .subtitle(let entry): entry.mimeType?.hasSuffix("codecs=im1t") == true ? "im1t" : nil
    case .other(let box): box.type == "wvtt" ? "cwvt" : nil
    }
  }

  private static func video(_ entry: VideoSampleEntry, frameRate: Double?) -> FourCC? {
    guard let frameRate, let color = entry.color else { return nil }
    let picture = Picture(
      long: max(entry.width, entry.height), short: min(entry.width, entry.height),
      frameRate: frameRate, color: color)
    switch entry.configuration {
    case .avc(let record) where record.profile == 100:
      return rows(h264, picture, level: record.level)
    case .hevc(let record) where !record.profile.isHighTier:
      switch record.profile.profile {
      case 1: return rows(main, picture, level: record.profile.level)
      case 2: return rows(main10, picture, level: record.profile.level)
      default: return nil
      }
    default: return nil
    }
  }

  private static func audio(_ entry: AudioSampleEntry) -> FourCC? {
    guard case .mpeg4(let descriptor) = entry.configuration,
      let config = descriptor.audioSpecificConfig, [2, 5, 29].contains(config.codecObjectType),
      config.channels <= 2, config.outputSampleRate <= 48_000
    else { return nil }
    return "caac"
  }
}

// MARK: - Limits

extension CMAFMediaProfile {
  private struct Picture {
    var long: UInt16
    var short: UInt16
    var frameRate: Double
    var color: ColorDescription
  }

  /// A profile: its brand, and what it allows.
  private struct Row: Sendable {
    var brand: FourCC
    var level: UInt8
    var long: UInt16
    var short: UInt16
    var color: ColorDescription
  }

  private static let h264 = [
    Row(brand: "cfhd", level: 40, long: 1920, short: 1080, color: .bt709),
    Row(brand: "chdf", level: 42, long: 1920, short: 1080, color: .bt709),
  ]

  private static let main = [
    Row(brand: "chhd", level: 123, long: 1920, short: 1080, color: .bt709),
    Row(brand: "cud8", level: 150, long: 3840, short: 2160, color: .bt709),
  ]

  private static let main10 = [
    Row(brand: "chh1", level: 123, long: 1920, short: 1080, color: .bt709),
    Row(brand: "cud1", level: 153, long: 3840, short: 2160, color: .bt709),
    Row(brand: "chd1", level: 153, long: 3840, short: 2160, color: .pq),
    Row(brand: "clg1", level: 153, long: 3840, short: 2160, color: .hlg),
  ]

  private static func rows(_ rows: [Row], _ picture: Picture, level: UInt8) -> FourCC? {
    rows.first { row in
      level <= row.level && picture.long <= row.long && picture.short <= row.short
        && picture.frameRate <= 60 && picture.color == row.color
    }?.brand
  }
}
