// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HLSPlaylist

/// What a device plays: the codecs with their profiles and levels, the ranges, the size and rate of
/// pictures, the audio formats, the output protection.
///
/// A profile is a value that anybody can write, as JSON too: `rung devices --json` prints those
/// that are built in. A field that is left out sets no limit.
public struct DeviceProfile: Hashable, Sendable, Codable {
  /// A format of pictures and how much of it is played.
  public struct VideoCapability: Hashable, Sendable, Codable {
    /// The sample format of the codec string: `avc1`, `hvc1`, `dvh1`, `av01`.
    public var format: String

    /// The profile numbers that are played: `profile_idc` of H.264 and HEVC, `seq_profile` of AV1,
    /// the profile of Dolby Vision. `nil` for all.
    public var profiles: [UInt8]?

    /// The highest level as the codec string writes it: 52 is H.264's 5.2, 153 HEVC's 5.1.
    public var maximumLevel: UInt8?

    /// Whether HEVC's High tier is played; `nil` counts as yes.
    public var playsHighTier: Bool?

    /// Creates a capability.
    public init(
      format: String, profiles: [UInt8]? = nil, maximumLevel: UInt8? = nil,
      playsHighTier: Bool? = nil
    ) {
      self.format = format
      self.profiles = profiles
      self.maximumLevel = maximumLevel
      self.playsHighTier = playsHighTier
    }
  }

  /// The name that commands and tests use, such as `iphone-12`.
  public var name: String

  /// What the profile is of, for people.
  public var title: String

  /// What the figures rest on, each with where it is published.
  public var sources: [String]

  /// The formats of pictures; `nil` for all that are known.
  public var video: [VideoCapability]?

  /// The dynamic ranges; `nil` for all that are known.
  public var videoRanges: [VideoRange]?

  /// The largest size, whichever way it is turned.
  public var maximumSize: Resolution?

  /// The most frames a second.
  public var maximumFrameRate: Double?

  /// The formats of sound, as Core Audio's four characters without blanks at the end: `aac`,
  /// `ec-3`. `nil` for all that are known.
  public var audioFormats: [String]?

  /// The highest output protection that the device and its display have; `nil` for any.
  public var hdcpLevel: HDCPLevel?

  /// Whether pictures for two eyes are played; `nil` counts as yes.
  public var playsStereoVideo: Bool?

  /// Creates a profile that sets no limits.
  public init(name: String, title: String, sources: [String] = []) {
    self.name = name
    self.title = title
    self.sources = sources
  }
}

extension DeviceProfile {
  /// The profile that stands in where none is given: it plays whatever this version knows.
  public static let unlimited = DeviceProfile(
    name: "any", title: "any device that plays every known codec and range")
}
