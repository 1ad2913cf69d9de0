// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist
public import PredicateFormat

// Predicates over variants that a format string cannot express, as AVAssetVariantQualifier's class
// methods give them. They combine with all others.

/// Which rendition a predicate about sound is about.
public enum AudioSubject: Hashable, Sendable {
  /// The option that is selected for the asset.
  case selectedOption
  /// A given option.
  case option(MediaSelectionOption)

  func attributes(of variant: AssetVariant) -> RenditionSpecificAttributes? {
    switch self {
    case .selectedOption: variant.selectedAudioAttributes
    case .option(let option): variant.audioAttributes?.renditionSpecificAttributes(for: option)
    }
  }

  /// What the text of a predicate says of the option.
  fileprivate var suffix: String {
    switch self {
    case .selectedOption: ""
    case .option(let option): ", \(option)"
    }
  }
}

extension PredicateTree {
  /// True where the audio has a number of channels. One that is not declared is negative. An
  /// operator that does not compare by order or equality is never true.
  public static func channelCount(
    _ operation: ComparisonOperator, _ count: Int, of subject: AudioSubject = .selectedOption
  ) -> PredicateTree {
    audio("channelCount", "audio channels", operation, Double(count), subject) {
      Double($0?.channelCount ?? -1)
    }
  }

  /// True where the audio has a sample rate, in hertz. One that is not declared is negative.
  public static func audioSampleRate(
    _ operation: ComparisonOperator, _ rate: Double, of subject: AudioSubject = .selectedOption
  ) -> PredicateTree {
    audio("audioSampleRate", "audio sample rate", operation, rate, subject) {
      $0?.sampleRate ?? -1
    }
  }

  /// True where the audio is binaural, or where it is not.
  public static func isBinauralAudio(
    _ value: Bool = true, of subject: AudioSubject = .selectedOption
  ) -> PredicateTree {
    audio("binauralAudio", value, subject) { $0?.isBinaural ?? false }
  }

  /// True where the audio is immersive, or where it is not.
  public static func isImmersiveAudio(
    _ value: Bool = true, of subject: AudioSubject = .selectedOption
  ) -> PredicateTree {
    audio("immersiveAudio", value, subject) { $0?.isImmersive ?? false }
  }

  /// True where the audio is a downmix, or where it is not.
  public static func isDownmixAudio(
    _ value: Bool = true, of subject: AudioSubject = .selectedOption
  ) -> PredicateTree {
    audio("downmixAudio", value, subject) { $0?.isDownmix ?? false }
  }

  /// True where the pictures have a width in pixels. One that is not declared is 0.
  public static func presentationWidth(
    _ operation: ComparisonOperator, _ width: Double
  ) -> PredicateTree {
    number("presentationWidth", "width", operation, width) { variant in
      variant.videoAttributes.map { Double($0.presentationSize?.width ?? 0) }
    }
  }

  /// True where the pictures have a height in pixels. One that is not declared is 0.
  public static func presentationHeight(
    _ operation: ComparisonOperator, _ height: Double
  ) -> PredicateTree {
    number("presentationHeight", "height", operation, height) { variant in
      variant.videoAttributes.map { Double($0.presentationSize?.height ?? 0) }
    }
  }
}

extension PredicateTree {
  private static func audio(
    _ name: String, _ words: String, _ operation: ComparisonOperator, _ value: Double,
    _ subject: AudioSubject,
    _ read: @escaping @Sendable (RenditionSpecificAttributes?) -> Double
  ) -> PredicateTree {
    number(name, words, operation, value, suffix: subject.suffix) { variant in
      read(subject.attributes(of: variant))
    }
  }

  private static func audio(
    _ name: String, _ value: Bool, _ subject: AudioSubject,
    _ read: @escaping @Sendable (RenditionSpecificAttributes?) -> Bool
  ) -> PredicateTree {
    .leaf(
      PredicateLeaf(
        "\(name)(\(value)\(subject.suffix))",
        found: { (variant: AssetVariant) in "\(read(subject.attributes(of: variant)))" }
      ) { (variant: AssetVariant) in read(subject.attributes(of: variant)) == value })
  }

  /// A comparison of a number that is nil where a variant has no pictures: nothing but `!=` is true
  /// of nil, as in a format string.
  private static func number(
    _ name: String, _ words: String, _ operation: ComparisonOperator, _ value: Double,
    suffix: String = "", _ read: @escaping @Sendable (AssetVariant) -> Double?
  ) -> PredicateTree {
    .leaf(
      PredicateLeaf(
        "\(name)(\(operation.rawValue) \(RateText.decimal(value))\(suffix))",
        plainEnglish: "\(words) \(operation.rawValue) \(RateText.decimal(value))\(suffix)",
        found: { (variant: AssetVariant) in
          read(variant).map { $0 < 0 ? "nothing declared" : RateText.decimal($0) } ?? "none"
        }
      ) { (variant: AssetVariant) in
        guard let found = read(variant) else { return operation == .notEqual }
        return switch operation {
        case .lessThan: found < value
        case .lessThanOrEqual: found <= value
        case .greaterThan: found > value
        case .greaterThanOrEqual: found >= value
        case .equal: found == value
        case .notEqual: found != value
        default: false
        }
      })
  }
}
