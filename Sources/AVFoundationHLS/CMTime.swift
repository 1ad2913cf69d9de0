// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A time as a whole number of parts of a second.
public struct CMTime: Hashable, Sendable {
  /// The number of parts.
  public var value: Int64
  /// Parts a second.
  public var timescale: Int32

  private enum Kind { case numeric, invalid, indefinite, positiveInfinity }
  private var kind = Kind.numeric

  /// Creates a time.
  public init(value: Int64, timescale: Int32) {
    self.value = value
    self.timescale = timescale
    if timescale <= 0 { kind = .invalid }
  }

  /// Creates the time next to a number of seconds.
  public init(seconds: Double, preferredTimescale timescale: Int32) {
    let value = (seconds * Double(timescale)).rounded()
    self.init(
      value: value.isFinite ? Int64(exactly: value) ?? .max : 0,
      timescale: seconds.isFinite ? timescale : 0)
  }

  private init(_ kind: Kind) {
    (value, timescale) = (0, 0)
    self.kind = kind
  }

  /// The beginning.
  public static let zero = CMTime(value: 0, timescale: 1)
  /// No time.
  public static let invalid = CMTime(.invalid)
  /// A time that is not known yet.
  public static let indefinite = CMTime(.indefinite)
  /// After every other time.
  public static let positiveInfinity = CMTime(.positiveInfinity)

  /// Whether it is a number.
  public var isNumeric: Bool { kind == .numeric }
  /// Whether it is a time at all.
  public var isValid: Bool { kind != .invalid }

  /// The nearest number of seconds; not a number for what is none.
  public var seconds: Double {
    switch kind {
    case .numeric: Double(value) / Double(timescale)
    case .positiveInfinity: .infinity
    case .invalid, .indefinite: .nan
    }
  }
}

/// A part of a timeline.
public struct CMTimeRange: Hashable, Sendable {
  /// Where it begins.
  public var start: CMTime
  /// How long it lasts.
  public var duration: CMTime

  /// Creates a part by its length.
  public init(start: CMTime, duration: CMTime) {
    self.start = start
    self.duration = duration
  }
}
