// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import LibAV

extension LadderPlan {
  /// The plan with each mix of each programme amplified by the one gain that makes it so loud.
  ///
  /// The sound of the source is decoded once to measure it, and again for as long as the limiter,
  /// which holds true peaks below -1 dBTP, keeps the result off by more than 0.1 LU: three times
  /// more at most. Silence stays as it is.
  ///
  /// - Parameters:
  ///   - loudness: The integrated loudness that is wanted, in LUFS.
  ///   - cancellation: Stops the work where it stands.
  /// - Returns: The plan with gains, and a warning for each mix that the limiter keeps from being
  ///   so loud.
  /// - Throws: ``EncodingError`` when the source is a pipe, or cannot be read.
  public func normalized(
    to loudness: Double, cancellation: Cancellation = Cancellation()
  ) throws -> LadderPlan {
    var whole = self
    whole.beside = try beside.map { try $0.normalized(to: loudness, cancellation: cancellation) }
    return try whole.normalizedSource(to: loudness, cancellation)
  }

  /// The plan with the sound of its own source amplified.
  private func normalizedSource(
    to loudness: Double, _ cancellation: Cancellation
  ) throws -> LadderPlan {
    guard !audio.isEmpty else { return self }
    guard source.path != "-" else {
      throw EncodingError(
        .settings, "-", "expected a file, which can be read twice, found standard input")
    }
    var plan = self
    var measured: [String: Loudness] = [:]
    for _ in 0..<Self.passes {
      measured = try plan.loudness(cancellation)
      var isSettled = true
      for index in plan.audio.indices {
        guard let found = measured[plan.audio[index].directory] else { continue }
        let change = loudness - found.integrated
        guard abs(change) > 0.1 else { continue }
        plan.audio[index].gain += change
        // Below the limiter's reach loudness follows the gain exactly.
        let peak = found.truePeak ?? -.infinity
        isSettled = isSettled && max(peak, peak + change) < AudioMix.limit - 0.2
      }
      if isSettled { break }
    }
    plan.settle(loudness, measured)
    plan.targetLoudness = loudness
    return plan
  }

  /// How often the source is measured at most.
  private static let passes = 4

  /// The loudness of each audio rendition as it would go to its encoder.
  private func loudness(_ cancellation: Cancellation) throws -> [String: Loudness] {
    var plan = self
    plan.video = nil
    plan.rungs = []
    plan.trickPlay = []
    let progress = EncodingProgress()
    let source = try MediaSource.open(source.path, cancellation: cancellation)
    try SourcePump(plan, source, .none, cancellation, progress).run()
    return progress.loudness
  }

  /// Notes how loud each rendition will be, and warns of those that the limiter keeps down. A gain
  /// that was settled without another measurement is exact; what is limited was measured.
  private mutating func settle(_ loudness: Double, _ measured: [String: Loudness]) {
    for index in audio.indices {
      guard let found = measured[audio[index].directory] else { continue }
      let isLimited = (found.truePeak ?? -.infinity) > AudioMix.limit - 0.2
      let reached = isLimited ? found.integrated : loudness
      audio[index].dialogueLevel = min(-1, max(-31, Int(reached.rounded())))
      guard loudness - reached > 0.5 else { continue }
      warnings.append(
        "\(audio[index].directory) stays at \((reached * 10).rounded() / 10) LUFS: its peaks leave "
          + "no room for more")
    }
  }
}
