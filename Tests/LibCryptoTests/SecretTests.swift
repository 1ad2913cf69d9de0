// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import LibCrypto
import RungTestSupport
import Testing

@Suite struct SecretTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `key files are made for their owner alone and never written over`() throws {
    let path = folder.file("film.key")
    let secret = try SecretBytes()
    try secret.append(.random(), asHexadecimal: false)
    try SecretFile.write(secret, to: path)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    #expect((attributes[.size] as? NSNumber)?.intValue == 16)
    #expect(!SecretFile.isReadableByOthers(path))
    let error = #expect(throws: CryptoError.self) { try SecretFile.write(secret, to: path) }
    #expect(error?.description == "cannot be written: file exists")
  }

  @Test func `files that others may read are told apart`() throws {
    let path = folder.file("open.key")
    try Data(count: 16).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    #expect(SecretFile.isReadableByOthers(path))
  }

  @Test func `a key survives its way through hexadecimal digits`() throws {
    let key = try ContentKey.random()
    let secret = try SecretBytes(capacity: 1)
    try secret.append("key ")
    try secret.append(key, asHexadecimal: true)
    #expect(secret.count == 36)
    #expect(secret.text(in: 0..<4) == "key ")
    let path = folder.file("hex")
    try SecretFile.write(secret, to: path)
    let read = try SecretFile.read(path)
    #expect(try ContentKey(hexadecimal: read, in: 4..<36).equals(key))
    #expect(try !ContentKey.random().equals(key))
  }

  @Test(arguments: [
    "", "00112233", "00112233445566778899aabbccddeeffee", "0011223344556677889 aabbccddeef",
  ])
  func `what is no key is refused without being repeated`(_ text: String) throws {
    let secret = try SecretBytes()
    try secret.append(text)
    let error = #expect(throws: CryptoError.self) {
      try ContentKey(hexadecimal: secret, in: 0..<secret.count)
    }
    #expect(error?.description.hasPrefix("expected a key of 32 hexadecimal digits") == true)
    #expect(text.isEmpty || error?.description.contains(text) == false)
  }

  @Test func `weak keys are known`() throws {
    let secret = try SecretBytes()
    try secret.append("00000000000000000000000000000000000102030405060708090a0b0c0d0e0f")
    let zero = try ContentKey(hexadecimal: secret, in: 0..<32)
    let counting = try ContentKey(hexadecimal: secret, in: 32..<64)
    #expect(zero.isUniform)
    #expect(!counting.isUniform)
    #expect(counting.equals(Array(0..<16)))
    #expect(!counting.equals(Array(1..<17)))
    #expect(!counting.equals([]))
  }

  @Test func `nothing that prints shows a key`() throws {
    let secret = try SecretBytes()
    try secret.append("000102030405060708090a0b0c0d0e0f")
    let key = try ContentKey(hexadecimal: secret, in: 0..<32)
    var dumped = ""
    dump(key, to: &dumped)
    for text in ["\(key)", String(reflecting: key), dumped] {
      #expect(!text.contains("01") && !text.contains("0x"), "\(text)")
    }
  }

  @Test func `too many bytes are no keys`() throws {
    let path = folder.file("film.mp4")
    try Data(count: 2 << 20).write(to: URL(filePath: path))
    let error = #expect(throws: CryptoError.self) { try SecretFile.read(path) }
    #expect(error?.description == "expected keys, found more than 1048576 bytes")
    #expect(throws: CryptoError.self) { try SecretFile.read(folder.file("missing")) }
  }

  @Test func `random keys and bytes differ`() throws {
    #expect(try !ContentKey.random().equals(.random()))
    #expect(try RandomBytes.make(16) != RandomBytes.make(16))
    #expect(try RandomBytes.make(5).count == 5)
  }
}
