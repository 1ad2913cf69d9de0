// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A kind of export by name: what size at most, in which codecs, into which files, and what happens
/// to HDR (`AVAssetExportSession`'s presets).
public struct ExportPreset: Hashable, Sendable {
  /// What a preset makes.
  public enum Family: String, Hashable, Sendable, Codable {
    /// H.264 and AAC.
    case h264
    /// HEVC and AAC.
    case hevc
    /// HEVC with an alpha channel.
    case hevcWithAlpha
    /// HEVC with two views.
    case mvHEVC
    /// AAC alone.
    case audio
    /// ProRes 422 and linear PCM.
    case proRes422
    /// ProRes 4444 and linear PCM.
    case proRes4444
    /// Every track as it is stored.
    case passthrough
  }

  /// What happens to an HDR source.
  public enum HDRBehavior: String, Hashable, Sendable, Codable {
    /// HDR10 stays HDR10, and HLG stays HLG.
    case kept
    /// HDR becomes SDR.
    case convertedToSDR
    /// There are no pictures.
    case none
  }

  /// Where a preset's numbers are known from.
  public enum Origin: String, Hashable, Sendable, Codable {
    /// Apple's own headers and documents say the size, or the name does.
    case published
    /// Apple says "appropriate for the device" and no more: the numbers are Rung's.
    case rung
  }

  /// Apple's constant, such as `AVAssetExportPresetHEVCHighestQuality`.
  public let name: String
  /// The name on the command line, such as `hevc-highest-quality`.
  public let commandName: String
  /// What is made.
  public let family: Family
  /// The largest picture, in pixels of the longer and the shorter side; `nil` for the source's own.
  public let limit: Limit?
  /// The kinds of files.
  public let fileTypes: [FileType]
  /// Where the size is known from.
  public let origin: Origin
  /// A line of help.
  public let help: String
  /// Why no export can be made, or `nil` where one can.
  public let refusal: String?

  /// A largest picture.
  public struct Limit: Hashable, Sendable {
    /// Pixels of the longer side.
    public var width: Int
    /// Pixels of the shorter side.
    public var height: Int
  }

  init(
    _ name: String, _ commandName: String, _ family: Family, _ limit: (Int, Int)? = nil,
    _ fileTypes: [FileType], origin: Origin = .published, _ help: String, refusal: String? = nil
  ) {
    self.name = "AVAssetExportPreset" + name
    self.commandName = commandName
    self.family = family
    self.limit = limit.map { Limit(width: $0.0, height: $0.1) }
    self.fileTypes = fileTypes
    self.origin = origin
    self.help = help
    self.refusal = refusal
  }

  /// The preset of Apple's constant or of a name on the command line; `nil` for others.
  public init?(_ name: String) {
    guard let preset = Self.all.first(where: { $0.name == name || $0.commandName == name }) else {
      return nil
    }
    self = preset
  }

  /// What happens to an HDR source.
  public var hdr: HDRBehavior {
    switch family {
    case .h264: .convertedToSDR
    case .audio: .none
    case .hevc, .hevcWithAlpha, .mvHEVC, .proRes422, .proRes4444, .passthrough: .kept
    }
  }

  /// Whether there are pictures in what comes out.
  public var hasVideo: Bool { family != .audio }

  /// FFmpeg's names of the codecs of pictures and sound; `nil` where there is none, and for tracks
  /// as they are stored.
  public var codecs: (video: String?, audio: String?) {
    switch family {
    case .h264: ("h264", "aac")
    case .hevc, .hevcWithAlpha, .mvHEVC: ("hevc", "aac")
    case .audio: (nil, "aac")
    case .proRes422, .proRes4444: ("prores", "pcm_s24le")
    case .passthrough: (nil, nil)
    }
  }
}
