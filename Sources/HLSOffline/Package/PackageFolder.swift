// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import CLinux
internal import Foundation

/// The folder of a package: every file of it is opened relative to the folder itself, so that
/// nothing of a path above it matters any more, and no link is followed.
final class PackageFolder: Sendable {
  /// The path, for messages.
  let path: String
  private let descriptor: Int32

  /// Opens a folder.
  ///
  /// - Throws: ``OfflineError/Code/notAPackage``.
  init(_ path: String) throws(OfflineError) {
    self.path = path
    descriptor = unsafe Foundation.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw OfflineError(.notAPackage, path, "expected a folder: \(Self.reason)")
    }
  }

  deinit { close(descriptor) }

  /// Creates a folder where it is missing.
  static func create(_ path: String) throws(OfflineError) -> PackageFolder {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw OfflineError(.disk, path, "expected a folder that can be written, found none")
    }
    return try PackageFolder(path)
  }

  /// Takes the right to write, which ends with the process; `false` when another process has it.
  func lock() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK }

  /// What the system said last.
  static var reason: String { unsafe String(cString: strerror(errno)) }

  /// The error for a file that the system refuses.
  func error(_ name: String) -> OfflineError {
    let isFull = errno == ENOSPC || errno == EDQUOT
    return OfflineError(
      isFull ? .diskFull : .disk, "\(path)/\(name)", Self.reason,
      remedy: isFull ? "the same command goes on once there is room" : nil)
  }

  /// Opens a file for writing, creating it.
  func open(_ name: String, flags: Int32, mode: mode_t = 0o644) throws(OfflineError) -> Int32 {
    let file = unsafe openat(
      descriptor, name, flags | O_NOFOLLOW | O_CLOEXEC, mode)
    guard file >= 0 else { throw error(name) }
    return file
  }

  /// Creates a folder inside, where it is missing.
  func createFolder(_ name: String) throws(OfflineError) {
    guard unsafe mkdirat(descriptor, name, 0o755) == 0 || errno == EEXIST else { throw error(name) }
  }

  /// The length of a file; `nil` where there is none.
  func length(of name: String) -> UInt64? { details(of: name).map { UInt64(max(0, $0.st_size)) } }

  /// When a file was written last, in seconds since 1970.
  func modificationDate(of name: String) -> Int64? {
    details(of: name).map { Int64($0.st_mtim.tv_sec) }
  }

  private func details(of name: String) -> stat? {
    var details = stat()
    guard unsafe fstatat(descriptor, name, &details, AT_SYMLINK_NOFOLLOW) == 0,
      details.st_mode & S_IFMT == S_IFREG
    else { return nil }
    return details
  }

  /// Moves a file to its name.
  func rename(_ name: String, to other: String) throws(OfflineError) {
    guard unsafe renameat(descriptor, name, descriptor, other) == 0 else { throw error(name) }
  }

  /// Removes a file, where it is there.
  func remove(_ name: String) { unsafe _ = unlinkat(descriptor, name, 0) }

  /// Writes a file beside its name and moves it there.
  func write(_ bytes: [UInt8], to name: String, mode: mode_t = 0o644) throws(OfflineError) {
    let part = name + ".part"
    let file = try open(part, flags: O_WRONLY | O_CREAT | O_TRUNC, mode: mode)
    defer { close(file) }
    guard bytes.span.writeAll(to: file) else {
      let failure = error(name)
      remove(part)
      throw failure
    }
    try rename(part, to: name)
  }

  /// The bytes of a file.
  ///
  /// - Throws: ``OfflineError/Code/unreadable`` where there is none, or a longer one.
  func read(_ name: String, limit: Int = 64 << 20) throws(OfflineError) -> [UInt8] {
    guard let length = length(of: name), length <= limit else {
      throw OfflineError(
        .unreadable, "\(path)/\(name)", "expected a file of at most \(limit) bytes, found none")
    }
    let file = try open(name, flags: O_RDONLY | O_NONBLOCK)
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: Int(length))
    var count = 0
    while count < bytes.count {
      let read = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe Foundation.read(file, buffer.baseAddress?.advanced(by: count), buffer.count - count)
      }
      guard read > 0 else { break }
      count += read
    }
    return Array(bytes.prefix(count))
  }

  /// Brings all that was written to the disk. One call for the whole file system costs less than
  /// one for each of many files.
  func synchronize() { _ = syncfs(descriptor) }

  /// Bytes that can still be written.
  var availableBytes: UInt64? {
    var details = statvfs()
    guard unsafe fstatvfs(descriptor, &details) == 0 else { return nil }
    return UInt64(details.f_bavail).multipliedReportingOverflow(by: UInt64(details.f_frsize))
      .partialValue
  }
}

extension Span<UInt8> {
  /// Writes all bytes to a file; `false` where that fails.
  func writeAll(to file: Int32) -> Bool {
    unsafe withUnsafeBufferPointer { buffer in
      var written = 0
      while written < buffer.count {
        let count = unsafe Foundation.write(
          file, buffer.baseAddress?.advanced(by: written), buffer.count - written)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        written += count
      }
      return true
    }
  }
}
