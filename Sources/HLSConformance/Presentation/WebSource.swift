// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import WebLoading

/// Streams of the web, with bounds on everything that an origin can do: bytes, time, redirects and
/// connections.
public struct WebSource: StreamSource {
  /// The bounds of a request.
  public struct Limits: Hashable, Sendable {
    /// The most bytes of a resource, after decompression.
    public var size: Int
    /// The seconds for which an origin may be silent.
    public var idle: Double
    /// The seconds that a resource may take.
    public var total: Double
    /// The most redirects that lead to a resource.
    public var redirects: Int

    /// Creates bounds.
    public init(size: Int = 64 << 20, idle: Double = 15, total: Double = 120, redirects: Int = 5) {
      self.size = size
      self.idle = idle
      self.total = total
      self.redirects = redirects
    }
  }

  private let limits: Limits
  private let session: WebSession

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - limits: What an origin may take.
  ///   - connections: The most connections to a host at a time.
  public init(limits: Limits = Limits(), connections: Int = 8) {
    self.limits = limits
    session = WebSession(
      WebLimits(
        size: limits.size, idle: limits.idle, total: limits.total, redirects: limits.redirects),
      connections: connections)
  }

  /// Whether a text names a resource of the web.
  public static func isWeb(_ uri: String) -> Bool {
    let scheme = uri.prefix { $0 != ":" }.lowercased()
    return (scheme == "http" || scheme == "https") && uri.dropFirst(scheme.count).hasPrefix("://")
  }

  /// The bytes of a resource. A range is asked for as such; where the whole comes, it is cut.
  public func read(_ uri: String, range: Range<UInt64>?) async throws -> StreamResource {
    guard range?.isEmpty != true else { return StreamResource(bytes: [], uri: uri) }
    let answer = try await answer(to: uri, range)
    var resource = StreamResource(
      bytes: answer.body, uri: answer.uri,
      delivery: StreamResource.Delivery(
        mediaType: answer.mediaType, isCompressed: answer.isCompressed,
        redirects: answer.redirects, ignoresRanges: range != nil && answer.status != 206))
    if let range, answer.status != 206 { resource.bytes = resource.bytes.part(range) }
    return resource
  }

  /// The length that the origin gives for a resource without sending it (`HEAD`).
  public func size(of uri: String) async -> UInt64? {
    try? await answer(to: uri, isHeadOnly: true).length
  }

  private func answer(
    to uri: String, _ range: Range<UInt64>? = nil, isHeadOnly: Bool = false
  ) async throws(StreamSourceError) -> WebAnswer {
    guard Self.isWeb(uri) else {
      throw StreamSourceError(uri: uri, reason: "expected an http(s) URL, found another")
    }
    do {
      return try await session.answer(to: uri, range: range, isHeadOnly: isHeadOnly)
    } catch {
      throw StreamSourceError(uri: uri, reason: error.reason, isOverLimit: error.isOverLimit)
    }
  }
}
