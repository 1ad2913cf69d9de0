// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist

/// How full the buffer of a client is that plays a variant.
struct BufferChart: CustomStringConvertible {
  static let explanation = """
    Seconds in the buffer of a client whose connection has exactly the rate that BANDWIDTH declares, \
    while it fetches one segment after the other. Where the line touches the ground, playing stops.
    """

  let description: String

  /// The most points of a line; of more segments the lowest of each group is drawn.
  private static let pointLimit = 480

  /// Draws a variant; `nil` where sizes are not known.
  init?(_ item: VariantItem, in presentation: Presentation) {
    guard let main = item.media else { return nil }
    let sounds = presentation.members(of: .audio, item.stream.audio).compactMap(\.media)
      .filter { $0.file != main.file }
    let loudest = sounds.max {
      ($0.bandwidth?.peak.roundedUp ?? 0) < ($1.bandwidth?.peak.roundedUp ?? 0)
    }
    guard
      let buffer = Buffering(
        of: [main] + [loudest].compactMap(\.self), rate: item.stream.bandwidth),
      let last = buffer.levels.last, last.time > 0
    else { return nil }
    let group = max(1, (buffer.levels.count + Self.pointLimit - 1) / Self.pointLimit)
    let points = stride(from: 0, to: buffer.levels.count, by: group).compactMap { start in
      buffer.levels[start..<min(start + group, buffer.levels.count)].min { $0.seconds < $1.seconds }
    }
    let top = max(buffer.levels.lazy.map(\.seconds).max() ?? 1, 1) * 1.08
    let (width, height) = ChartText.size
    let line = points.map { point in
      let (x, y) = (point.time / last.time * width, height - point.seconds / top * height)
      return "\(ChartText.number(x)),\(ChartText.number(y))"
    }
    let least =
      buffer.least.isFinite ? "\(ChartText.time(buffer.least)) at the least" : "one segment"
    let stalls =
      buffer.stalls == 0
      ? "never empty, \(least)"
      : "empty \(buffer.stalls) \(buffer.stalls == 1 ? "time" : "times"), for "
        + "\(ChartText.time(buffer.waited)) in all"
    description = ChartText.figure(
      "\(ChartText.name(main.file)) at \(ChartText.rate(item.stream.bandwidth)): \(stalls), "
        + "\(ChartText.time(top / 1.08)) at the most",
      "seconds in the buffer",
      """
      <polyline fill="none" stroke="black" stroke-width="1.5" \
      points="\(line.joined(separator: " "))"/>
      """,
      from: "0 s", to: ChartText.time(last.time))
  }
}
