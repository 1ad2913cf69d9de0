// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation

/// A file that media are copied from.
final class SourceFile: Sendable {
  /// The path as it was given.
  let path: String
  /// The bytes of the file when it was opened.
  let size: UInt64

  private let descriptor: Int32

  /// Opens a file.
  ///
  /// - Throws: ``PackagingError`` when it is missing, no ordinary file, empty, or unreadable.
  init(_ path: String) throws(PackagingError) {
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw PackagingError(.source, path, Self.reason(errno))
    }
    var status = stat()
    let isFile = unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    guard isFile, status.st_size > 0 else {
      close(descriptor)
      throw PackagingError(
        .source, path, "expected a media file, found \(isFile ? "an empty file" : "no file")")
    }
    self.path = path
    size = UInt64(status.st_size)
  }

  deinit { close(descriptor) }

  /// Reads bytes, fewer where the file ends.
  func read(at offset: UInt64, count: Int) throws(PackagingError) -> [UInt8] {
    guard let start = off_t(exactly: offset), offset < size else { return [] }
    let wanted = Int(min(UInt64(max(0, count)), size - offset))
    var code: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
      while filled < wanted, let base = buffer.baseAddress {
        let got = unsafe pread(descriptor, base + filled, wanted - filled, start + off_t(filled))
        if got < 0, errno == EINTR { continue }
        if got < 0 { code = errno }
        guard got > 0 else { return }
        filled += got
      }
    }
    guard code == 0 else { throw PackagingError(.source, path, Self.reason(code)) }
    return bytes
  }

  /// Appends stretches of the file to another one.
  ///
  /// The kernel copies from the page cache of one file into that of the other: stretches are mapped
  /// a window at a time and never touched here, so that a file that shrinks meanwhile ends in an
  /// error of the write and not in a signal.
  func copy(
    _ extents: [ByteExtent], to output: Int32, _ outputPath: String
  ) throws(PackagingError) {
    var batch = CopyBatch()
    for var extent in extents where extent.size > 0 {
      guard extent.end <= size else {
        throw PackagingError(.source, path, "ends before the media that its tables list")
      }
      while extent.size > 0 {
        let taken = batch.take(&extent)
        if !taken {
          try flush(batch, to: output, outputPath)
          batch = CopyBatch()
        }
      }
    }
    try flush(batch, to: output, outputPath)
  }

  private func flush(
    _ batch: CopyBatch, to output: Int32, _ outputPath: String
  ) throws(PackagingError) {
    guard let code = batch.copy(from: descriptor, to: output) else { return }
    guard code != EFAULT else {
      throw PackagingError(.source, path, "changed while it was being copied")
    }
    throw PackagingError(.output, outputPath, "cannot write: \(Self.reason(code))")
  }

  private static func reason(_ code: Int32) -> String {
    if code == ENOENT { return "no such file" }
    if code == EACCES { return "no permission to read" }
    let text = unsafe String(cString: strerror(code))
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}

/// Stretches of a file that lie close enough together to be mapped at once and written with one
/// call.
private struct CopyBatch {
  /// The most bytes from the first to the last: what is mapped counts as memory of the process.
  private static let span: UInt64 = 4 << 20
  /// The most stretches of one call (`IOV_MAX`).
  private static let count = 1024

  private var extents: [ByteExtent] = []
  private var bytes: UInt64 = 0

  /// Takes a stretch, or the front of one that is too long; `false` when it does not fit.
  mutating func take(_ extent: inout ByteExtent) -> Bool {
    let start = extents.first?.offset ?? extent.offset
    guard extents.count < Self.count, extent.offset >= start, extent.offset - start < Self.span
    else { return false }
    let room = Self.span - (extent.offset - start)
    let part = ByteExtent(offset: extent.offset, size: min(extent.size, room))
    extents.append(part)
    bytes += part.size
    extent.offset += part.size
    extent.size -= part.size
    return true
  }

  /// Maps the stretches and writes them.
  ///
  /// - Returns: The number of the system's error, or `nil`.
  func copy(from source: Int32, to output: Int32) -> Int32? {
    guard let first = extents.first, let last = extents.last else { return nil }
    let page = UInt64(sysconf(Int32(_SC_PAGESIZE)))
    let start = first.offset / page * page
    let length = Int(last.end - start)
    // Where little of the span is wanted, only its pages are brought in.
    let populate = bytes > (last.end - start) / 2 ? MAP_POPULATE : 0
    guard
      let base = unsafe mmap(
        nil, length, PROT_READ, MAP_SHARED | Int32(populate), source, off_t(start)),
      unsafe base != MAP_FAILED
    else { return errno }
    defer { unsafe munmap(base, length) }
    var vectors = unsafe extents.map { extent in
      unsafe iovec(iov_base: base + Int(extent.offset - start), iov_len: Int(extent.size))
    }
    return unsafe vectors.withUnsafeMutableBufferPointer { buffer in
      unsafe Self.writeAll(buffer, to: output)
    }
  }

  private static func writeAll(
    _ vectors: UnsafeMutableBufferPointer<iovec>, to output: Int32
  ) -> Int32? {
    var next = 0
    while next < vectors.count, let base = vectors.baseAddress {
      let written = unsafe writev(output, base + next, Int32(vectors.count - next))
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { return errno }
      var left = written
      while next < vectors.count, left >= (unsafe vectors[next].iov_len) {
        unsafe left -= vectors[next].iov_len
        next += 1
      }
      guard left > 0 else { continue }
      unsafe vectors[next].iov_base = vectors[next].iov_base?.advanced(by: left)
      unsafe vectors[next].iov_len -= left
    }
    return nil
  }
}
