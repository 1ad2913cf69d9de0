// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A level of HEVC: how large and how many pictures a decoder must be able to take
/// (ITU-T H.265 tables A.8 and A.9).
public struct HEVCLevel: Hashable, Sendable {
  /// Thirty times the level's number, as parameter sets have it: 150 is level 5.
  public var code: Int
  /// The most luma samples of a picture.
  public var pictureSamples: Int
  /// The most luma samples a second.
  public var sampleRate: Int

  /// The levels, lowest first.
  public static let all: [HEVCLevel] = [
    HEVCLevel(code: 30, pictureSamples: 36_864, sampleRate: 552_960),
    HEVCLevel(code: 60, pictureSamples: 122_880, sampleRate: 3_686_400),
    HEVCLevel(code: 63, pictureSamples: 245_760, sampleRate: 7_372_800),
    HEVCLevel(code: 90, pictureSamples: 552_960, sampleRate: 16_588_800),
    HEVCLevel(code: 93, pictureSamples: 983_040, sampleRate: 33_177_600),
    HEVCLevel(code: 120, pictureSamples: 2_228_224, sampleRate: 66_846_720),
    HEVCLevel(code: 123, pictureSamples: 2_228_224, sampleRate: 133_693_440),
    HEVCLevel(code: 150, pictureSamples: 8_912_896, sampleRate: 267_386_880),
    HEVCLevel(code: 153, pictureSamples: 8_912_896, sampleRate: 534_773_760),
    HEVCLevel(code: 156, pictureSamples: 8_912_896, sampleRate: 1_069_547_520),
    HEVCLevel(code: 180, pictureSamples: 35_651_584, sampleRate: 1_069_547_520),
    HEVCLevel(code: 183, pictureSamples: 35_651_584, sampleRate: 2_139_095_040),
    HEVCLevel(code: 186, pictureSamples: 35_651_584, sampleRate: 4_278_190_080),
  ]

  /// The lowest level for pictures of a size and a rate; `nil` where none is high enough.
  public static func needed(width: Int, height: Int, frameRate: Double) -> HEVCLevel? {
    let samples = width * height
    return all.first {
      samples <= $0.pictureSamples && Double(samples) * frameRate <= Double($0.sampleRate)
    }
  }

  /// The number, such as `5.1`.
  public static func text(_ code: Int) -> String {
    code % 30 == 0 ? "\(code / 30)" : "\(code / 30).\(code % 30 / 3)"
  }
}
