// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The way from pictures of one colour description to pictures of another.
///
/// A signal becomes the light of its reference display (``ReferenceDisplay``), light that is too
/// bright for the target is tone-mapped, colours that the target cannot show are brought in with
/// their hue kept, and the light becomes a signal again. Light that fits is not changed at all: SDR
/// inside HDR stands at 203 cd/m² (ITU-R BT.2408), and HLG becomes PQ as its display showed it.
public struct ColorConversion: Sendable {
  /// What comes in.
  public let source: ColorDescription
  /// What goes out.
  public let target: ColorDescription
  /// The brightest light of the source, in cd/m².
  public let sourcePeak: Double
  /// How light that is too bright is mapped.
  public let toneMap: ToneMap
  /// The signal of a PQ source's peak where light is tone-mapped, else 1. Signals above it count as
  /// it, component by component: the peak is that of the brightest component.
  public let signalLimit: Double

  private let decoder: ReferenceDisplay
  private let encoder: ReferenceDisplay
  private let fitting: Fitting

  /// What is done to light between the displays.
  private enum Fitting: Sendable {
    case matrix(Matrix3)
    case mapping(Matrix3, ToneMapping, GamutCompression)
  }

  /// Creates a conversion.
  ///
  /// - Parameters:
  ///   - source: What comes in.
  ///   - target: What goes out.
  ///   - peak: The brightest light of a PQ source. SDR and HLG have their display's white:
  ///     203 and 1,000 cd/m².
  ///   - toneMap: How light that is too bright is mapped.
  public init(
    from source: ColorDescription, to target: ColorDescription, peak: PicturePeak = PicturePeak(),
    toneMap: ToneMap = .bt2390
  ) {
    self.source = source
    self.target = target
    self.toneMap = toneMap
    let decoder = ReferenceDisplay(source.transfer)
    let encoder = ReferenceDisplay(target.transfer)
    let sourcePeak = source.videoRange == .pq ? peak.luminance : decoder.peak
    let direct = source.primaries.matrix(to: target.primaries)
    let mapping = ToneMapping(toneMap, sourcePeak: sourcePeak, targetPeak: encoder.peak)
    // With a negative weight in the matrix, some colour of the source lies outside the target.
    let isInside = [direct.x, direct.y, direct.z].allSatisfy { $0.min() > -1e-9 }
    self.decoder = decoder
    self.encoder = encoder
    self.sourcePeak = sourcePeak
    let isLimited = source.videoRange == .pq && !mapping.isIdentity
    signalLimit = isLimited ? PQ.inverseEOTF(sourcePeak) : 1
    fitting =
      if mapping.isIdentity && isInside {
        .matrix(direct)
      } else {
        .mapping(
          source.primaries.matrix(to: .bt2020), mapping,
          GamutCompression(peak: encoder.peak, primaries: target.primaries))
      }
  }

  /// Whether R'G'B' comes out as it went in: matrix and range may still differ.
  public var isIdentity: Bool {
    if case .matrix(.identity) = fitting { decoder == encoder } else { false }
  }

  /// The conversion in curves and a matrix, or `nil` where it needs a table.
  public var separated: SeparatedConversion? {
    guard case .matrix(let matrix) = fitting else { return nil }
    return SeparatedConversion(decoder: decoder, matrix: matrix, encoder: encoder)
  }

  /// Converts one colour.
  ///
  /// - Parameter signal: R'G'B' of the source; values outside 0 to 1 count as the nearest inside.
  /// - Returns: R'G'B' of the target, each 0 to 1.
  public func callAsFunction(_ signal: SIMD3<Double>) -> SIMD3<Double> {
    convert(components: signal.mapped(component))
  }

  /// The component of the decoder for a signal.
  func component(_ signal: Double) -> Double { decoder.component(min(signal, signalLimit)) }

  /// Converts one colour that went through the decoder's curves.
  func convert(components: SIMD3<Double>) -> SIMD3<Double> {
    let light = decoder.light(ofComponents: components)
    return switch fitting {
    case .matrix(let matrix): encoder.signal(of: matrix * light)
    case .mapping(let matrix, let toneMap, let gamut):
      encoder.signal(of: gamut(toneMap(matrix * light)))
    }
  }
}
