// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import LibAV

/// What kind of fragmented MP4 an ``AssetWriter`` gives to a ``SegmentDelegate``.
public struct SegmentProfile: RawRepresentable, Hashable, Sendable {
  /// Apple's constant.
  public let rawValue: String

  /// Creates a profile from Apple's constant.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// What HLS plays: one track, or pictures and sound together.
  public static let mpeg4AppleHLS = SegmentProfile(rawValue: "MPEG4AppleHLS")
  /// CMAF (ISO/IEC 23000-19): one track alone.
  public static let mpeg4CMAFCompliant = SegmentProfile(rawValue: "MPEG4CMAFCompliant")
}

/// How an ``AssetWriter`` cuts what it writes into segments.
public struct SegmentOptions: Hashable, Sendable {
  /// Where segments end.
  public enum Interval: Hashable, Sendable {
    /// At the first picture, or frame of sound, at or after each multiple of so many seconds from
    /// ``SegmentOptions/initialStartTime`` on. A picture from which decoding can start is made there.
    case every(Rational)
    /// Where ``AssetWriter/flushSegment()`` is called.
    case flushed
  }

  /// The kind of fragmented MP4.
  public var profile: SegmentProfile
  /// Where segments end.
  public var interval: Interval
  /// When the first segment starts, in seconds of the samples' time; needed for
  /// ``Interval/every(_:)``.
  public var initialStartTime: Rational?
  /// The number of the first fragment, at least 1.
  public var firstSequenceNumber: UInt32
  /// Whether fragments of several writers on one timeline can be put together under one header:
  /// then no edit list moves what is decoded ahead, and samples of sound that would be decoded
  /// before 0 are left out.
  public var makesCombinableFragments: Bool

  /// Creates options.
  public init(
    profile: SegmentProfile = .mpeg4AppleHLS, interval: Interval = .flushed,
    initialStartTime: Rational? = nil, firstSequenceNumber: UInt32 = 1,
    makesCombinableFragments: Bool = false
  ) {
    self.profile = profile
    self.interval = interval
    self.initialStartTime = initialStartTime
    self.firstSequenceNumber = firstSequenceNumber
    self.makesCombinableFragments = makesCombinableFragments
  }

  /// Refuses options that make no sense.
  func check() throws(EncodingError) {
    guard [.mpeg4AppleHLS, .mpeg4CMAFCompliant].contains(profile) else {
      throw EncodingError(
        .settings, "outputFileTypeProfile",
        "expected one of MPEG4AppleHLS, MPEG4CMAFCompliant, "
          + "found '\(profile.rawValue)'")
    }
    guard firstSequenceNumber > 0 else {
      throw EncodingError(
        .settings, "initialMovieFragmentSequenceNumber", "expected at least 1, found 0")
    }
    guard case .every(let length) = interval else { return }
    guard length.numerator > 0, length.isTime else {
      throw EncodingError(
        .settings, "preferredOutputSegmentInterval",
        "expected a positive number of seconds, found \(length)",
        hint: "6 seconds are usual; 'flushed' ends segments where flushSegment is called")
    }
    guard let initialStartTime, initialStartTime.isTime else {
      throw EncodingError(
        .settings, "initialSegmentStartTime",
        "expected the time at which the first segment starts, found none",
        hint: "give the time that startSession is called with")
    }
  }
}
