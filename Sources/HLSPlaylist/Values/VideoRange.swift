// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The dynamic range of a stream's pictures (`VIDEO-RANGE`, RFC 8216bis 4.4.6.2).
public struct VideoRange: EnumeratedString {
  /// The value as a playlist writes it.
  public let rawValue: String

  /// Creates a value, or `nil` when the text cannot stand as an enumerated-string.
  public init?(rawValue: String) {
    guard Self.isWellFormed(rawValue) else { return nil }
    self.rawValue = rawValue
  }

  init(unchecked rawValue: String) { self.rawValue = rawValue }

  /// Standard dynamic range: transfer characteristics 1, 6, 13, 14 and 15.
  public static let sdr = VideoRange(unchecked: "SDR")
  /// Hybrid log-gamma: transfer characteristics 18.
  public static let hlg = VideoRange(unchecked: "HLG")
  /// Perceptual quantiser: transfer characteristics 16.
  public static let pq = VideoRange(unchecked: "PQ")

  static let known: Set<VideoRange> = [.sdr, .hlg, .pq]

  /// The value as a playlist writes it.
  public var description: String { rawValue }
}
