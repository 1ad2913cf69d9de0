// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import CCurl

/// A request that is under way, as the session's thread sees it.
@safe
final class Transfer {
  let id: UInt64
  private(set) var easy: EasyHandle?
  private let request: CurlRequest
  private let receiver: any CurlReceiver
  private let continuation: CheckedContinuation<Result<Void, CurlError>, Never>
  private var head = CurlHead()
  private var hasHead = false
  private var start = ContinuousClock.now
  private var isStopped = false
  private var isRefused = false

  init(
    _ id: UInt64, _ request: CurlRequest, _ receiver: any CurlReceiver,
    _ continuation: CheckedContinuation<Result<Void, CurlError>, Never>
  ) {
    self.id = id
    self.request = request
    self.receiver = receiver
    self.continuation = continuation
  }

  /// The transfer that libcurl was given as a context.
  static func at(_ context: UnsafeMutableRawPointer?) -> Transfer? {
    unsafe context.map { unsafe Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
  }

  func begin(on easy: EasyHandle) {
    self.easy = easy
    start = .now
    easy.prepare(request, for: self)
  }

  /// Gives the handle back.
  func end() -> EasyHandle? {
    defer { easy = nil }
    easy?.clear()
    return easy
  }

  func resume(_ result: Result<Void, CurlError>) { continuation.resume(returning: result) }

  /// What libcurl's result says, or what ended the transfer before.
  func result(of code: CURLcode) -> Result<Void, CurlError> {
    if isRefused { return .failure(CurlError(.addressRefused, "the host's address is private")) }
    if isStopped { return .failure(CurlError(.stopped, "stopped")) }
    if code == CURLE_OK { return .success(()) }
    // libcurl gives both limits of time one name, and looks at its own clock, in milliseconds.
    if code == CURLE_OPERATION_TIMEDOUT, let timeout = request.timeout,
      start.duration(to: .now) + .milliseconds(10) >= .seconds(timeout)
    {
      return .failure(CurlError(.late, "the time was over"))
    }
    return .failure(CurlError(code, ""))
  }

  func take(header bytes: UnsafeBufferPointer<CChar>) -> Bool {
    // What comes after the body is of no use.
    guard !hasHead else { return true }
    let line = unsafe Array(UnsafeRawBufferPointer(bytes))
    if line.starts(with: "HTTP/".utf8) {
      head = CurlHead()
      let words = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
      head.status = words.count > 1 ? Int(Self.text(words[1].prefix(3))) ?? 0 : 0
    } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
      head.fields[Self.text(line[..<colon]).lowercased()] = Self.text(line[(colon + 1)...])
    } else if head.status >= 200, !isFollowed {
      hasHead = true
      head.address = easy?.address ?? ""
      head.uri = easy?.uri ?? ""
      head.redirects = easy?.redirects ?? 0
      isStopped = !receiver.receive(head)
      return !isStopped
    }
    return true
  }

  /// Whether libcurl goes on to where the head leads, without the body.
  private var isFollowed: Bool {
    request.redirects > 0 && (300..<400).contains(head.status) && head.fields["location"] != nil
  }

  func take(body bytes: UnsafeBufferPointer<CChar>) -> Bool {
    unsafe bytes.withMemoryRebound(to: UInt8.self) { bytes in
      isStopped = !receiver.receive(unsafe Span(_unsafeElements: bytes))
    }
    return !isStopped
  }

  /// A socket to an address, unless the request does not allow it.
  func socket(to address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
    guard let bytes = unsafe Self.bytes(of: address), request.allowsAddress(bytes) else {
      isRefused = true
      return CCurl_bad_socket()
    }
    let (family, type, proto) = unsafe (
      address.pointee.family, address.pointee.socktype, address.pointee.protocol
    )
    return CCurl.socket(family, type, proto)
  }

  /// The bytes of an IPv4 or IPv6 address, which stand at fixed places of its structure.
  private static func bytes(of address: UnsafeMutablePointer<curl_sockaddr>) -> [UInt8]? {
    let range: Range<Int>
    switch unsafe address.pointee.family {
    case AF_INET: range = 4..<8
    case AF_INET6: range = 8..<24
    default: return nil
    }
    // An IPv6 address is longer than the structure says: libcurl has the room behind it.
    guard let start = MemoryLayout<curl_sockaddr>.offset(of: \.addr) else { return nil }
    let raw = unsafe UnsafeRawBufferPointer(
      start: UnsafeRawPointer(address) + start, count: range.upperBound)
    return unsafe Array(raw[range])
  }

  /// Bytes as text, without the blanks and line ends around it.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    let start = bytes.drop { $0 <= 0x20 }
    let end = start.lastIndex { $0 > 0x20 } ?? start.startIndex - 1
    return String(decoding: start[..<(end + 1)], as: UTF8.self)
  }
}
