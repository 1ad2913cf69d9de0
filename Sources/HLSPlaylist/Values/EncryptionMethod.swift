// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// How segments are encrypted (`METHOD` of `EXT-X-KEY`, RFC 8216bis 4.4.4.4).
///
/// `NONE` is not among them: a segment that is not encrypted has no key.
public struct EncryptionMethod: EnumeratedString {
  /// The value as a playlist writes it.
  public let rawValue: String

  /// Creates a value, or `nil` when the text cannot stand as an enumerated-string.
  public init?(rawValue: String) {
    guard Self.isWellFormed(rawValue) else { return nil }
    self.rawValue = rawValue
  }

  init(unchecked rawValue: String) { self.rawValue = rawValue }

  /// Whole segments with AES-128 in CBC mode.
  public static let aes128 = EncryptionMethod(unchecked: "AES-128")
  /// Samples with AES-128; scheme `cbcs` in fragmented MP4.
  public static let sampleAES = EncryptionMethod(unchecked: "SAMPLE-AES")
  /// Samples with AES-128 in counter mode; scheme `cenc`.
  public static let sampleAESCTR = EncryptionMethod(unchecked: "SAMPLE-AES-CTR")
  /// Whole segments with AES-256 in Galois counter mode.
  public static let aes256GCM = EncryptionMethod(unchecked: "AES-256-GCM")

  static let known: Set<EncryptionMethod> = [.aes128, .sampleAES, .sampleAESCTR, .aes256GCM]

  /// The value as a playlist writes it.
  public var description: String { rawValue }
}
