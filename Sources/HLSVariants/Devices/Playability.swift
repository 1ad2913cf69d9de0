// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HLSPlaylist
internal import ISOBMFF

/// Whether a device plays a variant, and why not.
public enum Playability: Hashable, Sendable {
  /// It does.
  case playable
  /// It does not, for these reasons.
  case unplayable([Reason])

  /// Why a variant is not played.
  public enum Reason: Hashable, Sendable {
    /// A codec that is not known, or not played.
    case codec(String)
    /// A profile, level or tier of a codec beyond the device's.
    case codecLimit(String, String)
    /// A range that is not known, or not shown.
    case videoRange(VideoRange)
    /// A size beyond the device's.
    case size(Resolution)
    /// More frames a second than the device shows.
    case frameRate(Double)
    /// Output protection that the device lacks.
    case outputProtection(HDCPLevel)
    /// Pictures for two eyes.
    case stereoVideo
    /// A layout that is required and not known.
    case videoLayout(String)
    /// A pathway of content steering on which playing does not start.
    case pathway(String)
    /// More bytes than a budget has.
    case budget(bytes: UInt64)
  }

  /// Whether the variant is played.
  public var isPlayable: Bool { self == .playable }
}

extension Playability.Reason: CustomStringConvertible {
  /// The reason in a few words: `codec av01 is not played`.
  public var description: String {
    switch self {
    case .codec(let codec): "codec \(codec) is not played"
    case .codecLimit(let codec, let limit): "\(codec): \(limit)"
    case .videoRange(let range): "range \(range.rawValue) is not shown"
    case .size(let size): "\(size) is too large"
    case .frameRate(let rate): "\(RateText.decimal(rate)) frames/s are too many"
    case .outputProtection(let level): "HDCP \(level.rawValue) is not available"
    case .stereoVideo: "pictures for two eyes are not shown"
    case .videoLayout(let specifier): "layout \(specifier) is not known"
    case .pathway(let pathway): "pathway \(pathway) is not the one that playing starts on"
    case .budget(let bytes): "\(RateText.bytes(bytes)) are beyond the budget"
    }
  }
}

extension Playability: CustomStringConvertible {
  /// `yes`, or the reasons.
  public var description: String {
    switch self {
    case .playable: "yes"
    case .unplayable(let reasons): reasons.map(\.description).joined(separator: "; ")
    }
  }
}

extension DeviceProfile {
  /// Whether the device plays a variant.
  ///
  /// - Parameters:
  ///   - variant: The variant. What it does not declare speaks for it.
  ///   - pathway: The pathway that playing starts on, where there is content steering.
  /// - Returns: That it does, or every reason why it does not.
  public func playability(of variant: AssetVariant, pathway: String? = nil) -> Playability {
    var reasons: [Playability.Reason] = []
    for codec in variant.codecs { check(codec, &reasons) }
    if let video = variant.videoAttributes { check(video, &reasons) }
    if let level = variant.stream.hdcpLevel, let own = hdcpLevel, level.rank > own.rank {
      reasons.append(.outputProtection(level))
    }
    if let pathway, case let own = variant.stream.pathwayID ?? ".", own != pathway {
      reasons.append(.pathway(own))
    }
    return reasons.isEmpty ? .playable : .unplayable(reasons)
  }

  /// Whether the device plays a codec.
  func plays(_ codec: MediaCodec) -> Bool {
    var reasons: [Playability.Reason] = []
    check(codec, &reasons)
    return reasons.isEmpty
  }

  private func check(_ codec: MediaCodec, _ reasons: inout [Playability.Reason]) {
    switch codec.kind {
    case .text: break
    case .unknown: reasons.append(.codec(codec.string.description))
    case .audio:
      guard let audioFormats else { return }
      let type = codec.type.description.prefix { $0 != " " }
      if !audioFormats.contains(where: { $0 == type }) {
        reasons.append(.codec(codec.string.description))
      }
    case .video:
      guard let video else { return }
      let type = codec.type.description
      guard let capability = video.first(where: { $0.format == type }) else {
        return reasons.append(.codec(codec.string.description))
      }
      if let excess = capability.excess(of: codec.string) {
        reasons.append(.codecLimit(codec.string.description, excess))
      }
    }
  }

  private func check(_ video: VideoAttributes, _ reasons: inout [Playability.Reason]) {
    if !(videoRanges ?? [.sdr, .hlg, .pq]).contains(video.videoRange) {
      reasons.append(.videoRange(video.videoRange))
    }
    if let size = video.presentationSize, let limit = maximumSize,
      max(size.width, size.height) > max(limit.width, limit.height)
        || min(size.width, size.height) > min(limit.width, limit.height)
    {
      reasons.append(.size(size))
    }
    // Half a frame more is still the nominal rate.
    if let rate = video.nominalFrameRate, let limit = maximumFrameRate, rate > limit + 0.5 {
      reasons.append(.frameRate(rate))
    }
    for layout in video.videoLayoutAttributes {
      if playsStereoVideo == false, !layout.stereoViewComponents.isEmpty {
        reasons.append(.stereoVideo)
      }
      reasons += layout.unknownSpecifiers.map { .videoLayout($0) }
    }
  }

  /// Whether the device shows the Dolby Vision of a variant, from `CODECS` or
  /// `SUPPLEMENTAL-CODECS`.
  public func showsDolbyVision(of variant: AssetVariant) -> Bool {
    guard let attributes = variant.videoAttributes, attributes.isDolbyVision else { return false }
    guard let video else { return true }
    return (variant.codecs + variant.supplementalCodecs).contains { codec in
      codec.dolbyVision != nil
        && video.contains { capability in
          capability.format == codec.type.description && capability.excess(of: codec.string) == nil
        }
    }
  }
}

extension DeviceProfile.VideoCapability {
  /// What of a codec goes beyond the capability, in words.
  fileprivate func excess(of codec: CodecString) -> String? {
    switch codec {
    case .avc(_, let profile, _, let level): excess(profile, level, isHighTier: false)
    case .hevc(_, let hevc): excess(hevc.profile, hevc.level, isHighTier: hevc.isHighTier)
    case .av1(let av1): excess(av1.profile, av1.level, isHighTier: false)
    case .dolbyVision(_, let profile, let level): excess(profile, level, isHighTier: false)
    case .mpeg4Audio, .other: nil
    }
  }

  private func excess(_ profile: UInt8, _ level: UInt8, isHighTier: Bool) -> String? {
    if let profiles, !profiles.contains(profile) { return "profile \(profile) is not played" }
    if let maximumLevel, level > maximumLevel {
      return "level \(level) is above \(maximumLevel)"
    }
    return isHighTier && playsHighTier == false ? "High tier is not played" : nil
  }
}

extension HDCPLevel {
  /// How much protection a level asks for; an unknown one asks for the most.
  fileprivate var rank: Int {
    switch self {
    case .notRequired: 0
    case .type0: 1
    case .type1: 2
    default: 3
    }
  }
}
