// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import CCrypto

/// A key of AES-128, which nothing prints: its description is three dots.
///
/// It is safe to share between threads: nothing writes to its memory between the end of its
/// creation and its wiping.
@safe
public final class ContentKey: @unchecked Sendable {
  /// The bytes of a key.
  public static let size = 16

  private let memory: UnsafeMutableRawPointer

  private init() throws(CryptoError) {
    guard let memory = unsafe SecretArena.allocate(Self.size) else { throw SecretBytes.noMemory }
    unsafe self.memory = memory
  }

  deinit { unsafe SecretArena.release(memory) }

  /// A key that nobody can foresee.
  ///
  /// - Throws: ``CryptoError`` where the system has no randomness to give.
  public static func random() throws(CryptoError) -> ContentKey {
    try CryptoLibrary.prepare()
    let key = try ContentKey()
    guard unsafe RAND_priv_bytes(key.memory.assumingMemoryBound(to: UInt8.self), 16) == 1 else {
      throw CryptoError("the system gives no random bytes")
    }
    return key
  }

  /// A key of sixteen bytes as they are.
  ///
  /// - Parameters:
  ///   - secret: Where the key is.
  ///   - start: The place of its first byte.
  /// - Throws: ``CryptoError`` when fewer bytes are there.
  public convenience init(_ secret: SecretBytes, at start: Int = 0) throws(CryptoError) {
    guard start >= 0, secret.count - start >= Self.size else {
      throw CryptoError("expected the \(Self.size) bytes of a key, found \(secret.count - start)")
    }
    try self.init()
    for index in 0..<Self.size { set(index, secret[start + index]) }
  }

  /// A key of 32 hexadecimal digits.
  ///
  /// - Parameters:
  ///   - secret: Where the digits are.
  ///   - range: Their place.
  /// - Throws: ``CryptoError`` when there are fewer, more, or others.
  public convenience init(
    hexadecimal secret: SecretBytes, in range: Range<Int>
  ) throws(CryptoError) {
    guard range.count == 2 * Self.size, range.upperBound <= secret.count else {
      throw CryptoError("expected a key of 32 hexadecimal digits, found \(range.count) characters")
    }
    try self.init()
    for index in 0..<Self.size {
      let place = range.lowerBound + 2 * index
      guard let high = Self.digit(secret[place]), let low = Self.digit(secret[place + 1]) else {
        throw CryptoError("expected a key of 32 hexadecimal digits, found other characters")
      }
      set(index, high << 4 | low)
    }
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private func set(_ index: Int, _ byte: UInt8) {
    unsafe memory.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
  }

  subscript(index: Int) -> UInt8 { unsafe memory.load(fromByteOffset: index, as: UInt8.self) }

  /// Lets libcrypto read the key.
  func withMemory<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result {
    unsafe body(UnsafePointer(memory.assumingMemoryBound(to: UInt8.self)))
  }
}

extension ContentKey {
  /// Whether the key is these bytes; takes as long whichever differ.
  public func equals(_ bytes: [UInt8]) -> Bool {
    unsafe bytes.count == Self.size && CRYPTO_memcmp(memory, bytes, Self.size) == 0
  }

  /// Whether two keys are the same; takes as long whichever bytes differ.
  public func equals(_ other: ContentKey) -> Bool {
    unsafe CRYPTO_memcmp(memory, other.memory, Self.size) == 0
  }

  /// Whether all bytes are the same one: a key that was never made.
  public var isUniform: Bool { (1..<Self.size).allSatisfy { self[$0] == self[0] } }
}

extension ContentKey: CustomStringConvertible, CustomReflectable {
  /// Three dots: a key is never shown.
  public var description: String { "…" }

  /// Nothing: `dump` shows no key either.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
