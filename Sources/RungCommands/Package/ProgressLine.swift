// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Dispatch
internal import Foundation
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

  /// How far the work has come.
  private struct State: Encodable {
    var event = "progress"
    var pictures: Int
    var picturesPerSecond: Double
    var share: Double?
    var secondsLeft: Double?
    var bytes: Int
    var elapsedSeconds: Double
    var encodedPictures: Int
    var reusedPictures: Int
  }

  private var state: State {
    let elapsed = max(0.001, (ContinuousClock.now - start) / .seconds(1))
    let frames = progress.framesFed
    let work = progress.work.values
    var state = State(
      pictures: frames, picturesPerSecond: Double(frames) / elapsed, bytes: progress.bytesEncoded,
      elapsedSeconds: elapsed, encodedPictures: work.reduce(0) { $0 + $1.encodedPictures },
      reusedPictures: work.reduce(0) { $0 + $1.reusedPictures })
    if let total = plan.duration, total > 0, frames > 0 {
      let all = total * Double(progress.passes)
      let share = min(1, Double(frames) / plan.grid.frameRate.value / all)
      (state.share, state.secondsLeft) = (share, elapsed / share - elapsed)
    }
    return state
  }

  /// Stage, frame rate, percent, time left and size so far, as far as they are known.
  var text: String {
    let state = state
    var parts = ["encoding \(plan.allPictures.count + plan.allAudio.count) renditions"]
    if state.pictures > 0 { parts.append("\(Int(state.picturesPerSecond.rounded())) fps") }
    if let share = state.share, let left = state.secondsLeft {
      parts.append("\(Int(share * 100)) %")
      parts.append("\(ClockTime.text(left)) left")
    }
    parts.append(Format.bytes(Int64(state.bytes)))
    return parts.joined(separator: ", ")
  }

  /// The same as a JSON object in one line. Keys are a contract.
  var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(state)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }

  /// Draws the line over itself until the returned ticker is stopped.
  func draw(on console: Console) -> Ticker {
    Ticker(everyMilliseconds: 500) { console.draw("\r\u{1B}[K" + text) }
  }

  /// Writes a JSON object a second until the returned ticker is stopped.
  func report(on console: Console) -> Ticker {
    Ticker(everyMilliseconds: 1000) { console.note(json) }
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
