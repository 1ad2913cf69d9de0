// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HLSPlaylist

/// A file, or a track of one, that is packaged as it is.
public struct CopyInput: Sendable {
  /// What an input is taken for.
  public enum Role: Sendable {
    /// A rung: its pictures, and its sound where no input before it has such sound.
    case rung
    /// Pictures alone.
    case video
    /// Sound alone.
    case audio
    /// Subtitles alone.
    case subtitles
  }

  /// The path.
  public var path: String
  /// What it is taken for.
  public var role: Role
  /// The tracks, counted from 1; empty for those that fit the role.
  public var tracks: [Int]
  /// The language, as BCP 47 writes it; `nil` for what the file says.
  public var language: String?
  /// The name for people; `nil` to make one from the language.
  public var name: String?
  /// Whether players choose it unless told otherwise.
  public var isDefault = false
  /// Whether subtitles are shown to everybody who hears the language.
  public var isForced = false
  /// The media characteristic tags (RFC 8216bis section 4.4.6.1).
  public var characteristics: [String] = []

  /// What subtitles for the deaf and hard of hearing have (authoring rule 4.5).
  public static let captionCharacteristics = [
    "public.accessibility.transcribes-spoken-dialog",
    "public.accessibility.describes-music-and-sound",
  ]

  /// Creates an input.
  public init(
    _ path: String, as role: Role = .rung, tracks: [Int] = [], language: String? = nil,
    name: String? = nil
  ) {
    self.path = path
    self.role = role
    self.tracks = tracks
    self.language = language
    self.name = name
  }
}

/// What a user may ask of a package of copies.
public struct CopyOptions: Sendable {
  /// The length of a segment, in seconds.
  public var segmentDuration: Double
  /// Whether segments may begin at pictures that are no IDR.
  public var allowsOpenGroups: Bool
  /// Whether a rendition is one file with byte ranges.
  public var isSingleFile: Bool

  /// Whether rungs without IDR pictures where the others have theirs are encoded anew.
  public var renewsMisaligned = false
  /// Whether pictures once a second are encoded for players that wind, in place of I-frame playlists
  /// of the rungs' own key pictures.
  public var hasDenseTrickPlay = false
  /// The x264 and x265 preset of what is encoded.
  public var speed = "medium"

  /// What subtitles are written as.
  public var textFormat = TextFormat.webVTT
  /// Whether the inputs follow one another instead of being rungs.
  public var joinsInputs = false
  /// The date and time at which the package's 0 was.
  public var programDateTime: DateTime?
  /// Tags that go into the playlists as they are.
  public var metadata: PackageMetadata?
  /// Whether variants say which of them is the better one: SCORE, HDR over SDR, then the rate.
  public var writesScores = false
  /// Whether variants and renditions have ids that stay when their URIs change: the names of their
  /// folders.
  public var writesStableIDs = false

  /// The keys of inputs that are encrypted.
  public var decryption: KeyRing?
  /// How the package is encrypted; `nil` for one in the clear.
  public var protection: PackageProtection?

  /// Creates options; all have defaults.
  public init(
    segmentDuration: Double = 6, allowsOpenGroups: Bool = false, isSingleFile: Bool = false
  ) {
    self.segmentDuration = segmentDuration
    self.allowsOpenGroups = allowsOpenGroups
    self.isSingleFile = isSingleFile
  }

  /// What does not go together and is left out.
  var warnings: [String] {
    isSingleFile && protection?.scheme == .wholeSegments
      ? ["no I-frame playlists: their ranges of whole encrypted segments need a file a segment"]
      : []
  }
}
