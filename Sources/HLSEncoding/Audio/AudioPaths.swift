// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import LibAV

/// The ways of all sound of a source: tracks that are decoded once, and the programmes made of
/// them.
struct AudioPaths {
  let tracks: [AudioTrackPath]
  private let programs: [AudioProgramPath]
  /// How much of the source was asked for, in seconds.
  private let limit: Rational?

  init(
    _ plan: LadderPlan, _ demuxer: borrowing Demuxer, _ queues: EncoderQueues,
    _ progress: EncodingProgress
  ) throws {
    let programs = plan.programs.map { AudioProgramPath($0, plan, queues, progress) }
    self.programs = programs
    limit = plan.range.duration.map {
      Rational(Int64((min($0, 1e9) * 1_000_000).rounded()), 1_000_000)
    }
    let wanted = Set(plan.programs.flatMap(\.inputs).map(\.track))
    tracks = try plan.source.tracks.filter { wanted.contains($0.index) }.map { stream in
      AudioTrackPath(
        stream, try demuxer.decoder(for: stream.index, isStrict: plan.isStrict), plan, programs)
    }
  }

  /// The tracks in the source's list.
  var indexes: Set<Int> { Set(tracks.map(\.stream.index)) }

  /// Whether every track has passed the part that was asked for.
  var arePastEnd: Bool { tracks.allSatisfy(\.isPastEnd) }

  /// The path that takes the packets of a stream.
  func track(_ index: Int) -> AudioTrackPath? { tracks.first { $0.stream.index == index } }

  /// Hands on what lies before a time. Sound waits for the pictures' clock, so that it can end
  /// where they end.
  func give(_ clock: SourceClock, upTo end: Rational?) throws {
    guard clock.isRunning else { return }
    for track in tracks { try track.flushPending(clock) }
    for program in programs { try program.give(upTo: end ?? limit) }
  }

  /// Ends all sound where the pictures end, else with the longest programme: all renditions cover
  /// the same time (authoring rule 8.7).
  func finish(_ clock: SourceClock, at end: Rational?) throws {
    for track in tracks { try track.flushPending(clock) }
    let longest = programs.map(\.end).max() ?? Rational(0)
    let last = end ?? limit.map { min($0, longest) } ?? longest
    for program in programs { try program.finish(at: last) }
  }
}

extension LadderPlan {
  /// The programmes that are encoded, each once.
  var programs: [AudioProgram] {
    audio.map(\.program).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
