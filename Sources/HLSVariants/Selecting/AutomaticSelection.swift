// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist

/// How one variant is taken of several that will do.
///
/// Apple does not publish its policy. The standard one here follows what is published around it:
/// the authoring specification (the highest bit rate that plays, unless every variant has a score),
/// and the old options' defaults (HDR, lossy sound, the largest size). It is a value, so that
/// another one can be put in its place.
public struct AutomaticSelection: Sendable {
  /// A question that leaves the variants with the highest answer.
  public struct Criterion: Sendable {
    /// What the criterion is called in explanations.
    public let name: String

    /// The answer; the highest wins.
    let value: @Sendable (AssetVariant, Situation) -> Double

    /// Creates a criterion.
    ///
    /// - Parameters:
    ///   - name: What it is called in explanations.
    ///   - value: The answer for a variant; the highest wins.
    public init(_ name: String, value: @escaping @Sendable (AssetVariant, Situation) -> Double) {
      self.name = name
      self.value = value
    }
  }

  /// What a criterion may look at beside the variant.
  public struct Situation: Sendable {
    /// The device that plays.
    public let device: DeviceProfile
    /// Whether every variant of the asset has a score.
    public let hasScores: Bool
  }

  /// The criteria for primary content, in order.
  public var primary: [Criterion]

  /// The criteria for auxiliary content, in order.
  public var auxiliary: [Criterion]

  /// Creates a policy.
  public init(primary: [Criterion], auxiliary: [Criterion]) {
    self.primary = primary
    self.auxiliary = auxiliary
  }

  /// The documented policy: score, if every variant has one; then range; then lossy sound (for
  /// auxiliary content the most channels); then peak bit rate; then size; then the order of the
  /// playlist.
  public static let standard = AutomaticSelection(
    primary: [.score, .videoRange, .lossyAudio, .peakBitRate, .presentationSize, .order],
    auxiliary: [.score, .videoRange, .channels, .peakBitRate, .presentationSize, .order])
}

extension AutomaticSelection.Criterion {
  /// The highest `SCORE`, if every variant has one.
  public static let score = Self("score") { variant, situation in
    situation.hasScores ? variant.score ?? 0 : 0
  }

  /// Dolby Vision, PQ, HLG, SDR, of what the device shows; sound alone last.
  public static let videoRange = Self("video range") { variant, situation in
    variant.videoAttributes == nil
      ? -1
      : situation.device.showsDolbyVision(of: variant) ? 3 : Double(variant.rangeRank)
  }

  /// SDR before all others: what `AVAssetDownloadTaskPrefersHDRKey` asks for when it is false.
  public static let standardRange = Self("standard range") { variant, _ in
    variant.videoAttributes == nil ? -1 : variant.rangeRank == 0 ? 1 : 0
  }

  /// Variants without lossless sound first.
  public static let lossyAudio = Self("lossy audio") { variant, _ in
    variant.audioAttributes?.isLossless ?? false ? 0 : 1
  }

  /// Variants with lossless sound first.
  public static let losslessAudio = Self("lossless audio") { variant, _ in
    variant.audioAttributes?.isLossless ?? false ? 1 : 0
  }

  /// The most channels of the selected sound.
  public static let channels = Self("channel count") { variant, _ in
    Double(variant.selectedAudioAttributes?.channelCount ?? 0)
  }

  /// The highest peak bit rate.
  public static let peakBitRate = Self("peak bit rate") { variant, _ in variant.peakBitRateValue }

  /// The most pixels.
  public static let presentationSize = Self("size") { variant, _ in
    VariantMeasure.presentationSize.value(variant) ?? 0
  }

  /// The first of the playlist.
  public static let order = Self("order of the playlist") { variant, _ in -Double(variant.index) }
}

extension AssetVariant {
  /// 2 for PQ, 1 for HLG, 0 for SDR.
  fileprivate var rangeRank: Int {
    switch videoAttributes?.videoRange {
    case .pq: 2
    case .hlg: 1
    default: 0
    }
  }
}

extension AutomaticSelection {
  /// A criterion that told variants apart.
  public struct Decision: Hashable, Sendable {
    /// The criterion.
    public let criterion: String
    /// How many variants there were before.
    public let before: Int
    /// How many were left.
    public let after: Int
  }

  /// The variant that the criteria leave, with the criteria that told any apart.
  ///
  /// - Returns: `nil` when there are no variants.
  static func choose(
    among variants: [AssetVariant], by criteria: [Criterion], in situation: Situation
  ) -> (variant: AssetVariant, decisions: [Decision])? {
    var rest = variants
    var decisions: [Decision] = []
    for criterion in criteria where rest.count > 1 {
      let values = rest.map { criterion.value($0, situation) }
      guard let best = values.max() else { break }
      let kept = zip(rest, values).filter { $0.1 == best }.map(\.0)
      // A value that is no number is below all others.
      guard !kept.isEmpty, kept.count < rest.count else { continue }
      decisions.append(Decision(criterion: criterion.name, before: rest.count, after: kept.count))
      rest = kept
    }
    return rest.first.map { ($0, decisions) }
  }
}
