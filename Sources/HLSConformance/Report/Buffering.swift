// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist

/// What is in the buffer of a client that plays a variant over a connection of exactly the rate that
/// the variant declares.
///
/// Segments of pictures and of the most demanding sound are fetched one after the other in the order
/// in which they are played. Playing starts with the first of each; where the next is not there in
/// time, the client waits for it.
struct Buffering {
  /// What is buffered just before and just after each segment has come: when that is, and how many
  /// seconds.
  private(set) var levels: [(time: Double, seconds: Double)] = []
  /// How often the client had to wait.
  private(set) var stalls = 0
  /// How long it waited, in seconds.
  private(set) var waited = 0.0
  /// The least that was buffered while there was more to come, in seconds.
  private(set) var least = Double.infinity

  /// One segment on its way.
  private struct Fetch {
    var start: Double
    var end: Double
    var stream: Int
    var bits: Double
  }

  /// Follows a client; `nil` where sizes are not known.
  init?(of streams: [MediaStream], rate: UInt64) {
    guard rate > 0, !streams.isEmpty else { return nil }
    var fetches: [Fetch] = []
    for (number, stream) in streams.enumerated() {
      var time = 0.0
      for (segment, size) in zip(stream.segments, stream.sizes) {
        guard let size else { return nil }
        let end = time + segment.duration.doubleValue
        fetches.append(Fetch(start: time, end: end, stream: number, bits: Double(size) * 8))
        time = end
      }
    }
    fetches.sort { ($0.start, $0.stream) < ($1.start, $1.stream) }
    follow(fetches, streams.count, Double(rate))
  }

  private mutating func follow(_ fetches: [Fetch], _ streams: Int, _ rate: Double) {
    var ends = [Double](repeating: 0, count: streams)
    var (time, playing) = (0.0, Double?.none)
    for fetch in fetches {
      time += fetch.bits / rate
      if let start = playing {
        let before = max(0, (ends.min() ?? 0) - (time - start))
        levels.append((time, before))
        least = min(least, before)
        let late = time - start - fetch.start
        if late > 0.001 {
          stalls += 1
          waited += late
          playing = start + late
        }
      }
      ends[fetch.stream] = fetch.end
      let ready = ends.min() ?? 0
      if playing == nil, ready > 0 { playing = time }
      levels.append((time, max(0, ready - (time - (playing ?? time)))))
    }
  }
}
