// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import CCrypto

/// libcrypto, made ready for keys.
enum CryptoLibrary {
  /// Gives libcrypto the memory that is kept out of core dumps. That works before its first use in
  /// the process alone: where something else was first, keys in use lie in ordinary memory, and
  /// ``CoreDumps/forbid()`` still keeps dumps from being written.
  static let hasOwnMemory: Bool =
    unsafe CRYPTO_set_mem_functions(
      { size, _, _ in unsafe SecretArena.allocate(size) },
      { pointer, size, _, _ in unsafe SecretArena.resize(pointer, size) },
      { pointer, _, _ in unsafe SecretArena.release(pointer) }) == 1

  private static let isReady: Bool = {
    _ = hasOwnMemory
    return OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_LOAD_CONFIG), nil) == 1
  }()

  /// Makes the library ready.
  static func prepare() throws(CryptoError) {
    guard isReady else { throw CryptoError("libcrypto cannot be used") }
  }

  /// The version, such as `OpenSSL 3.0.19 27 Jan 2026`.
  static var version: String { unsafe String(cString: OpenSSL_version(OPENSSL_VERSION)) }
}

/// Dumps of the process's memory.
public enum CoreDumps {
  /// Keeps the system from writing dumps of this process from now on, and other processes of the
  /// same user from reading its memory. Whoever is root still can.
  public static func forbid() { _ = CCrypto_forbid_dumps() }
}

/// Numbers that nobody can foresee.
public enum RandomBytes {
  /// So many bytes, for what is no secret: identifiers and initialisation vectors.
  ///
  /// - Throws: ``CryptoError`` where the system has no randomness to give.
  public static func make(_ count: Int) throws(CryptoError) -> [UInt8] {
    try CryptoLibrary.prepare()
    var isDone = false
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      isDone = unsafe RAND_bytes(buffer.baseAddress, Int32(clamping: count)) == 1
      filled = isDone ? count : 0
    }
    guard isDone else { throw CryptoError("the system gives no random bytes") }
    return bytes
  }
}
