// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A conversion taken apart: a curve from each component of the signal to light, a matrix, a gain
/// that all components share, and a curve from each component of light to the signal.
///
/// Conversions that need neither a tone map nor gamut compression can be taken apart. The gain is
/// the OOTF of HLG.
public struct SeparatedConversion: Sendable {
  /// The matrix on light.
  public let matrix: Matrix3
  /// The weights of the components, after the matrix, in the luminance that drives the gain.
  public let weights: SIMD3<Double>
  /// Whether there is a gain.
  public let hasGain: Bool

  private let decoder: ReferenceDisplay
  private let encoder: ReferenceDisplay

  /// Takes a conversion apart, or gives `nil` where two gains stand on the two sides of the matrix.
  init?(decoder: ReferenceDisplay, matrix: Matrix3, encoder: ReferenceDisplay) {
    if decoder.mixing != nil && encoder.mixing != nil { return nil }
    self.decoder = decoder
    self.matrix = matrix
    self.encoder = encoder
    hasGain = decoder.mixing != nil || encoder.mixing != nil
    // A gain on all components may as well come after the matrix, if it still goes by the
    // luminance from before.
    weights = decoder.mixing == nil ? HLG.weights : matrix.inverse.transposed * HLG.weights
  }

  /// The light of a component for its signal of 0 to 1.
  public func light(_ signal: Double) -> Double { decoder.component(signal) }

  /// The factor on all components for a luminance; 1 where there is no gain.
  public func gain(_ luminance: Double) -> Double {
    decoder.mixing?.ootfGain(luminance) ?? encoder.mixing?.inverseOOTFGain(luminance) ?? 1
  }

  /// The signal, 0 to 1, for the light of a component.
  public func signal(_ light: Double) -> Double { encoder.signal(light) }
}
