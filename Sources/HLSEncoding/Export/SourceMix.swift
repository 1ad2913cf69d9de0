// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HDRColor
internal import LibAV

/// What several sources become together, by the policy that Apple has published: one HDR source
/// makes the whole HDR, HLG comes before PQ, and of two sources of one kind the one with metadata
/// decides.
public struct SourceMix: Sendable {
  /// A kind of pictures.
  public enum Kind: String, Sendable, Codable {
    /// Standard dynamic range.
    case sdr = "SDR"
    /// Hybrid log-gamma.
    case hlg = "HLG"
    /// PQ with static metadata.
    case hdr10 = "HDR10"
    /// PQ without static metadata.
    case pq = "PQ"

    /// The range that playlists and settings name.
    public var range: VideoRange {
      switch self {
      case .sdr: .sdr
      case .hlg: .hlg
      case .hdr10, .pq: .pq
      }
    }
  }

  /// A source, and what happens to it.
  public struct Member: Sendable {
    /// The source.
    public var source: SourceDescription
    /// What its pictures are; `nil` for sound alone.
    public var kind: Kind?
    /// What is done with its pictures, in words; `nil` where they stay as they are.
    public var conversion: String?
    /// The mapping of its static metadata, in words, where it has some.
    public var metadata: String?
  }

  /// The sources, in their order.
  public private(set) var members: [Member]

  /// What comes out; `nil` where no source has pictures.
  public let result: Kind?

  /// Decides what sources become together.
  ///
  /// - Parameters:
  ///   - sources: The sources.
  ///   - range: The range that is made of them, where that is not left to the policy.
  public init(_ sources: [SourceDescription], as range: VideoRange? = nil) {
    let kinds = sources.map { Kind($0) }
    let order: [Kind] =
      switch range {
      case .sdr: [.sdr]
      case .hlg: [.hlg]
      case .pq: [.hdr10, .pq]
      case nil: [.hlg, .hdr10, .pq, .sdr]
      }
    let hasPictures = kinds.contains { $0 != nil }
    let result = order.first { kinds.contains($0) } ?? (hasPictures ? order.last : nil)
    self.result = result
    let carrier = kinds.firstIndex { $0 == .hdr10 && result == .hdr10 }
    members = zip(sources, kinds).enumerated().map { index, pair in
      Member(
        source: pair.0, kind: pair.1, conversion: Self.conversion(pair.1, result),
        metadata: pair.1 == .hdr10 ? index == carrier ? "kept" : "dropped" : nil)
    }
  }

  private static func conversion(_ kind: Kind?, _ result: Kind?) -> String? {
    guard let kind, let result, kind.range != result.range else { return nil }
    switch (kind.range, result.range) {
    case (.sdr, .hlg): return "converted up: white becomes HLG 75 % (203 cd/m²)"
    case (.sdr, .pq): return "converted up: white becomes 203 cd/m²"
    case (.pq, .hlg): return "PQ becomes HLG for a display of 1,000 cd/m²"
    default: return "\(kind.range.rawValue) becomes \(result.range.rawValue)"
    }
  }
}

extension SourceMix.Kind {
  /// What the main video track of a source is; `nil` for sound alone.
  init?(_ source: SourceDescription) {
    guard let video = source.mainVideo?.video else { return nil }
    switch video.videoRange {
    case .sdr: self = .sdr
    case .hlg: self = .hlg
    case .pq:
      let metadata = StaticMetadata.credible(in: source, nil).metadata
      let hasAny = metadata.masteringDisplay != nil || metadata.contentLightLevel != nil
      self = hasAny ? .hdr10 : .pq
    }
  }
}
