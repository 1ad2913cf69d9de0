// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HLSOffline
internal import Synchronization

/// An origin in memory that is as slow and as unreliable as a test wants, the same each time.
///
/// ```swift
/// let clock = VirtualClock()
/// var conditions = SimulatedOrigin.Conditions()
/// conditions.bytesPerSecond = 125_000
/// conditions.faults = [.serverError: 0.1]
/// let origin = SimulatedOrigin(clock: clock, conditions)
/// ```
public final class SimulatedOrigin: ResourceTransport {
  /// What can go wrong with a request.
  public enum Fault: String, CaseIterable, Sendable {
    /// No connection.
    case unreachable
    /// Status 503.
    case serverError
    /// Status 429, with the wish to wait 3 seconds.
    case tooManyRequests
    /// The connection breaks in the middle of the body.
    case reset
    /// The body ends before its length, as if it were whole.
    case truncation
    /// Silence, until the client gives up.
    case silence
    /// Another version of the resource, under another `ETag`.
    case changedVersion
  }

  /// How the origin and the way to it are.
  public struct Conditions: Sendable {
    /// From a request to the first byte of its answer.
    public var latency = Duration.milliseconds(50)
    /// The rate of each answer.
    public var bytesPerSecond = 1_000_000
    /// The share of requests, from 0 to 1, that each fault strikes.
    public var faults: [Fault: Double] = [:]
    /// What chance comes from.
    public var seed: UInt64 = 1
    /// The address that answers seem to come from: a public one.
    public var address = "93.184.216.34"
    /// What is answered for a URI where there is no resource; `nil` for status 404.
    public var anything: @Sendable (String) -> [UInt8]? = { _ in nil }
    /// How long a client waits in silence.
    public var patience = Duration.seconds(30)

    /// Creates conditions without faults.
    public init() {}
  }

  private struct Resource {
    let bytes: [UInt8]
    var version = 1
  }

  private struct State {
    var resources: [String: Resource] = [:]
    var attempts: [String: UInt64] = [:]
    var requests: [String] = []
    var isReachable = true
    var redirects: [String: String] = [:]
  }

  private let clock: VirtualClock
  private let conditions: Conditions
  private let state = Mutex(State())

  /// Creates an origin without resources.
  public init(clock: VirtualClock, _ conditions: Conditions = Conditions()) {
    self.clock = clock
    self.conditions = conditions
  }

  /// Adds a resource, or another version of it.
  public func add(_ bytes: [UInt8], at uri: String) {
    state.withLock { state in
      let version = state.resources[uri]?.version ?? 0
      state.resources[uri] = Resource(bytes: bytes, version: version + 1)
    }
  }

  /// Answers requests for a URI with the way to another place.
  public func redirect(_ uri: String, to location: String) {
    state.withLock { $0.redirects[uri] = location }
  }

  /// The requests so far, as `URI` or `URI bytes=0-99`.
  public var requests: [String] { state.withLock { $0.requests } }

  /// Whether the origin answers at all.
  public var isReachable: Bool {
    get { state.withLock { $0.isReachable } }
    set { state.withLock { $0.isReachable = newValue } }
  }

  /// Answers a request.
  public func send(
    _ request: ResourceRequest, to receiver: any ResponseReceiver
  ) async throws(TransferError) {
    let (resource, attempt, isReachable) = state.withLock { state in
      state.requests.append(request.uri + (request.range.map { " \($0)" } ?? ""))
      state.attempts[request.uri, default: 0] += 1
      return (
        state.resources[request.uri], state.attempts[request.uri, default: 0], state.isReachable
      )
    }
    let fault = fault(of: request.uri, attempt)
    guard isReachable, fault != .unreachable else {
      try await pause(conditions.latency)
      throw TransferError(.connection, "no connection")
    }
    try await pause(conditions.latency)
    switch fault {
    case .silence:
      try await pause(conditions.patience)
      throw TransferError(.timedOut, "no answer for too long")
    case .serverError: return try answer(503, to: receiver)
    case .tooManyRequests: return try answer(429, ["retry-after": "3"], to: receiver)
    default: break
    }
    if let location = state.withLock({ $0.redirects[request.uri] }) {
      return try answer(302, ["location": location], to: receiver)
    }
    guard let resource = resource ?? conditions.anything(request.uri).map({ Resource(bytes: $0) })
    else {
      return try answer(404, to: receiver)
    }
    try await deliver(resource, request, fault, receiver)
  }

  private func deliver(
    _ resource: Resource, _ request: ResourceRequest, _ fault: Fault?,
    _ receiver: any ResponseReceiver
  ) async throws(TransferError) {
    let version = resource.version + (fault == .changedVersion ? 1000 : 0)
    let tag = "\"v\(version)-\(resource.bytes.count)\""
    var head = ResponseHead(
      status: 200, fields: ["etag": tag], address: conditions.address)
    var range = 0..<resource.bytes.count
    if let first = request.firstByte, request.condition == nil || request.condition == tag {
      let end = min(resource.bytes.count, request.lastByte.map { Int(clamping: $0) + 1 } ?? .max)
      guard first < end else { return try answer(416, to: receiver) }
      range = Int(first)..<end
      head.status = 206
      head.fields["content-range"] = "bytes \(first)-\(end - 1)/\(resource.bytes.count)"
    }
    head.fields["content-length"] = "\(range.count)"
    guard receiver.receive(head) else { throw TransferError(.stopped, "stopped") }
    let breaks = fault == .reset || fault == .truncation
    let end = breaks ? range.lowerBound + range.count / 2 : range.upperBound
    var position = range.lowerBound
    while position < end {
      let next = min(end, position + 16_384)
      try await pause(.seconds(1) * Double(next - position) / Double(conditions.bytesPerSecond))
      guard receiver.receive(resource.bytes.span.extracting(position..<next)) else {
        throw TransferError(.stopped, "stopped")
      }
      position = next
    }
    if fault == .reset { throw TransferError(.connection, "the connection broke") }
  }

  private func answer(
    _ status: Int, _ fields: [String: String] = [:], to receiver: any ResponseReceiver
  ) throws(TransferError) {
    guard
      receiver.receive(ResponseHead(status: status, fields: fields, address: conditions.address))
    else {
      throw TransferError(.stopped, "stopped")
    }
  }

  private func pause(_ duration: Duration) async throws(TransferError) {
    do {
      try await clock.sleep(for: duration)
    } catch {
      throw TransferError(.cancelled, "cancelled")
    }
  }

  /// The fault that strikes an attempt: chance depends on the attempt alone, not on what else goes
  /// on.
  private func fault(of uri: String, _ attempt: UInt64) -> Fault? {
    for (number, fault) in Fault.allCases.enumerated() {
      guard let share = conditions.faults[fault] else { continue }
      var hash = conditions.seed &+ attempt &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(number) << 32
      for byte in uri.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
      hash = (hash ^ hash >> 29) &* 0xBF58_476D_1CE4_E5B9
      if Double((hash ^ hash >> 32) >> 11) / 0x1p53 < share { return fault }
    }
    return nil
  }
}
