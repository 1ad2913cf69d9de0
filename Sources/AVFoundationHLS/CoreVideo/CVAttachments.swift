// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor
internal import HLSEncoding

// What is attached to a buffer: what its numbers mean.

/// Primaries.
public let kCVImageBufferColorPrimariesKey = "CVImageBufferColorPrimaries"
/// The transfer function.
public let kCVImageBufferTransferFunctionKey = "CVImageBufferTransferFunction"
/// The matrix.
public let kCVImageBufferYCbCrMatrixKey = "CVImageBufferYCbCrMatrix"
/// BT.709.
public let kCVImageBufferColorPrimaries_ITU_R_709_2 = AVVideoColorPrimaries_ITU_R_709_2
/// BT.601 of 625 lines.
public let kCVImageBufferColorPrimaries_EBU_3213 = AVVideoColorPrimaries_EBU_3213
/// BT.601 of 525 lines.
public let kCVImageBufferColorPrimaries_SMPTE_C = AVVideoColorPrimaries_SMPTE_C
/// P3 with a D65 white.
public let kCVImageBufferColorPrimaries_P3_D65 = AVVideoColorPrimaries_P3_D65
/// BT.2020.
public let kCVImageBufferColorPrimaries_ITU_R_2020 = AVVideoColorPrimaries_ITU_R_2020
/// BT.709.
public let kCVImageBufferTransferFunction_ITU_R_709_2 = AVVideoTransferFunction_ITU_R_709_2
/// PQ.
public let kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ =
  AVVideoTransferFunction_SMPTE_ST_2084_PQ
/// HLG.
public let kCVImageBufferTransferFunction_ITU_R_2100_HLG = AVVideoTransferFunction_ITU_R_2100_HLG
/// BT.709.
public let kCVImageBufferYCbCrMatrix_ITU_R_709_2 = AVVideoYCbCrMatrix_ITU_R_709_2
/// BT.601.
public let kCVImageBufferYCbCrMatrix_ITU_R_601_4 = AVVideoYCbCrMatrix_ITU_R_601_4
/// BT.2020.
public let kCVImageBufferYCbCrMatrix_ITU_R_2020 = AVVideoYCbCrMatrix_ITU_R_2020

/// Whether what is attached goes along when a buffer is copied; nothing here copies one.
public enum CVAttachmentMode: UInt32, Sendable {
  /// It stays behind.
  case shouldNotPropagate
  /// It goes along.
  case shouldPropagate
}

/// Attaches a value to a buffer.
public func CVBufferSetAttachment(
  _ buffer: CVBuffer, _ key: CFString, _ value: Any, _ attachmentMode: CVAttachmentMode
) {
  buffer.attach(value, for: key)
}

/// Attaches values to a buffer.
public func CVBufferSetAttachments(
  _ buffer: CVBuffer, _ attachments: CFDictionary, _ attachmentMode: CVAttachmentMode
) {
  for (key, value) in attachments { buffer.attach(value, for: key) }
}

/// A value that is attached to a buffer; `nil` for none.
public func CVBufferCopyAttachment(
  _ buffer: CVBuffer, _ key: CFString, _ attachmentMode: CVAttachmentMode?
) -> Any? {
  buffer.attachments[key]
}

/// Takes a value off a buffer.
public func CVBufferRemoveAttachment(_ buffer: CVBuffer, _ key: CFString) {
  buffer.attach(nil, for: key)
}

extension ColorDescription {
  /// The colours that stand among attachments or extensions; `nil` unless all three are known.
  init?(attachments: [String: Any]) {
    let values = [
      SettingsKey.primaries: attachments[kCVImageBufferColorPrimariesKey],
      SettingsKey.transfer: attachments[kCVImageBufferTransferFunctionKey],
      SettingsKey.matrix: attachments[kCVImageBufferYCbCrMatrixKey],
    ].compactMapValues { $0 }
    guard let color = try? ColorDescription(dictionary: values) else { return nil }
    self = color
  }
}
