// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor
internal import LibAV

/// Which picture of a range is made from which: every size from the next larger one.
struct PictureTree {
  /// A picture in the tree, whatever its bit depth.
  struct Picture: Hashable {
    var width: Int
    var height: Int
    /// Every which frame of the full rate it is made of.
    var divisor: Int
    /// What the numbers mean.
    var color: ColorDescription

    var pixels: Int { width * height }

    /// Whether the other can be made from this one by shrinking and dropping frames.
    func covers(_ other: Picture) -> Bool {
      width >= other.width && height >= other.height && other.divisor % divisor == 0
        && other.color == color
    }
  }

  /// A picture, the rungs' kinds that it serves, and what is made from it.
  struct Step {
    var picture: Picture
    var keys: [PictureKey]
    var children: [Step]

    /// The most chroma that any picture of the step or behind it has.
    private var chroma: ChromaDensity {
      (keys.map(\.chroma) + children.map(\.chroma)).max() ?? .half
    }

    /// How the step's pictures are stored: as their parent is where nothing is scaled, else at 10
    /// bits, so that sizes made from sizes do not gather the errors of 8 bits.
    func format(after parent: PixelFormat, of size: Picture) -> PixelFormat {
      let isScaled = (picture.width, picture.height) != (size.width, size.height)
      return chroma.format(bitDepth: isScaled || parent.bitDepth > 8 ? 10 : 8)
    }
  }

  /// The pictures made from the source itself.
  let roots: [Step]

  init(keys: Set<PictureKey>) {
    let groups = Dictionary(grouping: keys, by: \.picture)
    // A picture stands behind all that it can be made from.
    let order = groups.keys.sorted {
      ($0.divisor, -$0.pixels, $0.width) < ($1.divisor, -$1.pixels, $1.width)
    }
    var parents: [Picture: Picture] = [:]
    for (index, picture) in order.enumerated() {
      parents[picture] = order[..<index].filter { $0.covers(picture) }
        .min { ($0.pixels, -$0.divisor) < ($1.pixels, -$1.divisor) }
    }
    func steps(under parent: Picture?) -> [Step] {
      order.filter { parents[$0] == parent }.map { picture in
        let keys = (groups[picture] ?? []).sorted { $0.bitDepth < $1.bitDepth }
        return Step(
          picture: picture, keys: keys, children: steps(under: picture))
      }
    }
    roots = steps(under: nil)
  }
}
