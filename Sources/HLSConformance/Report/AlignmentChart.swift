// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist

/// Where the segments of all playlists end, one row each.
struct AlignmentChart: CustomStringConvertible {
  static let explanation = """
    A tick where a segment ends: a short one where the first playlist has one as well, a long thick \
    one where it has none.
    """

  let description: String

  /// What is shown: a minute tells whether boundaries meet; an hour of ticks would be a grey bar.
  private static let shown = 60.0
  private static let tickLimit = 240
  /// How far apart boundaries may be and still meet, in seconds.
  private static let tolerance = 0.05

  /// Draws playlists, the one that others are held against first.
  init(_ streams: [MediaStream]) {
    let longest = streams.map(\.duration.doubleValue).max() ?? 0
    guard longest > 0, let first = streams.first else {
      description = ""
      return
    }
    let shown = min(longest, Self.shown)
    let reference = Self.ends(first, until: shown)
    let rows = streams.map { Self.row($0, reference, shown) }
    description =
      rows.joined() + """
        <div class="axis"><span>0 s</span><span>\(seconds(shown)) s</span></div>
        """
  }

  private static func row(_ stream: MediaStream, _ reference: [Double], _ shown: Double) -> String {
    let end = stream.duration.doubleValue
    var (stray, next) = (0, 0)
    let ticks = ends(stream, until: shown).map { time -> String in
      while next < reference.count, reference[next] < time - tolerance { next += 1 }
      // The ends of playlists need not meet as closely as what a client switches at.
      let meets =
        next < reference.count && reference[next] <= time + tolerance || abs(time - end) < 0.001
      if !meets { stray += 1 }
      let x = ChartText.number(time / shown * 950 + 5)
      return meets
        ? #"<line x1="\#(x)" x2="\#(x)" y1="5" y2="15" stroke="black"/>"#
        : #"<line x1="\#(x)" x2="\#(x)" y1="0" y2="20" stroke="black" stroke-width="4"/>"#
    }
    let words = stray == 0 ? "" : ": \(stray) of \(ticks.count) boundaries meet no other"
    return """
      <figure><figcaption>\(ChartText.name(stream.file))\(words)</figcaption>
      <svg class="row" viewBox="0 0 960 20" preserveAspectRatio="none" role="img" \
      aria-label="ends of segments"><line x1="5" x2="955" y1="10" y2="10" stroke="gray"/>\
      \(ticks.joined())</svg></figure>

      """
  }

  /// The times at which segments end.
  private static func ends(_ stream: MediaStream, until shown: Double) -> [Double] {
    var (time, ends) = (0.0, [Double]())
    for segment in stream.segments {
      time += segment.duration.doubleValue
      guard time <= shown + 0.001, ends.count < tickLimit else { break }
      ends.append(time)
    }
    return ends
  }
}
