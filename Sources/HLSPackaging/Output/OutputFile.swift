// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation

/// A file of a package that is being written.
struct OutputFile {
  /// The system's number for the file, which is given back with the last copy of this.
  private final class Descriptor: Sendable {
    let number: Int32

    init(_ path: String) throws(POSIXError) {
      number = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
      guard number >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }

    deinit { close(number) }
  }

  private let descriptor: Descriptor
  private let directory: OutputDirectory

  /// Bytes written so far.
  private(set) var size: UInt64 = 0

  /// Creates a file, or empties one that is there.
  init(_ path: String, in directory: OutputDirectory) throws {
    descriptor = try Descriptor(path)
    self.directory = directory
  }

  /// Appends bytes.
  mutating func write(_ bytes: [UInt8]) throws {
    try put(bytes, at: size)
    size += UInt64(bytes.count)
  }

  /// Appends stretches of another file.
  mutating func append(
    _ extents: [ByteExtent], of source: SourceFile, through buffer: CopyBuffer
  ) throws {
    guard lseek(descriptor.number, off_t(size), SEEK_SET) >= 0 else { throw failure(errno) }
    try source.copy(extents, through: buffer, to: descriptor.number, directory.path)
    size += extents.reduce(0) { $0 + $1.size }
  }

  /// Writes over bytes that were written before.
  func overwrite(at offset: UInt64, with bytes: [UInt8]) throws { try put(bytes, at: offset) }

  private func put(_ bytes: [UInt8], at offset: UInt64) throws {
    try unsafe bytes.withUnsafeBytes { buffer in
      var done = 0
      while done < buffer.count, let base = buffer.baseAddress {
        let count = unsafe pwrite(
          descriptor.number, base + done, buffer.count - done, off_t(offset) + off_t(done))
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw failure(errno) }
        done += count
      }
    }
  }

  private func failure(_ code: Int32) -> PackagingError {
    let error = POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO)
    return PackagingError(.output, directory.path, "cannot write: \(SystemReason.text(error))")
  }
}
