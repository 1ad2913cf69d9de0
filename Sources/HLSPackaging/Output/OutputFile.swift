// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import HLSEncoding

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

  /// What bytes are encrypted with on their way.
  private var cipher: SegmentCipher?
  /// Bytes that have reached the file; those that wait for a whole block have not.
  private var written: UInt64 = 0

  /// Bytes written so far.
  private(set) var size: UInt64 = 0

  /// Creates a file, or empties one that is there.
  init(_ path: String, in directory: OutputDirectory) throws {
    descriptor = try Descriptor(path)
    self.directory = directory
  }

  /// Appends bytes.
  mutating func write(_ bytes: [UInt8]) throws {
    var bytes = bytes
    try write(&bytes, count: bytes.count)
  }

  /// Appends samples, which are no longer what they were where the file is encrypted.
  mutating func write(_ samples: SampleBuffer) throws {
    try write(&samples.bytes, count: samples.count)
  }

  private mutating func write(_ bytes: inout [UInt8], count: Int) throws {
    var range = 0..<count
    if let cipher {
      let (first, rest) = try cipher.encrypt(&bytes, count: count)
      try append(first, in: 0..<first.count)
      range = rest
    }
    try append(bytes, in: range)
    size += UInt64(count)
  }

  private mutating func append(_ bytes: [UInt8], in range: Range<Int>) throws {
    try put(bytes, in: range, at: written)
    written += UInt64(range.count)
  }

  /// Encrypts what is written from here on.
  mutating func beginEncryption(_ cipher: SegmentCipher) { self.cipher = cipher }

  /// Pads what was encrypted to whole blocks; what is written from here on is not encrypted.
  mutating func endEncryption() throws {
    guard let cipher else { return }
    self.cipher = nil
    let rest = try cipher.finish()
    try append(rest, in: 0..<rest.count)
    size = written
  }

  /// Appends stretches of another file.
  mutating func append(
    _ extents: [ByteExtent], of source: SourceFile, through buffer: CopyBuffer
  ) throws {
    guard lseek(descriptor.number, off_t(written), SEEK_SET) >= 0 else { throw failure(errno) }
    try source.copy(extents, through: buffer, to: descriptor.number, directory.path)
    let count = extents.reduce(0) { $0 + $1.size }
    size += count
    written += count
  }

  /// Writes over bytes that were written before.
  func overwrite(at offset: UInt64, with bytes: [UInt8]) throws {
    try put(bytes, in: 0..<bytes.count, at: offset)
  }

  private func put(_ bytes: [UInt8], in range: Range<Int>, at offset: UInt64) throws {
    try unsafe bytes.withUnsafeBytes { buffer in
      let buffer = unsafe UnsafeRawBufferPointer(rebasing: buffer[range])
      let size = buffer.count
      var done = 0
      while done < size, let base = buffer.baseAddress {
        let count = unsafe pwrite(
          descriptor.number, base + done, size - done, off_t(offset) + off_t(done))
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
