// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import ISOBMFF

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

  /// Reads bytes to a range of others.
  ///
  /// - Throws: ``PackagingError`` when the file ends before, or cannot be read.
  func read(
    at offset: UInt64, into bytes: inout [UInt8], _ range: Range<Int>
  ) throws(PackagingError) {
    var code: Int32 = 0
    var filled = 0
    unsafe bytes.withUnsafeMutableBytes { buffer in
      while filled < range.count, let base = buffer.baseAddress {
        let got = unsafe pread(
          descriptor, base + range.lowerBound + filled, range.count - filled,
          off_t(offset) + off_t(filled))
        if got < 0, errno == EINTR { continue }
        if got < 0 { code = errno }
        guard got > 0 else { return }
        filled += got
      }
    }
    guard code == 0 else { throw PackagingError(.source, path, Self.reason(code)) }
    guard filled == range.count else {
      throw PackagingError(.source, path, "ends before the media that its tables list")
    }
  }

  /// Appends stretches of the file to another one.
  ///
  /// What lies close together is read with one call and written with one, without being looked at.
  /// (Mapping the file, or `copy_file_range` for stretches as small as these, took as long and more
  /// memory.)
  func copy(
    _ extents: [ByteExtent], through buffer: CopyBuffer, to output: Int32, _ outputPath: String
  ) throws(PackagingError) {
    for var extent in extents where extent.size > 0 {
      guard extent.end <= size else {
        throw PackagingError(.source, path, "ends before the media that its tables list")
      }
      while extent.size > 0 {
        if !buffer.take(&extent) { try flush(buffer, to: output, outputPath) }
      }
    }
    try flush(buffer, to: output, outputPath)
  }

  private func flush(
    _ buffer: CopyBuffer, to output: Int32, _ outputPath: String
  ) throws(PackagingError) {
    switch buffer.flush(from: descriptor, to: output) {
    case .done: return
    case .unread(let code):
      throw PackagingError(
        .source, path, code == 0 ? "changed while it was being copied" : Self.reason(code))
    case .unwritten(let code):
      throw PackagingError(.output, outputPath, "cannot write: \(Self.reason(code))")
    }
  }

  private static func reason(_ code: Int32) -> String {
    if code == ENOENT { return "no such file" }
    if code == EACCES { return "no permission to read" }
    let text = unsafe String(cString: strerror(code))
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}

extension SourceFile: ByteSource {
  func bytes(at offset: UInt64, count: Int) -> [UInt8] {
    (try? read(at: offset, count: count)) ?? []
  }
}
