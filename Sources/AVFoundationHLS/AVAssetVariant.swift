// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import Foundation
internal import HLSPlaylist
public import HLSVariants
internal import ISOBMFF
public import PredicateFormat

/// A version of an asset: an entry of the multivariant playlist.
public final class AVAssetVariant: NSObject, Sendable {
  /// The variant beneath.
  public let variant: AssetVariant

  init(_ variant: AssetVariant) { self.variant = variant }

  /// The peak rate in bits a second; `nil` where none is declared.
  public var peakBitRate: Double? { variant.peakBitRate }

  /// The average rate in bits a second; `nil` where none is declared.
  public var averageBitRate: Double? { variant.averageBitRate }

  /// What is declared of the pictures; `nil` for sound alone.
  public var videoAttributes: VideoAttributes? {
    variant.videoAttributes.map(VideoAttributes.init)
  }

  /// What is declared of the sound; `nil` where nothing is.
  public var audioAttributes: AudioAttributes? {
    variant.audioAttributes.map(AudioAttributes.init)
  }

  /// The URL of the variant's media playlist.
  public var url: URL { URL(string: variant.uri) ?? URL(filePath: variant.uri) }

  /// Whether both are the same entry.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? AVAssetVariant)?.variant == variant
  }

  /// A hash of the variant.
  public override var hash: Int { variant.hashValue }
}

extension AVAssetVariant: PredicateValueConvertible {
  /// The variant as predicates read it: Objective-C's view, where what is absent is negative or
  /// zero.
  public var predicateValue: PredicateValue { .model(variant) }
}

extension AVAssetVariant {
  /// What a variant says of its pictures.
  public final class VideoAttributes: NSObject, Sendable {
    private let attributes: HLSVariants.VideoAttributes

    init(_ attributes: HLSVariants.VideoAttributes) { self.attributes = attributes }

    /// The dynamic range; SDR where none is declared.
    public var videoRange: AVVideoRange { AVVideoRange(attributes.videoRange) }

    /// The codecs; empty where none are declared.
    public var codecTypes: [CMVideoCodecType] { attributes.codecTypes.map(\.rawValue) }

    /// The size in pixels; zero where none is declared.
    public var presentationSize: CGSize {
      attributes.presentationSize.map {
        CGSize(width: Double($0.width), height: Double($0.height))
      } ?? .zero
    }

    /// Frames a second; `nil` where none are declared.
    public var nominalFrameRate: Double? { attributes.nominalFrameRate }

    /// The layouts, several where they change over time.
    public var videoLayoutAttributes: [LayoutAttributes] {
      attributes.videoLayoutAttributes.map(LayoutAttributes.init)
    }

    /// How pictures are laid out.
    public final class LayoutAttributes: NSObject, Sendable {
      private let layout: VideoLayout

      init(_ layout: VideoLayout) { self.layout = layout }

      /// The eyes that pictures are for; none for monoscopic ones.
      public var stereoViewComponents: CMStereoViewComponents {
        CMStereoViewComponents(rawValue: layout.stereoViewComponents.rawValue)
      }
    }
  }

  /// What a variant says of its sound.
  public final class AudioAttributes: NSObject, Sendable {
    private let attributes: HLSVariants.AudioAttributes

    init(_ attributes: HLSVariants.AudioAttributes) { self.attributes = attributes }

    /// The formats; empty where none are declared.
    public var formatIDs: [AudioFormatID] { attributes.formatIDs.map(\.rawValue) }

    /// What is declared for one option alone; `nil` where nothing is.
    public func renditionSpecificAttributes(
      for option: AVMediaSelectionOption
    ) -> RenditionSpecificAttributes? {
      attributes.renditionSpecificAttributes(for: option.option)
        .map(RenditionSpecificAttributes.init)
    }

    /// What is declared for one rendition.
    public final class RenditionSpecificAttributes: NSObject, Sendable {
      private let attributes: HLSVariants.RenditionSpecificAttributes

      init(_ attributes: HLSVariants.RenditionSpecificAttributes) { self.attributes = attributes }

      /// The number of channels; `nil` where none is declared.
      public var channelCount: Int? { attributes.channelCount }
      /// Whether the sound is made for headphones.
      public var isBinaural: Bool { attributes.isBinaural }
      /// Whether the sound is virtualised.
      public var isImmersive: Bool { attributes.isImmersive }
      /// Whether the sound is derived from a multichannel sibling.
      public var isDownmix: Bool { attributes.isDownmix }
    }
  }
}

/// The eyes that pictures are for.
public struct CMStereoViewComponents: OptionSet, Hashable, Sendable {
  /// The eyes as bits.
  public let rawValue: UInt64
  /// Creates a set from bits.
  public init(rawValue: UInt64) { self.rawValue = rawValue }
  /// The left eye.
  public static let leftEye = CMStereoViewComponents(rawValue: 1)
  /// The right eye.
  public static let rightEye = CMStereoViewComponents(rawValue: 2)
}
