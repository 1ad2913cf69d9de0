// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSEncoding
internal import Synchronization

/// Appends pixel buffers to an input, and has a pool to take them from.
public final class AVAssetWriterInputPixelBufferAdaptor: Sendable {
  /// The input.
  public let assetWriterInput: AVAssetWriterInput
  /// The buffers of the pool; `nil` where the attributes do not say what they are.
  private let pool: CVPixelBufferPool?

  /// Creates an adaptor.
  ///
  /// - Parameters:
  ///   - input: An input of video.
  ///   - sourcePixelBufferAttributes: What the pool's buffers are: the format, and the sides where
  ///     they are not those of the input's settings or hint.
  public init(
    assetWriterInput input: AVAssetWriterInput, sourcePixelBufferAttributes: [String: Any]? = nil
  ) {
    assetWriterInput = input
    var attributes = sourcePixelBufferAttributes ?? [:]
    if case .pictures(let settings, let hint)? = try? input.made.get().content {
      let (width, height) = (hint?.width ?? settings.width, hint?.height ?? settings.height)
      attributes[kCVPixelBufferWidthKey] = attributes[kCVPixelBufferWidthKey] ?? width
      attributes[kCVPixelBufferHeightKey] = attributes[kCVPixelBufferHeightKey] ?? height
    }
    pool = sourcePixelBufferAttributes == nil ? nil : CVPixelBufferPool(attributes: attributes)
  }

  /// A pool of buffers; `nil` without attributes that say what they are.
  public var pixelBufferPool: CVPixelBufferPool? { pool }

  /// Appends a picture.
  ///
  /// - Returns: Whether it was taken; if not, the writer has failed, and says why.
  @discardableResult
  public func append(
    _ pixelBuffer: CVPixelBuffer, withPresentationTime presentationTime: CMTime
  ) -> Bool {
    assetWriterInput.append(pixelBuffer, at: presentationTime)
  }
}
