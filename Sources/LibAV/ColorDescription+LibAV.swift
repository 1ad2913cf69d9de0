// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import CLibAV
internal import HDRColor

extension ColorDescription {
  /// FFmpeg's enumerations hold the code points of H.273.
  init(
    primaries: AVColorPrimaries, transfer: AVColorTransferCharacteristic, matrix: AVColorSpace,
    range: AVColorRange
  ) {
    self.init(
      primaries: ColorPrimaries(rawValue: UInt8(clamping: primaries.rawValue)),
      transfer: TransferCharacteristics(rawValue: UInt8(clamping: transfer.rawValue)),
      matrix: MatrixCoefficients(rawValue: UInt8(clamping: matrix.rawValue)),
      isFullRange: range == AVCOL_RANGE_JPEG)
  }

  var nativePrimaries: AVColorPrimaries { AVColorPrimaries(UInt32(primaries.rawValue)) }
  var nativeTransfer: AVColorTransferCharacteristic {
    AVColorTransferCharacteristic(UInt32(transfer.rawValue))
  }
  var nativeMatrix: AVColorSpace { AVColorSpace(UInt32(matrix.rawValue)) }
  var nativeRange: AVColorRange { isFullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG }
}

extension MasteringDisplay {
  /// FFmpeg lists red, green, blue as ratios; the SEI message lists green, blue, red in steps.
  init?(_ metadata: AVMasteringDisplayMetadata) {
    guard metadata.has_primaries != 0 || metadata.has_luminance != 0 else { return nil }
    let primaries = metadata.display_primaries
    func chromaticity(_ x: AVRational, _ y: AVRational) -> Chromaticity {
      Chromaticity(x: UInt16(clamping: x.steps(50_000)), y: UInt16(clamping: y.steps(50_000)))
    }
    self.init(
      green: chromaticity(primaries.1.0, primaries.1.1),
      blue: chromaticity(primaries.2.0, primaries.2.1),
      red: chromaticity(primaries.0.0, primaries.0.1),
      whitePoint: chromaticity(metadata.white_point.0, metadata.white_point.1),
      maximumLuminance: UInt32(clamping: metadata.max_luminance.steps(10_000)),
      minimumLuminance: UInt32(clamping: metadata.min_luminance.steps(10_000)))
  }
}

extension ContentLightLevel {
  init(_ metadata: AVContentLightMetadata) {
    self.init(
      maximumContentLightLevel: UInt16(clamping: metadata.MaxCLL),
      maximumFrameAverageLightLevel: UInt16(clamping: metadata.MaxFALL))
  }
}

extension AVRational {
  /// The ratio in steps of one over `scale`.
  fileprivate func steps(_ scale: Int64) -> Int64 { Rational(self).multiplied(by: scale) }
}
