// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Brings colours into the volume that a display can show: intensity and hue stay, chroma shrinks.
///
/// Colours well inside stay as they are. Towards the edge and beyond, chroma is bent so that what
/// differs outside still differs inside, and no colour is cut.
struct GamutCompression: Sendable {
  /// The share of the way from grey to the edge that stays as it is.
  static let knee = 0.95

  private let display: ReferenceDisplay
  private let matrix: Matrix3

  /// The light of PQ signals in steps of 1/4096. The search for the edge takes light from here: an
  /// error of a millionth is nothing to it, and it makes most of the cost of a table.
  private static let steps = 4096
  private static let lightOfSignal = (0...steps + 1).map { PQ.eotf(Double($0) / Double(steps)) }

  /// Creates a compression into the volume of a display with these primaries.
  init(display: ReferenceDisplay, primaries: ColorPrimaries) {
    self.display = display
    matrix = ColorPrimaries.bt2020.matrix(to: primaries)
  }

  /// The light in the display's primaries, in cd/m², for a colour.
  func callAsFunction(_ color: ICtCp) -> SIMD3<Double> {
    guard color.chroma > 1e-8 else { return SIMD3(repeating: PQ.eotf(color.intensity)) }
    let reach = 1 / Self.knee
    let outer = margin(color, reach)
    if outer >= 0 { return matrix * color.light }
    let inner = margin(color, 0)
    if inner <= 0 { return SIMD3(repeating: PQ.eotf(color.intensity)) }
    let edge = edge(of: color, reach: reach, inner: inner, outer: outer)
    return matrix * color.scalingChroma(by: edge * Self.compressed(1 / edge)).light
  }

  /// How far a colour with its chroma scaled is from the nearest wall of the volume, as a share of
  /// the volume; negative outside.
  private func margin(_ color: ICtCp, _ scale: Double) -> Double {
    let light = color.scalingChroma(by: scale).light(by: { signal in
      let x = min(max(signal, 0), 1) * Double(Self.steps)
      let index = Int(x)
      let low = Self.lightOfSignal[index]
      return low + (Self.lightOfSignal[index + 1] - low) * (x - Double(index))
    })
    let relative = display.relative(matrix * light)
    return min(relative.min(), 1 - relative.max())
  }

  /// The share of the chroma at which a colour leaves the volume, by the Illinois method.
  private func edge(of color: ICtCp, reach: Double, inner: Double, outer: Double) -> Double {
    var (a, fa, b, fb) = (0.0, inner, reach, outer)
    var side = 0
    for _ in 0..<40 where b - a > 1e-5 {
      let c = (a * fb - b * fa) / (fb - fa)
      let fc = margin(color, c)
      if fc >= 0 {
        (a, fa) = (c, fc)
        if side > 0 { fb /= 2 }
        side = 1
      } else {
        (b, fb) = (c, fc)
        if side < 0 { fa /= 2 }
        side = -1
      }
      if fc.magnitude < 1e-9 { break }
    }
    return a
  }

  /// The share of the way to the edge that a colour at `x` times that way is brought to.
  private static func compressed(_ x: Double) -> Double {
    guard x > knee else { return x }
    let u = (x - knee) / (1 - knee)
    return knee + (1 - knee) * u / (1 + u * u).squareRoot()
  }
}
