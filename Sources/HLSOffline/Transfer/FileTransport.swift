// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Dispatch
internal import Foundation

/// Files of this machine, answered as an origin would.
struct FileTransport: ResourceTransport {
  func send(
    _ request: ResourceRequest, to receiver: any ResponseReceiver
  ) async throws(TransferError) {
    // Reading blocks its thread, so it is kept off those that tasks share.
    let result: Result<Void, TransferError> = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        do throws(TransferError) {
          try Self.read(request, receiver)
          continuation.resume(returning: .success(()))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
    try result.get()
  }

  private static func read(
    _ request: ResourceRequest, _ receiver: any ResponseReceiver
  ) throws(TransferError) {
    guard let path = ResourceURI(request.uri).filePath else {
      throw TransferError(.permanent, "expected a path of this machine")
    }
    // Not waiting for the other end of a pipe, and not taking a terminal for the process's own.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      _ = receiver.receive(ResponseHead(status: errno == EACCES ? 403 : 404))
      return
    }
    defer { close(descriptor) }
    var details = stat()
    guard unsafe fstat(descriptor, &details) == 0, details.st_mode & S_IFMT == S_IFREG else {
      throw TransferError(.permanent, "expected a file, found something else")
    }
    let size = UInt64(max(0, details.st_size))
    let first = request.firstByte ?? 0
    let end = min(size, request.lastByte.map { $0 == .max ? $0 : $0 + 1 } ?? size)
    let tag =
      "\"\(details.st_ino)-\(details.st_size)-\(details.st_mtim.tv_sec)-\(details.st_mtim.tv_nsec)\""
    var head = ResponseHead(status: 200, fields: ["etag": tag])
    if request.firstByte != nil {
      guard first < end else {
        head.status = 416
        head.fields["content-range"] = "bytes */\(size)"
        _ = receiver.receive(head)
        return
      }
      head.status = 206
      head.fields["content-range"] = "bytes \(first)-\(end - 1)/\(size)"
    }
    head.fields["content-length"] = "\(end - first)"
    guard receiver.receive(head) else { throw TransferError(.stopped, "stopped") }
    var offset = first
    var buffer = [UInt8](repeating: 0, count: 256 << 10)
    while offset < end {
      let wanted = Int(min(UInt64(buffer.count), end - offset))
      let count = unsafe pread(descriptor, &buffer, wanted, off_t(offset))
      guard count > 0 else { throw TransferError(.truncated, "the file ends before its length") }
      guard receiver.receive(buffer.span.extracting(0..<count)) else {
        throw TransferError(.stopped, "stopped")
      }
      offset += UInt64(count)
    }
  }
}
