// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The numerator of a time.
public typealias CMTimeValue = Int64
/// The denominator of a time: units a second.
public typealias CMTimeScale = Int32
/// What tells equal times apart that belong to different runs of a timeline.
public typealias CMTimeEpoch = Int64

/// The largest timescale.
public let kCMTimeMaxTimescale: CMTimeScale = 0x7fff_ffff

/// What a time says beside its numbers.
public struct CMTimeFlags: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt32

  /// Creates flags from bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The time is valid.
  public static let valid = CMTimeFlags(rawValue: 1)
  /// The value is the nearest that the timescale allows.
  public static let hasBeenRounded = CMTimeFlags(rawValue: 2)
  /// After all numbers.
  public static let positiveInfinity = CMTimeFlags(rawValue: 4)
  /// Before all numbers.
  public static let negativeInfinity = CMTimeFlags(rawValue: 8)
  /// Not known, as the duration of a live stream.
  public static let indefinite = CMTimeFlags(rawValue: 16)
  /// Those that stand in place of a number.
  public static let impliedValueFlagsMask: CMTimeFlags = [
    .positiveInfinity, .negativeInfinity, .indefinite,
  ]
}

/// A time as a ratio of integers.
///
/// Arithmetic is exact while a timescale of at most 2³¹ − 1 can hold the result; else the result is
/// rounded and says so (developer.apple.com/documentation/coremedia/cmtime).
public struct CMTime: Sendable {
  /// The numerator.
  public var value: CMTimeValue
  /// The denominator: units a second.
  public var timescale: CMTimeScale
  /// What the time says beside its numbers.
  public var flags: CMTimeFlags
  /// The run of the timeline that the time belongs to.
  public var epoch: CMTimeEpoch

  /// Creates an invalid time.
  public init() { self.init(value: 0, timescale: 0, flags: [], epoch: 0) }

  /// Creates a time from its parts.
  public init(
    value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch
  ) {
    self.value = value
    self.timescale = timescale
    self.flags = flags
    self.epoch = epoch
  }

  /// Creates a number of units; invalid where the timescale is not positive.
  public init(value: CMTimeValue, timescale: CMTimeScale) {
    self.init(value: value, timescale: timescale, flags: timescale > 0 ? .valid : [], epoch: 0)
  }

  /// Creates the nearest number of units to some seconds.
  ///
  /// The timescale is halved until the value fits, and what then does not fit is infinite; seconds
  /// that are no number make an invalid time.
  public init(seconds: Double, preferredTimescale: CMTimeScale) {
    guard preferredTimescale > 0, !seconds.isNaN else {
      self.init()
      return
    }
    var timescale = preferredTimescale
    while timescale > 1, abs(seconds * Double(timescale)) >= 0x1p63 { timescale /= 2 }
    let exact = seconds * Double(timescale)
    guard let value = Int64(exactly: exact.rounded()) else {
      self = seconds < 0 ? .negativeInfinity : .positiveInfinity
      return
    }
    self.init(value: value, timescale: timescale)
    if Double(value) != exact { flags.insert(.hasBeenRounded) }
  }

  /// No time.
  public static let invalid = CMTime()
  /// Not known.
  public static let indefinite = CMTime(
    value: 0, timescale: 0, flags: [.valid, .indefinite], epoch: 0)
  /// After all numbers.
  public static let positiveInfinity = CMTime(
    value: 0, timescale: 0, flags: [.valid, .positiveInfinity], epoch: 0)
  /// Before all numbers.
  public static let negativeInfinity = CMTime(
    value: 0, timescale: 0, flags: [.valid, .negativeInfinity], epoch: 0)
  /// The start.
  public static let zero = CMTime(value: 0, timescale: 1)

  /// Whether the time is one at all.
  public var isValid: Bool { flags.contains(.valid) }
  /// Whether the time is not known.
  public var isIndefinite: Bool { isValid && flags.contains(.indefinite) }
  /// Whether the time is after all numbers.
  public var isPositiveInfinity: Bool { isValid && flags.contains(.positiveInfinity) }
  /// Whether the time is before all numbers.
  public var isNegativeInfinity: Bool { isValid && flags.contains(.negativeInfinity) }
  /// Whether the time is a number.
  public var isNumeric: Bool {
    isValid && flags.isDisjoint(with: .impliedValueFlagsMask) && timescale > 0
  }
  /// Whether the value is the nearest that the timescale allows.
  public var hasBeenRounded: Bool { isNumeric && flags.contains(.hasBeenRounded) }

  /// The nearest number of seconds; not a number where the time is invalid or not known.
  public var seconds: Double {
    if isNumeric { return Double(value) / Double(timescale) }
    if isPositiveInfinity { return .infinity }
    return isNegativeInfinity ? -.infinity : .nan
  }
}

extension CMTime: CustomStringConvertible {
  /// `600/600 (1.0 s)`.
  public var description: String {
    isNumeric ? "\(value)/\(timescale) (\(seconds) s)" : isValid ? "\(seconds)" : "invalid"
  }
}

/// The time of a number of units.
public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime {
  CMTime(value: value, timescale: timescale)
}

/// The nearest time to some seconds.
public func CMTimeMakeWithSeconds(_ seconds: Float64, preferredTimescale: Int32) -> CMTime {
  CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}

/// The nearest number of seconds.
public func CMTimeGetSeconds(_ time: CMTime) -> Float64 { time.seconds }
