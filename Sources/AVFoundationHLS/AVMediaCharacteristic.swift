// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// What a media selection group or option is like.
public struct AVMediaCharacteristic: RawRepresentable, Hashable, Sendable {
  /// The characteristic's tag.
  public let rawValue: String

  /// Creates a characteristic from its tag.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Sound.
  public static let audible = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicAudible")
  /// Subtitles and captions.
  public static let legible = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicLegible")
  /// Pictures.
  public static let visual = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicVisual")
  /// Subtitles that are needed to follow the content.
  public static let containsOnlyForcedSubtitles = AVMediaCharacteristic(
    rawValue: "public.subtitles.forced-only")
  /// A transcript of what is spoken.
  public static let transcribesSpokenDialogForAccessibility = AVMediaCharacteristic(
    rawValue: "public.accessibility.transcribes-spoken-dialog")
  /// A description of music and sound.
  public static let describesMusicAndSoundForAccessibility = AVMediaCharacteristic(
    rawValue: "public.accessibility.describes-music-and-sound")
  /// A description of what is seen.
  public static let describesVideoForAccessibility = AVMediaCharacteristic(
    rawValue: "public.accessibility.describes-video")
  /// Text that is easy to read.
  public static let easyToRead = AVMediaCharacteristic(rawValue: "public.easy-to-read")
}

/// A kind of media.
public struct AVMediaType: RawRepresentable, Hashable, Sendable {
  /// Four characters.
  public let rawValue: String

  /// Creates a type from four characters.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Pictures.
  public static let video = AVMediaType(rawValue: "vide")
  /// Sound.
  public static let audio = AVMediaType(rawValue: "soun")
  /// Subtitles in a playlist of their own.
  public static let subtitle = AVMediaType(rawValue: "sbtl")
  /// Captions within the video.
  public static let closedCaption = AVMediaType(rawValue: "clcp")
}
