// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist

/// The dynamic range of a variant's pictures, as a constant whose text is not what playlists write.
public struct AVVideoRange: RawRepresentable, Hashable, Sendable {
  /// The constant's text, such as `AVVideoRangePQ`.
  public let rawValue: String

  /// Creates a range from a constant's text.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Standard dynamic range.
  public static let sdr = AVVideoRange(rawValue: "AVVideoRangeSDR")
  /// Hybrid log-gamma.
  public static let hlg = AVVideoRange(rawValue: "AVVideoRangeHLG")
  /// Perceptual quantiser.
  public static let pq = AVVideoRange(rawValue: "AVVideoRangePQ")

  /// The constant of a range as playlists write it.
  init(_ range: VideoRange) { self.init(rawValue: "AVVideoRange" + range.rawValue) }
}
