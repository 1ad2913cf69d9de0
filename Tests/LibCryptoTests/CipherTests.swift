// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import LibCrypto
import Testing

@Suite struct CipherTests {
  struct Vector: Sendable, CustomTestStringConvertible {
    var id: String
    var key: String
    var vector: String
    var clear: String
    var encrypted: String
    var testDescription: String { id }
  }

  static let vectors = [
    // One block under an initialisation vector of zeros is what the cipher alone makes of it.
    Vector(
      id: "FIPS 197, appendix C.1", key: "000102030405060708090a0b0c0d0e0f",
      vector: "00000000000000000000000000000000", clear: "00112233445566778899aabbccddeeff",
      encrypted: "69c4e0d86a7b0430d8cdb78070b4c55a"),
    Vector(
      id: "SP 800-38A, F.2.1 and F.2.2", key: "2b7e151628aed2a6abf7158809cf4f3c",
      vector: "000102030405060708090a0b0c0d0e0f",
      clear: "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51"
        + "30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710",
      encrypted: "7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2"
        + "73bed6b8e3c1743b7116e69e222295163ff1caa1681fac09120eca307586e1a7"),
  ]

  @Test(arguments: vectors)
  func `encrypts and decrypts as published`(_ v: Vector) throws {
    var bytes = v.clear.hexadecimalBytes
    var cipher = try CBCCipher.encrypting(with: key(v.key))
    try cipher.restart(v.vector.hexadecimalBytes)
    try cipher.process(&bytes, in: 0..<bytes.count)
    #expect(bytes == v.encrypted.hexadecimalBytes)
    var back = try CBCCipher.decrypting(with: key(v.key))
    try back.restart(v.vector.hexadecimalBytes)
    try back.process(&bytes, in: 0..<bytes.count)
    #expect(bytes == v.clear.hexadecimalBytes)
  }

  @Test func `a chain goes on from call to call until it is restarted`() throws {
    let v = Self.vectors[1]
    var bytes = v.clear.hexadecimalBytes
    var cipher = try CBCCipher.encrypting(with: key(v.key))
    try cipher.restart(v.vector.hexadecimalBytes)
    for start in stride(from: 0, to: bytes.count, by: 16) {
      try cipher.process(&bytes, in: start..<start + 16)
    }
    #expect(bytes == v.encrypted.hexadecimalBytes)
    var first = Array(v.clear.hexadecimalBytes.prefix(16))
    try cipher.restart(v.vector.hexadecimalBytes)
    try cipher.process(&first, in: 0..<16)
    #expect(first == Array(v.encrypted.hexadecimalBytes.prefix(16)))
  }

  @Test func `parts of blocks and short vectors are refused`() throws {
    var cipher = try CBCCipher.encrypting(with: .random())
    var bytes = [UInt8](repeating: 0, count: 20)
    #expect(throws: CryptoError.self) { try cipher.process(&bytes, in: 0..<20) }
    #expect(throws: CryptoError.self) { try cipher.process(&bytes, in: 16..<32) }
    #expect(throws: CryptoError.self) { try cipher.restart([1, 2, 3]) }
  }

  private func key(_ digits: String) throws -> ContentKey {
    let secret = try SecretBytes()
    try secret.append(digits)
    return try ContentKey(hexadecimal: secret, in: 0..<secret.count)
  }
}

extension String {
  /// The bytes of pairs of hexadecimal digits.
  var hexadecimalBytes: [UInt8] {
    let digits = Array(utf8)
    return stride(from: 0, to: digits.count, by: 2).compactMap { index in
      UInt8(String(decoding: digits[index..<index + 2], as: UTF8.self), radix: 16)
    }
  }
}
