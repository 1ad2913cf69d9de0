// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A conversion sampled on a grid over R'G'B': what a fast kernel, a GPU or a filter interpolates.
public struct ColorTable: Hashable, Sendable {
  /// The points along each axis.
  public let size: Int

  /// The signal of the last point of each axis; brighter signals count as this.
  public let limit: Double

  /// Red of the target, 0 to 1, for each point: red of the source runs fastest, then green.
  public let red: [Float]
  /// Green of the target, 0 to 1.
  public let green: [Float]
  /// Blue of the target, 0 to 1.
  public let blue: [Float]

  /// The sizes that a table may have.
  public static let sizes = 2...129

  /// Samples a conversion.
  ///
  /// - Parameters:
  ///   - conversion: The conversion.
  ///   - size: The points along each axis; a size outside 2 to 129 is taken as the nearest inside.
  ///     With 65 points, greys err by a tenth of an 8-bit code at most.
  ///   - limit: The signal of the last point. The points lie closer with the conversion's
  ///     ``ColorConversion/signalLimit``, and nothing is lost; not all readers of tables take it.
  public init(_ conversion: ColorConversion, size: Int = 65, limit: Double = 1) {
    let size = min(max(size, Self.sizes.lowerBound), Self.sizes.upperBound)
    self.size = size
    self.limit = limit
    let axis = (0..<size).map { conversion.component(limit * Double($0) / Double(size - 1)) }
    var red: [Float] = []
    var green: [Float] = []
    var blue: [Float] = []
    red.reserveCapacity(size * size * size)
    green.reserveCapacity(size * size * size)
    blue.reserveCapacity(size * size * size)
    for b in axis {
      for g in axis {
        for r in axis {
          let rgb = conversion.convert(components: [r, g, b])
          red.append(Float(rgb.x))
          green.append(Float(rgb.y))
          blue.append(Float(rgb.z))
        }
      }
    }
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// The colour at a point of the grid.
  public subscript(red r: Int, green g: Int, blue b: Int) -> SIMD3<Float> {
    let index = (b * size + g) * size + r
    return [red[index], green[index], blue[index]]
  }
}
