// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import CCurl

/// One of libcurl's easy handles, with what all requests share set once.
@safe
final class EasyHandle {
  let raw: UnsafeMutableRawPointer
  private var lines: UnsafeMutablePointer<curl_slist>?

  /// Makes a handle; `nil` without memory.
  init?(_ settings: CurlSettings) {
    guard let raw = unsafe curl_easy_init() else { return nil }
    unsafe self.raw = raw
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_PROTOCOLS_STR, "http,https")
    set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
    set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
    set(CURLOPT_PIPEWAIT, 1)
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    set(CURLOPT_BUFFERSIZE, 64 << 10)
    set(CURLOPT_CONNECTTIMEOUT, settings.connectTimeout)
    set(CURLOPT_LOW_SPEED_LIMIT, 1)
    set(CURLOPT_LOW_SPEED_TIME, settings.silenceTimeout)
    set(CURLOPT_TCP_KEEPALIVE, 1)
    set(CURLOPT_USERAGENT, settings.userAgent)
    if let file = settings.certificateFile { set(CURLOPT_CAINFO, file) }
    if let folder = settings.certificateFolder { set(CURLOPT_CAPATH, folder) }
    unsafe _ = CCurl_set_data_callback(raw, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
      unsafe Transfer.at(context)?.take(
        header: UnsafeBufferPointer(start: bytes, count: size * count))
        ?? false ? size * count : 0
    }
    unsafe _ = CCurl_set_data_callback(raw, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
      unsafe Transfer.at(context)?.take(
        body: UnsafeBufferPointer(start: bytes, count: size * count))
        ?? false ? size * count : 0
    }
    unsafe _ = CCurl_set_socket_callback(raw) { context, _, address in
      unsafe Transfer.at(context)?.socket(to: address) ?? CCurl_bad_socket()
    }
  }

  deinit {
    unsafe curl_easy_cleanup(raw)
    unsafe curl_slist_free_all(lines)
  }

  /// Sets what differs from request to request. The transfer has to live until ``clear()``.
  func prepare(_ request: CurlRequest, for transfer: Transfer) {
    set(CURLOPT_URL, request.uri)
    // Handles are used again: whatever one request sets, the next one sets too.
    set(CURLOPT_HTTPGET, 1)
    set(CURLOPT_NOBODY, request.isHeadOnly ? 1 : 0)
    set(CURLOPT_TIMEOUT_MS, request.timeout.map { max(1, Int(($0 * 1000).rounded(.up))) } ?? 0)
    set(CURLOPT_FOLLOWLOCATION, request.redirects > 0 ? 1 : 0)
    set(CURLOPT_MAXREDIRS, request.redirects)
    unsafe _ = CCurl_set_string(
      raw, CURLOPT_ACCEPT_ENCODING, request.acceptsCompression ? "gzip, deflate" : nil)
    let old = unsafe lines
    unsafe lines = nil
    for line in request.lines {
      guard let longer = unsafe curl_slist_append(lines, line) else { break }
      unsafe lines = longer
    }
    unsafe _ = CCurl_set_pointer(raw, CURLOPT_HTTPHEADER, lines)
    unsafe curl_slist_free_all(old)
    let context = unsafe Unmanaged.passUnretained(transfer).toOpaque()
    unsafe setContext(context)
  }

  /// Forgets the transfer.
  func clear() { unsafe setContext(nil) }

  private func setContext(_ context: UnsafeMutableRawPointer?) {
    for option in [CURLOPT_HEADERDATA, CURLOPT_WRITEDATA, CURLOPT_OPENSOCKETDATA] {
      unsafe _ = CCurl_set_pointer(raw, option, context)
    }
  }

  /// The address that the answer comes from.
  var address: String { text(CURLINFO_PRIMARY_IP) }

  /// Where the answer comes from, after redirects.
  var uri: String { text(CURLINFO_EFFECTIVE_URL) }

  /// How many redirects were followed.
  var redirects: Int {
    var count = 0
    unsafe _ = CCurl_get_long(raw, CURLINFO_REDIRECT_COUNT, &count)
    return count
  }

  private func text(_ information: CURLINFO) -> String {
    var text: UnsafePointer<CChar>?
    unsafe _ = CCurl_get_string(raw, information, &text)
    return unsafe text.map { unsafe String(cString: $0) } ?? ""
  }

  private func set(_ option: CURLoption, _ value: Int) {
    unsafe _ = CCurl_set_long(raw, option, value)
  }

  private func set(_ option: CURLoption, _ value: String) {
    unsafe _ = CCurl_set_string(raw, option, value)
  }
}
