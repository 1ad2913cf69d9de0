// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import CCrypto

/// A digest by SHA-256 (FIPS 180-4) of bytes that come piece by piece.
@safe
public struct SHA256Digest: ~Copyable {
  private let context: OpaquePointer

  private init(_ context: OpaquePointer) { unsafe self.context = context }

  deinit { unsafe EVP_MD_CTX_free(context) }

  /// Begins a digest.
  ///
  /// - Throws: ``CryptoError`` when libcrypto has none.
  public static func make() throws(CryptoError) -> SHA256Digest {
    try CryptoLibrary.prepare()
    guard let context = unsafe EVP_MD_CTX_new() else {
      throw CryptoError("libcrypto cannot make a digest")
    }
    let digest = unsafe SHA256Digest(context)
    guard unsafe EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
      throw CryptoError("libcrypto has no SHA-256")
    }
    return digest
  }

  /// Takes more bytes.
  public mutating func update(_ bytes: [UInt8]) {
    unsafe _ = EVP_DigestUpdate(context, bytes, bytes.count)
  }

  /// The digest of all bytes so far, 32 bytes. Nothing can be added afterwards.
  public consuming func finish() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    unsafe _ = EVP_DigestFinal_ex(context, &digest, nil)
    return digest
  }

  /// The digest of some bytes.
  ///
  /// - Throws: ``CryptoError`` when libcrypto has none.
  public static func digest(of bytes: [UInt8]) throws(CryptoError) -> [UInt8] {
    var digest = try make()
    digest.update(bytes)
    return digest.finish()
  }
}
