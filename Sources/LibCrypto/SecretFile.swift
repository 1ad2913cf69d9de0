// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import CCrypto
internal import Glibc

/// A file with keys, readable and writable by its owner alone.
public enum SecretFile {
  /// The most that is read as keys.
  static let maximumSize = 1 << 20

  /// Reads a file, or standard input under the name `-`.
  ///
  /// - Throws: ``CryptoError`` when it cannot be read, or is too large to hold keys.
  public static func read(_ path: String) throws(CryptoError) -> SecretBytes {
    let descriptor = path == "-" ? 0 : unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("cannot be read", errno) }
    defer { if descriptor != 0 { close(descriptor) } }
    let secret = try SecretBytes(capacity: maximumSize + 1)
    var filled = 0
    while filled <= maximumSize {
      let got = unsafe secret.withMemory {
        unsafe Glibc.read(descriptor, $0 + filled, maximumSize + 1 - filled)
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw failure("cannot be read", errno) }
      guard got > 0 else { break }
      filled += got
    }
    guard filled <= maximumSize else {
      throw CryptoError("expected keys, found more than \(maximumSize) bytes")
    }
    secret.setCount(filled)
    return secret
  }

  /// Whether others than the owner may read a file.
  public static func isReadableByOthers(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && status.st_mode & 0o077 != 0
  }

  /// Whether there is a file.
  public static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  /// Creates a file of mode 0600. What is there already is never written over.
  ///
  /// - Throws: ``CryptoError`` when there is such a file, or it cannot be written.
  public static func write(_ secret: SecretBytes, to path: String) throws(CryptoError) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure("cannot be written", errno) }
    var code: Int32 = 0
    var done = 0
    while done < secret.count {
      let count = unsafe secret.withMemory {
        unsafe Glibc.write(descriptor, $0 + done, secret.count - done)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        code = errno
        break
      }
      done += count
    }
    if code == 0, fsync(descriptor) != 0, errno != EINVAL { code = errno }
    if close(descriptor) != 0, code == 0 { code = errno }
    guard code == 0 else {
      unsafe _ = unlink(path)
      throw failure("cannot be written", code)
    }
  }

  private static func failure(_ what: String, _ code: Int32) -> CryptoError {
    let text = unsafe String(cString: strerror(code))
    return CryptoError("\(what): \(text.prefix(1).lowercased() + text.dropFirst())")
  }
}
