// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A kind of fragmented MP4.
public struct AVFileTypeProfile: RawRepresentable, Hashable, Sendable {
  /// The constant's text.
  public let rawValue: String

  /// Creates a profile from a constant's text.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// What HLS plays.
  public static let mpeg4AppleHLS = AVFileTypeProfile(rawValue: "MPEG4AppleHLS")
  /// CMAF.
  public static let mpeg4CMAFCompliant = AVFileTypeProfile(rawValue: "MPEG4CMAFCompliant")
}

/// A kind of content, by its uniform type identifier.
public struct UTType: Hashable, Sendable {
  /// The identifier.
  public let identifier: String

  /// Creates a kind from its identifier; `nil` for an empty one.
  public init?(_ identifier: String) {
    guard !identifier.isEmpty else { return nil }
    self.identifier = identifier
  }

  private init(known identifier: String) { self.identifier = identifier }

  /// MP4.
  public static let mpeg4Movie = UTType(known: "public.mpeg-4")
  /// QuickTime.
  public static let quickTimeMovie = UTType(known: "com.apple.quicktime-movie")
}
