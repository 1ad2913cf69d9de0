// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import LibAV

/// Brings pictures of any times to a constant rate: each is shown from the tick next to its time
/// until another comes. Unlike a filter it waits for nothing, so that what was appended can be
/// encoded at once.
struct PictureGrid {
  private let origin: Rational
  private let rate: Rational
  private var last: Frame?
  /// When the last picture ends, where that was said.
  private var end: Rational?
  /// The ticks so far.
  private(set) var count: Int64 = 0

  /// The most ticks that one picture stands still for: an hour at 60 pictures a second.
  static let longestStand: Int64 = 3600 * 60

  init(origin: Rational, rate: Rational) {
    self.origin = origin
    self.rate = rate
  }

  /// Takes a picture; gives the one before it until it is shown, and then itself.
  ///
  /// A picture on the tick of another is shown from the next on, one before the start from there.
  mutating func push(
    _ frame: Frame, at time: Rational, until end: Rational?, _ body: (Frame) throws -> Void
  ) throws {
    let tick = time.ticks(since: origin, at: rate)
    self.end = end
    guard tick >= 0 else {
      last = frame
      return
    }
    try fill(to: tick, last ?? frame, body)
    last = frame
    if count == tick { try fill(to: tick + 1, frame, body) }
  }

  /// Shows the last picture until a time, or as long as was said of it.
  mutating func finish(at time: Rational?, _ body: (Frame) throws -> Void) throws {
    guard let last, let end = time ?? end else { return }
    try fill(to: end.ticks(since: origin, at: rate), last, body)
  }

  private mutating func fill(
    to tick: Int64, _ frame: Frame, _ body: (Frame) throws -> Void
  ) throws {
    guard tick - count <= Self.longestStand else {
      throw EncodingError(
        .sample, "append", "a picture would stand still for more than an hour",
        hint: "times count seconds from the same start as those of startSession")
    }
    while count < tick {
      count += 1
      try body(frame)
    }
  }
}
