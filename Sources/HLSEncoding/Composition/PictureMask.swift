// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import LibAV

/// How much of what lies behind a picture its pixels hide, as a plane of the picture's size.
final class PictureMask {
  private let graph: FilterGraph
  private let input: FilterGraph.Node
  private let output: FilterGraph.Node

  init(_ source: PictureInput, width: Int, height: Int) throws {
    var graph = try FilterGraph.make()
    input = try graph.add(source)
    let upright = try graph.addUpright(source, after: input)
    let alpha = try graph.add("alphaextract", after: upright)
    let scaled = try graph.add(
      "scale",
      [("w", "\(width)"), ("h", "\(height)"), ("in_range", "full"), ("out_range", "full")],
      after: alpha)
    let formatted = try graph.add("format", [("pix_fmts", "gray")], after: scaled)
    output = try graph.add("buffersink", after: formatted)
    try graph.configure()
    self.graph = graph
  }

  /// The shares of a picture's pixels.
  func plane(of frame: Frame) throws -> AlphaPlane? {
    try graph.push(frame, at: 0, into: input)
    return try graph.pull(from: output).map { mask in
      let stride = mask.stride(of: 0)
      return try mask.withPlanes { samples, _, _ in
        AlphaPlane(
          width: mask.width,
          shares: (0..<mask.height).flatMap { row in
            (0..<mask.width).map { UInt8(samples.sample(row * stride + $0, isWide: false)) }
          })
      }
    }
  }
}

/// How much of what lies behind it each pixel of a picture hides: 0 nothing, 255 all.
struct AlphaPlane {
  var width: Int
  /// Row after row.
  var shares: [UInt8]
}
