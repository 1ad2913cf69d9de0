// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import Foundation
internal import Synchronization

/// A web server in the test's own process, at a port of the loopback interface that is free.
///
/// It answers one request a connection, and misbehaves where a test asks for it.
public final class LoopbackServer: Sendable {
  /// What a client asks for.
  public struct Request: Sendable {
    /// `GET` or `HEAD`.
    public let method: String
    /// The path with its query.
    public let path: String
    /// The header fields, their names in lower case.
    public let fields: [String: String]
  }

  /// What the server answers.
  public struct Response: Sendable {
    /// What comes after the body.
    public enum Ending: Sendable {
      /// The end of the connection.
      case close
      /// Nothing, until the client gives up.
      case silence
      /// The body again and again, until the client gives up.
      case again
      /// A byte ten times a second, until the client gives up.
      case drops
    }

    /// The status.
    public var status: Int
    /// The header fields; without a `Content-Length` the body's own is sent.
    public var fields: [String: String]
    /// The body.
    public var body: Data
    /// What comes after the body.
    public var ending: Ending

    /// Creates an answer.
    public init(
      _ body: Data = Data(), status: Int = 200, fields: [String: String] = [:],
      ending: Ending = .close
    ) {
      self.status = status
      self.fields = fields
      self.body = body
      self.ending = ending
    }
  }

  private struct Counts {
    var open = 0
    var most = 0
    var requests: [String] = []
  }

  /// `http://127.0.0.1:PORT`, without a slash at the end.
  public let address: String
  private let socket: Int32
  private let counts = Mutex(Counts())
  private let answer: @Sendable (Request) -> Response

  /// The most connections that were open at a time.
  public var mostConnections: Int { counts.withLock { $0.most } }
  /// The requests so far, as `GET /path`.
  public var requests: [String] { counts.withLock { $0.requests } }

  /// Starts a server.
  public init(_ answer: @escaping @Sendable (Request) -> Response) throws {
    self.answer = answer
    socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let (handle, length) = (socket, size)
    let isBound = unsafe withUnsafeMutablePointer(to: &place) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe bind(handle, address, length) == 0 && listen(handle, 128) == 0
          && getsockname(handle, address, &size) == 0
      }
    }
    guard isBound else { throw CocoaError(.fileReadUnknown) }
    address = "http://127.0.0.1:\(UInt16(bigEndian: place.sin_port))"
    Thread.detachNewThread { [self] in
      while true {
        let connection = accept(socket, nil, nil)
        guard connection >= 0 else { return }
        Thread.detachNewThread { [self] in serve(connection) }
      }
    }
  }

  /// Takes no more connections.
  public func stop() {
    shutdown(socket, Int32(SHUT_RDWR))
    close(socket)
  }

  private func serve(_ connection: Int32) {
    counts.withLock {
      $0.open += 1
      $0.most = max($0.most, $0.open)
    }
    defer {
      counts.withLock { $0.open -= 1 }
      close(connection)
    }
    guard let request = Self.request(from: connection) else { return }
    counts.withLock { $0.requests.append("\(request.method) \(request.path)") }
    let response = answer(request)
    var head = "HTTP/1.1 \(response.status) Answer\r\nConnection: close\r\n"
    for (name, value) in response.fields { head += "\(name): \(value)\r\n" }
    if response.fields["Content-Length"] == nil, case .close = response.ending {
      head += "Content-Length: \(response.body.count)\r\n"
    }
    guard Self.send(Data((head + "\r\n").utf8), to: connection), request.method != "HEAD",
      Self.send(response.body, to: connection)
    else { return }
    switch response.ending {
    case .close: break
    case .silence: while Self.receive(from: connection) != nil {}
    case .again: while Self.send(response.body, to: connection) {}
    case .drops: while Self.send(Data([0x23]), to: connection) { usleep(100_000) }
    }
  }

  private static func request(from connection: Int32) -> Request? {
    var text = ""
    while !text.contains("\r\n\r\n") {
      guard text.utf8.count < 1 << 16, let part = receive(from: connection) else { return nil }
      text += String(decoding: part, as: UTF8.self)
    }
    let lines = text.components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    guard words.count == 3 else { return nil }
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      fields[line[..<colon].lowercased()] = line[line.index(after: colon)...]
        .trimmingCharacters(in: .whitespaces)
    }
    return Request(method: String(words[0]), path: String(words[1]), fields: fields)
  }

  /// The next bytes, or `nil` where the client has gone.
  private static func receive(from connection: Int32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe recv(connection, &bytes, bytes.count, 0)
    return count > 0 ? Array(bytes.prefix(count)) : nil
  }

  /// Sends all bytes; `false` where the client has gone.
  private static func send(_ data: Data, to connection: Int32) -> Bool {
    var rest = Array(data)[...]
    while !rest.isEmpty {
      let bytes = Array(rest)
      let count = unsafe Foundation.send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
