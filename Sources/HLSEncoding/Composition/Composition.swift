// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import LibAV

/// Clips of several sources on one timeline: one after another, with gaps, above one another, and
/// sounds that are mixed.
public struct Composition: Sendable {
  /// What is taken of a source.
  public struct Media: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Creates a set from bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The main pictures.
    public static let pictures = Media(rawValue: 1)
    /// The default sound.
    public static let sound = Media(rawValue: 2)
    /// Both, where they are there.
    public static let all: Media = [.pictures, .sound]
  }

  /// A part of a source on the timeline.
  public struct Clip: Sendable {
    /// The source.
    public var source: SourceDescription
    /// The part of it, in seconds from its start.
    public var range: TimeRange
    /// When it starts on the timeline, in seconds.
    public var start: Rational
    /// What is taken of the source.
    public var media: Media
    /// Pictures of a higher layer lie above those of a lower one; those of one layer may not overlap.
    public var layer = 0
    /// Where its pictures lie.
    public var placement = Placement()
    /// How loud its sound is: 1 as it is, 0 silent.
    public var volume = Ramp()

    /// Creates a clip.
    public init(
      _ source: SourceDescription, range: TimeRange, at start: Rational = Rational(0),
      media: Media = .all, layer: Int = 0
    ) {
      self.source = source
      self.range = range
      self.start = start
      self.media = media
      self.layer = layer
    }

    /// When it ends on the timeline, in seconds.
    public var end: Rational { start + range.duration }

    /// Where it lies on the timeline.
    public var timelineRange: TimeRange { TimeRange(start: start, duration: range.duration) }

    /// Whether it shows pictures.
    public var hasPictures: Bool { media.contains(.pictures) && source.mainVideo != nil }

    /// Whether it is heard.
    public var hasSound: Bool { media.contains(.sound) && !source.usableAudio.isEmpty }
  }

  /// The clips, in any order.
  public var clips: [Clip] = []

  /// The least time that the composition lasts, in seconds: with a gap at its end more than its clips.
  public var minimumDuration = Rational(0)

  /// Creates a composition without clips.
  public init() {}

  /// How long it lasts, in seconds.
  public var duration: Rational { max(minimumDuration, clips.map(\.end).max() ?? Rational(0)) }
}

// MARK: - Editing

extension Composition {
  /// Puts a source, or a part of it, behind all that is there.
  ///
  /// - Throws: ``EncodingError`` for a part that the source does not have.
  public mutating func append(
    _ source: SourceDescription, _ range: TimeRange? = nil
  ) throws(EncodingError) {
    try insert(source, range, at: duration)
  }

  /// Puts the part of a source between two times, in seconds, behind all that is there; without one
  /// of them it begins with the source or ends with it.
  ///
  /// - Throws: ``EncodingError`` for a part that the source does not have.
  public mutating func append(
    _ source: SourceDescription, start: Double?, end: Double?
  ) throws(EncodingError) {
    guard start != nil || end != nil else { return try append(source) }
    let first = Rational(nearest: start ?? 0)
    let last = if let end { Rational(nearest: end) } else { try source.checked(nil).end }
    try append(source, TimeRange(start: first, end: last))
  }

  /// Puts a source, or a part of it, at a time; what was there from then on comes later.
  ///
  /// - Throws: ``EncodingError`` for a part that the source does not have, and a time before 0.
  public mutating func insert(
    _ source: SourceDescription, _ range: TimeRange? = nil, at time: Rational
  ) throws(EncodingError) {
    let range = try source.checked(range)
    try insertGap(range.duration, at: time)
    clips.append(Clip(source, range: range, at: time))
  }

  /// Puts black and silence at a time; what was there from then on comes later.
  ///
  /// - Throws: ``EncodingError`` for a gap that does not last, and a time before 0.
  public mutating func insertGap(_ length: Rational, at time: Rational) throws(EncodingError) {
    guard length > Rational(0) else {
      throw EncodingError(
        .settings, "gap", "expected a gap that lasts, found \(length.secondsText) s")
    }
    guard time >= Rational(0) else {
      throw EncodingError(
        .settings, "composition", "expected a time from 0 s on, found \(time.secondsText) s")
    }
    minimumDuration = max(duration, time) + length
    clips.makeRoom(length, at: time)
  }

  /// Takes a part of the timeline out; what lies behind it comes sooner.
  public mutating func remove(_ range: TimeRange) {
    guard let removed = range.intersection(TimeRange(duration: duration)) else { return }
    minimumDuration = duration - removed.duration
    clips.remove(removed)
  }

  /// The part of the composition that a range of its timeline holds.
  func part(_ range: SourceRange) throws(EncodingError) -> Composition {
    let start = Rational(nearest: range.start)
    guard range.start > 0 || range.duration != nil else { return self }
    guard start < duration else {
      throw EncodingError(
        .settings, "composition",
        "the part starts at \(range.start) s, the composition lasts \(duration.secondsText) s")
    }
    let end = range.duration.map { min(duration, start + Rational(nearest: $0)) } ?? duration
    var part = self
    part.remove(TimeRange(start: end, end: duration))
    part.remove(TimeRange(duration: start))
    return part
  }
}
