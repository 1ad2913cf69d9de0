// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist

/// The bit rate of each segment of a playlist, with its peak and its average.
struct RateChart: CustomStringConvertible {
  static let explanation =
    "A bar for each segment; the whole line is the measured peak, the dashes the average."

  let description: String

  /// The most bars; of more segments the greatest of each group is drawn.
  private static let barLimit = 240

  /// Draws a playlist; `nil` where sizes are not known.
  init?(_ stream: MediaStream, in presentation: Presentation) {
    guard let measured = stream.bandwidth else { return nil }
    let rates = zip(stream.segments, stream.sizes).map { segment, size -> Double in
      let duration = segment.duration.doubleValue
      guard let size, duration > 0 else { return 0 }
      return Double(size) * 8 / duration
    }
    guard let most = rates.max(), most > 0 else { return nil }
    let group = max(1, (rates.count + Self.barLimit - 1) / Self.barLimit)
    let bars = stride(from: 0, to: rates.count, by: group).map { start in
      rates[start..<min(start + group, rates.count)].max() ?? 0
    }
    let (peak, average) = (measured.peak.roundedUp, measured.average.roundedUp)
    let top = max(most, Double(peak)) * 1.08
    let (width, height) = ChartText.size
    let step = width / Double(bars.count)
    func y(_ rate: Double) -> Double { height - rate / top * height }
    let drawn = bars.enumerated().map { index, rate in
      """
      <rect x="\(ChartText.number(Double(index) * step))" y="\(ChartText.number(y(rate)))" \
      width="\(ChartText.number(step - min(step * 0.15, 2)))" height="\(ChartText.number(height - y(rate)))"/>
      """
    }.joined()
    let declared = presentation.variants(of: stream).first.map {
      "; its variant declares \(ChartText.rate($0.bandwidth)) with all that plays beside it"
    }
    let groups = group > 1 ? "; a bar is the greatest of \(group) segments" : ""
    description = ChartText.figure(
      "\(ChartText.name(stream.file)): peak \(ChartText.rate(peak)), average \(ChartText.rate(average))"
        + (declared ?? "") + groups,
      "bit rate of each segment",
      "<g fill=\"darkgray\">\(drawn)</g>" + ChartText.level(y(Double(peak)))
        + ChartText.level(y(Double(average)), dashes: "6 4"),
      from: "0 s", to: ChartText.time(stream.duration.doubleValue))
  }
}
