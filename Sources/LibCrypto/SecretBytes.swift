// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import CCrypto

/// Bytes that must not be seen: the content of a key file, or a key.
///
/// They lie in memory that is kept out of swap files and core dumps, and are wiped in the end. They
/// are never copied into an array or a string.
@safe
public final class SecretBytes {
  private var memory: UnsafeMutableRawPointer
  private var capacity: Int

  /// The number of bytes.
  public private(set) var count = 0

  /// Creates an empty collection.
  ///
  /// - Throws: ``CryptoError`` when there is no memory.
  public init(capacity: Int = 64) throws(CryptoError) {
    guard let memory = unsafe SecretArena.allocate(max(1, capacity)) else { throw Self.noMemory }
    unsafe self.memory = memory
    self.capacity = max(1, capacity)
  }

  deinit { unsafe SecretArena.release(memory) }

  /// One of the bytes.
  public subscript(index: Int) -> UInt8 {
    precondition(index >= 0 && index < count)
    return unsafe memory.load(fromByteOffset: index, as: UInt8.self)
  }

  /// Appends a byte.
  ///
  /// - Throws: ``CryptoError`` when there is no memory.
  public func append(_ byte: UInt8) throws(CryptoError) {
    if count == capacity {
      guard let larger = unsafe SecretArena.resize(memory, capacity * 2) else {
        throw Self.noMemory
      }
      unsafe memory = larger
      capacity *= 2
    }
    unsafe memory.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count += 1
  }

  /// Appends a text that is no secret.
  ///
  /// - Throws: ``CryptoError`` when there is no memory.
  public func append(_ text: String) throws(CryptoError) {
    for byte in text.utf8 { try append(byte) }
  }

  /// Appends a key, as bytes or as 32 hexadecimal digits.
  ///
  /// - Throws: ``CryptoError`` when there is no memory.
  public func append(_ key: ContentKey, asHexadecimal isHexadecimal: Bool) throws(CryptoError) {
    for index in 0..<ContentKey.size {
      let byte = key[index]
      guard isHexadecimal else {
        try append(byte)
        continue
      }
      for digit in [byte >> 4, byte & 0xF] {
        try append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
      }
    }
  }

  /// A part that is no secret, as text.
  public func text(in range: Range<Int>) -> String {
    String(decoding: range.map { self[$0] }, as: UTF8.self)
  }

  static let noMemory = CryptoError("there is no memory for keys")

  /// Lets libc read or write the bytes.
  func withMemory<Result>(_ body: (UnsafeMutableRawPointer) -> Result) -> Result {
    unsafe body(memory)
  }

  /// Takes over bytes that were written to the memory.
  func setCount(_ count: Int) { self.count = min(count, capacity) }
}
