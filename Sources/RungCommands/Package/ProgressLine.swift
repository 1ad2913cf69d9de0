// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Dispatch
internal import HLSEncoding
internal import LibAV

/// A line on the terminal that says how far an encode has come.
struct ProgressLine: Sendable {
  private let plan: LadderPlan
  private let progress: EncodingProgress
  private let start = ContinuousClock.now

  init(_ plan: LadderPlan, _ progress: EncodingProgress) {
    self.plan = plan
    self.progress = progress
  }

  /// Stage, frame rate, percent, time left and size so far, as far as they are known.
  var text: String {
    let elapsed = max(0.001, (ContinuousClock.now - start) / .seconds(1))
    let frames = progress.framesFed
    var parts = ["encoding \(plan.rungs.count + plan.allAudio.count) renditions"]
    if frames > 0 { parts.append("\(Int((Double(frames) / elapsed).rounded())) fps") }
    if let total = plan.duration, total > 0, frames > 0 {
      let share = min(1, Double(frames) / plan.grid.frameRate.value / total)
      parts.append("\(Int(share * 100)) %")
      parts.append("\(ClockTime.text(elapsed / share - elapsed)) left")
    }
    parts.append(Format.bytes(Int64(progress.bytesEncoded)))
    return parts.joined(separator: ", ")
  }

  /// Draws the line over itself until the returned ticker is stopped.
  func draw(on console: Console) -> Ticker {
    Ticker(everyMilliseconds: 500) { console.draw("\r\u{1B}[K" + text) }
  }
}

/// Something done again and again until it is stopped.
final class Ticker {
  private let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "rung.ticker"))

  init(everyMilliseconds interval: Int, _ body: @escaping @Sendable () -> Void) {
    timer.setEventHandler(handler: body)
    timer.schedule(deadline: .now(), repeating: .milliseconds(interval))
    timer.resume()
  }

  /// Stops it.
  func stop() { timer.cancel() }
}
