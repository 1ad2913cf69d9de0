// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import Foundation
public import HLSVariants
internal import PredicateFormat
internal import PredicateFoundation

/// A rule of a download: which variants will do.
public final class AVAssetVariantQualifier: NSObject, NSCopying, Sendable {
  /// The rule beneath.
  public let qualifier: VariantQualifier

  init(_ qualifier: VariantQualifier) { self.qualifier = qualifier }

  /// Creates a rule from a predicate: read from a format, made by one of the class methods, or a
  /// compound of both.
  ///
  /// A block cannot be sent to where downloads are made, and matches nothing here.
  public convenience init(predicate: NSPredicate) {
    self.init(VariantQualifier(predicate.predicateTree))
  }

  /// Creates a rule that takes a variant, without evaluating anything.
  public convenience init(variant: AVAssetVariant) {
    self.init(VariantQualifier(variant: variant.variant))
  }

  /// Apple declares this and marks it as unavailable.
  @available(
    *, unavailable,
    message: "unavailable on Apple's systems too; HLSVariants has VariantQualifier.minimum(of:)"
  )
  public convenience init(forMinimumValueInKeyPath keyPath: String) {
    self.init(VariantQualifier(.constant(false)))
  }

  /// Apple declares this and marks it as unavailable.
  @available(
    *, unavailable,
    message: "unavailable on Apple's systems too; HLSVariants has VariantQualifier.maximum(of:)"
  )
  public convenience init(forMaximumValueInKeyPath keyPath: String) {
    self.init(VariantQualifier(.constant(false)))
  }

  /// The rule itself, which does not change.
  public func copy(with zone: NSZone?) -> Any { self }

  /// The rule as it prints.
  public override var description: String { qualifier.description }
}

// MARK: - Predicates that a format cannot express

extension AVAssetVariantQualifier {
  /// True where an option, or without one the selected option, has a number of channels.
  public class func predicate(
    forChannelCount count: Int, mediaSelectionOption option: AVMediaSelectionOption? = nil,
    operatorType: PredicateOperator.Operator
  ) -> NSPredicate {
    NSPredicate(
      tree: .channelCount(PredicateOperator.comparison(operatorType), count, of: subject(option)))
  }

  /// True where the sound has a sample rate, in hertz.
  public class func predicate(
    forAudioSampleRate rate: Double, mediaSelectionOption option: AVMediaSelectionOption? = nil,
    operatorType: PredicateOperator.Operator
  ) -> NSPredicate {
    NSPredicate(
      tree: .audioSampleRate(PredicateOperator.comparison(operatorType), rate, of: subject(option)))
  }

  /// True where the pictures have a width in pixels.
  public class func predicate(
    forPresentationWidth width: CGFloat, operatorType: PredicateOperator.Operator
  ) -> NSPredicate {
    NSPredicate(
      tree: .presentationWidth(PredicateOperator.comparison(operatorType), Double(width)))
  }

  /// True where the pictures have a height in pixels.
  public class func predicate(
    forPresentationHeight height: CGFloat, operatorType: PredicateOperator.Operator
  ) -> NSPredicate {
    NSPredicate(
      tree: .presentationHeight(PredicateOperator.comparison(operatorType), Double(height)))
  }

  /// True where the sound is, or is not, made for headphones.
  public class func predicate(
    forBinauralAudio isBinaural: Bool, mediaSelectionOption option: AVMediaSelectionOption? = nil
  ) -> NSPredicate {
    NSPredicate(tree: .isBinauralAudio(isBinaural, of: subject(option)))
  }

  /// True where the sound is, or is not, virtualised.
  public class func predicate(
    forImmersiveAudio isImmersive: Bool, mediaSelectionOption option: AVMediaSelectionOption? = nil
  ) -> NSPredicate {
    NSPredicate(tree: .isImmersiveAudio(isImmersive, of: subject(option)))
  }

  /// True where the sound is, or is not, derived from a multichannel sibling.
  public class func predicate(
    forDownmixAudio isDownmix: Bool, mediaSelectionOption option: AVMediaSelectionOption? = nil
  ) -> NSPredicate {
    NSPredicate(tree: .isDownmixAudio(isDownmix, of: subject(option)))
  }

  private class func subject(_ option: AVMediaSelectionOption?) -> AudioSubject {
    option.map { .option($0.option) } ?? .selectedOption
  }
}
