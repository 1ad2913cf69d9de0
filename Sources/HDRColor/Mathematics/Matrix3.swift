// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A matrix of three by three, applied to columns of red, green and blue or of X, Y and Z.
public struct Matrix3: Hashable, Sendable {
  /// The first row.
  public var x: SIMD3<Double>
  /// The second row.
  public var y: SIMD3<Double>
  /// The third row.
  public var z: SIMD3<Double>

  /// Creates a matrix from its rows.
  public init(_ x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// The matrix that changes nothing.
  public static let identity = Matrix3([1, 0, 0], [0, 1, 0], [0, 0, 1])

  /// A matrix with these values on its diagonal and zero elsewhere.
  public init(diagonal d: SIMD3<Double>) {
    self.init([d.x, 0, 0], [0, d.y, 0], [0, 0, d.z])
  }

  /// The product with a column.
  public static func * (a: Matrix3, v: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(
      a.x.x * v.x + a.x.y * v.y + a.x.z * v.z,
      a.y.x * v.x + a.y.y * v.y + a.y.z * v.z,
      a.z.x * v.x + a.z.y * v.y + a.z.z * v.z)
  }

  /// The product of two matrices: `b` is applied first.
  public static func * (a: Matrix3, b: Matrix3) -> Matrix3 {
    let t = b.transposed
    return Matrix3(t * a.x, t * a.y, t * a.z)
  }

  /// The matrix with rows and columns exchanged.
  public var transposed: Matrix3 {
    Matrix3([x.x, y.x, z.x], [x.y, y.y, z.y], [x.z, y.z, z.z])
  }

  /// The inverse; its values are not finite where there is none.
  public var inverse: Matrix3 {
    let a = y.cross(z)
    let b = z.cross(x)
    let c = x.cross(y)
    let scale = 1 / (x * a).sum()
    return Matrix3(a * scale, b * scale, c * scale).transposed
  }
}

extension SIMD3<Double> {
  /// The cross product.
  fileprivate func cross(_ o: Self) -> Self {
    [y * o.z - z * o.y, z * o.x - x * o.z, x * o.y - y * o.x]
  }

  /// The vector of the results of a function on each element.
  @inline(__always)
  func mapped(_ f: (Double) -> Double) -> Self { SIMD3(f(x), f(y), f(z)) }

  /// The vector with each element held between two limits.
  @inline(__always)
  func clamped(_ low: Double, _ high: Double) -> Self {
    clamped(lowerBound: Self(repeating: low), upperBound: Self(repeating: high))
  }
}
