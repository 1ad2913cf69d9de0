// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import Foundation
internal import HDRColor
internal import HLSEncoding
internal import LibAV

/// How the pictures of tracks become those of an export: size, rate, colours, and which track lies
/// where. Settable in ``AVMutableVideoComposition`` alone.
public class AVVideoComposition: NSObject {
  /// Everything that is said.
  struct Values: Sendable {
    var renderSize = CGSize.zero
    var frameDuration = CMTime.invalid
    var colorPrimaries: String?
    var colorTransferFunction: String?
    var colorYCbCrMatrix: String?
    var instructions: [AVVideoCompositionInstruction.Values] = []
  }

  var values: Values

  init(_ values: Values) { self.values = values }

  /// The size of the pictures.
  public var renderSize: CGSize { values.renderSize }
  /// How long a picture lasts.
  public var frameDuration: CMTime { values.frameDuration }
  /// The primaries; the three of the colours are said together or not at all.
  public var colorPrimaries: String? { values.colorPrimaries }
  /// The transfer function.
  public var colorTransferFunction: String? { values.colorTransferFunction }
  /// The matrix.
  public var colorYCbCrMatrix: String? { values.colorYCbCrMatrix }
  /// What is shown when: ranges in order that do not overlap. Outside of them it is black.
  public var instructions: [AVVideoCompositionInstruction] {
    values.instructions.map(AVMutableVideoCompositionInstruction.init)
  }
}

/// A video composition that can be changed.
public final class AVMutableVideoComposition: AVVideoComposition {
  /// Creates a composition that says nothing yet.
  public init() { super.init(Values()) }

  override init(_ values: Values) { super.init(values) }

  /// The size of the pictures: even.
  public override var renderSize: CGSize {
    get { super.renderSize }
    set { values.renderSize = newValue }
  }

  /// How long a picture lasts.
  public override var frameDuration: CMTime {
    get { super.frameDuration }
    set { values.frameDuration = newValue }
  }

  /// The primaries, such as `AVVideoColorPrimaries_ITU_R_709_2`.
  public override var colorPrimaries: String? {
    get { super.colorPrimaries }
    set { values.colorPrimaries = newValue }
  }

  /// The transfer function, such as `AVVideoTransferFunction_ITU_R_709_2`.
  public override var colorTransferFunction: String? {
    get { super.colorTransferFunction }
    set { values.colorTransferFunction = newValue }
  }

  /// The matrix, such as `AVVideoYCbCrMatrix_ITU_R_709_2`.
  public override var colorYCbCrMatrix: String? {
    get { super.colorYCbCrMatrix }
    set { values.colorYCbCrMatrix = newValue }
  }

  /// What is shown when; kept as it is when it is set.
  public override var instructions: [AVVideoCompositionInstruction] {
    get { super.instructions }
    set { values.instructions = newValue.map(\.values) }
  }
}

extension AVVideoComposition.Values {
  /// The same as a description of pictures.
  ///
  /// - Throws: `EncodingError` for a size, a duration or colours that make no sense.
  func videoComposition() throws(EncodingError) -> VideoComposition {
    guard let duration = frameDuration.rational, duration > Rational(0) else {
      throw EncodingError(
        .settings, "frameDuration", "expected how long a picture lasts, found \(frameDuration)",
        hint: "such as CMTime(value: 1, timescale: 30)")
    }
    var video = VideoComposition(
      size: try Self.size(renderSize, "renderSize"), frameRate: duration.inverse)
    let names = [
      AVVideoColorPrimariesKey: colorPrimaries,
      AVVideoTransferFunctionKey: colorTransferFunction,
      AVVideoYCbCrMatrixKey: colorYCbCrMatrix,
    ]
    guard names.values.contains(where: { $0 != nil }) else { return video }
    video.color = try ColorDescription(dictionary: names.compactMapValues(\.self))
    return video
  }

  /// A size in whole pixels.
  static func size(_ size: CGSize, _ name: String) throws(EncodingError) -> VideoComposition.Size {
    guard let width = Int(exactly: size.width.rounded()),
      let height = Int(exactly: size.height.rounded())
    else {
      throw EncodingError(.settings, name, "expected a size in pixels, found \(size)")
    }
    return VideoComposition.Size(width: width, height: height)
  }
}
