// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import LibAV

/// A picture that lies over others.
struct PictureLayer {
  var picture: Frame
  /// How much of what lies behind it is hidden, pixel by pixel; `nil` for all alike.
  var mask: AlphaPlane?
  /// Where its upper left corner lies; even.
  var origin: (x: Int, y: Int)
  /// How much of what lies behind it is hidden, from 0 to 1.
  var opacity: Double

  /// Whether nothing shows through.
  var isOpaque: Bool { mask == nil && opacity >= 1 }
}

/// Lays pictures of one format over one another.
///
/// Used by one thread.
final class PictureStack {
  private let canvas: CompositionPlan.Canvas
  private let frames = FramePool()
  private var blank: Frame?

  init(_ canvas: CompositionPlan.Canvas) { self.canvas = canvas }

  /// The picture of some layers, the lowest first, over black.
  func picture(of layers: [PictureLayer]) throws -> Frame {
    let whole = layers.lastIndex { $0.isOpaque && isWhole($0) }
    if let whole, whole == layers.count - 1 { return layers[whole].picture }
    guard !layers.isEmpty else { return try black() }
    let result = try frames.frame(
      width: canvas.width, height: canvas.height, format: canvas.format)
    let ground = try whole.map { layers[$0].picture } ?? black()
    try copy(PictureLayer(picture: ground, origin: (0, 0), opacity: 1), to: result)
    for layer in layers[(whole.map { $0 + 1 } ?? 0)...] { try copy(layer, to: result) }
    return result
  }

  private func isWhole(_ layer: PictureLayer) -> Bool {
    layer.origin == (0, 0) && layer.picture.width == canvas.width
      && layer.picture.height == canvas.height
  }

  /// Black in video range.
  private func black() throws -> Frame {
    if let blank { return blank }
    let frame = try FramePool().frame(
      width: canvas.width, height: canvas.height, format: canvas.format)
    let depth = canvas.format.bitDepth
    try frame.withMutablePlanes { luma, cb, cr in
      luma.fill(with: 16 << (depth - 8), isWide: depth > 8)
      cb.fill(with: 128 << (depth - 8), isWide: depth > 8)
      cr.fill(with: 128 << (depth - 8), isWide: depth > 8)
    }
    blank = frame
    return frame
  }

  private func copy(_ layer: PictureLayer, to target: Frame) throws {
    let shifts = (canvas.format.chromaWidthShift, canvas.format.chromaHeightShift)
    let places = (0..<3).map { plane in
      PlaneBlend(
        layer, onto: target, plane: plane, plane == 0 ? (0, 0) : shifts,
        isWide: canvas.format.bitDepth > 8)
    }
    try layer.picture.withPlanes { first, second, third in
      try target.withMutablePlanes { luma, cb, cr in
        places[0].blend(first, onto: &luma)
        places[1].blend(second, onto: &cb)
        places[2].blend(third, onto: &cr)
      }
    }
  }
}
