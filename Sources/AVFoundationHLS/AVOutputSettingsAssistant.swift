// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSEncoding
internal import LibAV

/// A preset of settings.
public struct AVOutputSettingsPreset: RawRepresentable, Hashable, Sendable {
  /// The constant's text, such as `AVOutputSettingsPreset1920x1080`.
  public let rawValue: String

  /// Creates a preset from a constant's text.
  public init(rawValue: String) { self.rawValue = rawValue }

  private init(_ name: String) { self.init(rawValue: "AVOutputSettingsPreset" + name) }

  /// H.264 up to 640 by 480.
  public static let preset640x480 = AVOutputSettingsPreset("640x480")
  /// H.264 up to 960 by 540.
  public static let preset960x540 = AVOutputSettingsPreset("960x540")
  /// H.264 up to 1280 by 720.
  public static let preset1280x720 = AVOutputSettingsPreset("1280x720")
  /// H.264 up to 1920 by 1080.
  public static let preset1920x1080 = AVOutputSettingsPreset("1920x1080")
  /// H.264 up to 3840 by 2160.
  public static let preset3840x2160 = AVOutputSettingsPreset("3840x2160")
  /// HEVC up to 1920 by 1080.
  public static let hevc1920x1080 = AVOutputSettingsPreset("HEVC1920x1080")
  /// HEVC up to 3840 by 2160.
  public static let hevc3840x2160 = AVOutputSettingsPreset("HEVC3840x2160")
  /// HEVC up to 4320 by 2160.
  public static let hevc4320x2160 = AVOutputSettingsPreset("HEVC4320x2160")
  /// HEVC up to 7680 by 4320.
  public static let hevc7680x4320 = AVOutputSettingsPreset("HEVC7680x4320")
}

/// Gives dictionaries of settings to start from.
public final class AVOutputSettingsAssistant {
  private var assistant: OutputSettingsAssistant

  /// Creates an assistant; `nil` for a preset that cannot be encoded here.
  public init?(preset: AVOutputSettingsPreset) {
    guard let assistant = OutputSettingsAssistant(preset: preset.rawValue) else { return nil }
    self.assistant = assistant
  }

  /// The presets that can be encoded here.
  public static func availableOutputSettingsPresets() -> [AVOutputSettingsPreset] {
    OutputSettingsAssistant.presets.filter { $0.preset.refusal == nil }
      .map { AVOutputSettingsPreset(rawValue: $0.name) }
  }

  /// What comes in; set it before reading ``videoSettings``.
  public var sourceVideoFormat: CMFormatDescription? {
    didSet {
      assistant.source = sourceVideoFormat?.format
      if assistant.source?.frameRate == Rational(0) { assistant.source?.frameRate = Rational(30) }
    }
  }

  /// How long a frame lasts on average, 1/30 s unless the source says. It counts once there is a
  /// ``sourceVideoFormat``; other than positive times are ignored.
  public var sourceVideoAverageFrameDuration: CMTime {
    get {
      let duration = assistant.averageFrameDuration
      return CMTime(value: duration.numerator, timescale: Int32(clamping: duration.denominator))
    }
    set {
      guard newValue.isNumeric, newValue.value > 0 else { return }
      assistant.source?.frameRate = Rational(Int64(newValue.timescale), newValue.value)
    }
  }

  /// Settings of pictures.
  public var videoSettings: [String: Any]? { assistant.videoSettings?.dictionary }

  /// Settings of sound.
  public var audioSettings: [String: Any]? { assistant.audioSettings?.dictionary }

  /// The kind of file that goes with them.
  public var outputFileType: AVFileType { AVFileType(assistant.fileType) }
}
