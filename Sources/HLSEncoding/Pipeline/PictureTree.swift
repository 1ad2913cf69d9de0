// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor
internal import LibAV

/// Which picture is made from which: every size from the next larger one of its range, and the
/// first SDR picture of an HDR source from the HDR picture of its size or the next larger one.
struct PictureTree {
  /// A picture in the tree, whatever its bit depth.
  struct Picture: Hashable {
    var range: VideoRange
    var width: Int
    var height: Int
    var divisor: Int

    var pixels: Int { width * height }

    init(range: VideoRange, width: Int, height: Int, divisor: Int) {
      self.range = range
      self.width = width
      self.height = height
      self.divisor = divisor
    }

    /// The source's own upright picture.
    init(_ video: VideoParameters) {
      let swaps = video.orientation.swapsSides
      self.init(
        range: video.videoRange, width: swaps ? video.height : video.width,
        height: swaps ? video.width : video.height, divisor: 1)
    }

    /// Whether the other can be made from this one by shrinking and dropping frames.
    func covers(_ other: Picture) -> Bool {
      width >= other.width && height >= other.height && other.divisor % divisor == 0
    }
  }

  /// A picture, the rungs' kinds that it serves, and what is made from it.
  struct Step {
    var picture: Picture
    var keys: [PictureKey]
    var children: [Step]

    /// How the step's pictures are stored: at the depth of their parent where a rung below needs
    /// it, else at 8 bits.
    func format(after parent: PixelFormat) -> PixelFormat {
      parent.bitDepth > 8 && needsTenBits ? .yuv420p10 : .yuv420p
    }

    private var needsTenBits: Bool {
      keys.contains { $0.bitDepth == 10 } || children.contains { $0.needsTenBits }
    }
  }

  /// The pictures made from the source itself.
  let roots: [Step]

  init(keys: Set<PictureKey>, sourceRange: VideoRange) {
    let pictures = Dictionary(grouping: keys) { key in
      Picture(range: key.range, width: key.width, height: key.height, divisor: key.divisor)
    }
    // A picture stands behind all that it can be made from.
    let order = pictures.keys.sorted { a, b in
      (a.range == sourceRange ? 0 : 1, a.divisor, -a.pixels, a.width)
        < (b.range == sourceRange ? 0 : 1, b.divisor, -b.pixels, b.width)
    }
    var parents: [Picture: Picture] = [:]
    for (index, picture) in order.enumerated() {
      let earlier = order[..<index].filter { $0.covers(picture) }
      let same = earlier.filter { $0.range == picture.range }
      parents[picture] = Self.nearest(same.isEmpty ? earlier : same)
    }
    func steps(under parent: Picture?) -> [Step] {
      order.filter { parents[$0] == parent }.map { picture in
        Step(
          picture: picture,
          keys: (pictures[picture] ?? []).sorted { $0.bitDepth < $1.bitDepth },
          children: steps(under: picture))
      }
    }
    roots = steps(under: nil)
  }

  /// The smallest and slowest of some pictures.
  private static func nearest(_ pictures: [Picture]) -> Picture? {
    pictures.min { ($0.pixels, -$0.divisor) < ($1.pixels, -$1.divisor) }
  }
}

extension VideoRange {
  /// The colours of rungs of this range.
  var color: ColorDescription {
    switch self {
    case .sdr: .bt709
    case .hlg: .hlg
    case .pq: .pq
    }
  }
}
