// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The channels of an audio rendition (`CHANNELS`): a count, spatial coding, and how it is used,
/// separated by slashes.
public struct AudioChannels: RawRepresentable, Hashable, Sendable, Codable {
  /// The value as a playlist writes it, such as `16/JOC`.
  public var rawValue: String

  /// Creates channels from their text; what it says is read by the other properties.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Creates channels from their count alone.
  public init(count: Int) { rawValue = String(count) }

  /// The count of independent channels, or `nil` when the first part is no number.
  public var count: Int? { part(0).flatMap { Int($0) } }

  /// Identifiers of spatial coding, such as `JOC` (second part).
  public var codingIdentifiers: [String] { items(1).filter { $0 != "-" } }

  /// How the channels are to be used, such as `BINAURAL`, `IMMERSIVE`, `DOWNMIX` (third part).
  public var usageIndicators: [String] { items(2) }

  private func part(_ index: Int) -> Substring? {
    let parts = rawValue.split(separator: "/", omittingEmptySubsequences: false)
    return index < parts.count ? parts[index] : nil
  }

  private func items(_ index: Int) -> [String] {
    part(index).map { $0.split(separator: ",").map(String.init) } ?? []
  }
}
