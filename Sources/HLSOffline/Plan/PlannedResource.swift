// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HLSPlaylist

/// A resource, or a stretch of one, that a download stores in a file of its own.
public struct PlannedResource: Hashable, Sendable {
  /// What a resource is for.
  public enum Role: String, Sendable {
    /// Media.
    case segment
    /// What decoders need before media (`EXT-X-MAP`).
    case initialization
    /// What media are decrypted with.
    case key
    /// What the presentation says of itself (`EXT-X-SESSION-DATA`).
    case sessionData = "session-data"
  }

  /// The resolved URI.
  public var uri: String

  /// The stretch that is fetched; `nil` for the whole resource.
  public var byteRange: ByteRange?

  /// Where it is stored, relative to the package.
  public var path: String

  /// What it is for.
  public var role: Role

  /// The stream whose folder it is stored in, by index; `nil` for none.
  public var stream: Int?
}

/// A media playlist that a download stores, with everything that it names.
public struct PlannedStream: Sendable {
  /// What a stream is in its presentation.
  public enum Role: String, Sendable {
    /// The playlist of a variant.
    case variant
    /// Sound of its own.
    case audio
    /// Subtitles.
    case subtitles
    /// Single pictures for trick play.
    case iFrames = "i-frames"
  }

  /// The resolved URI, as the master names it.
  public let uri: String

  /// Where the playlist came from, after redirects.
  public let baseURI: String

  /// What the stream is.
  public let role: Role

  /// What tells it from others, such as `1920x1080 PQ` or `English`.
  public let label: String

  /// The content configuration that takes it: 0 for the primary one, then the auxiliary ones.
  public let configuration: Int

  /// The peak bandwidth of a variant, in bits a second; 0 for anything else.
  public let peakBandwidth: UInt64

  /// The folder in the package.
  public let folder: String

  /// The playlist as the origin has it.
  public let playlist: MediaPlaylist

  /// What the stream needs, by index, each once: files of its own folder and of others.
  public internal(set) var resources: [Int] = []

  /// The playlist as the package has it.
  public internal(set) var localText: [UInt8] = []

  /// Where the package has it.
  public var localPath: String { "\(folder)/playlist.m3u8" }
}
