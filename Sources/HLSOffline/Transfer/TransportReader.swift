// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
public import HLSVariants
internal import Synchronization

/// Reads playlists through a transport, under the rules of a download, and remembers their
/// versions.
public final class TransportReader: ResourceReader {
  /// The most bytes that a playlist may have, decompressed.
  public static let sizeLimit: UInt64 = 64 << 20

  /// What may be fetched.
  public let access: AccessPolicy

  private let fetcher: Fetcher
  private let versions = Mutex<[String: Validator]>([:])

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - transport: What sends requests.
  ///   - access: What may be fetched.
  ///   - retries: When a request is sent again.
  ///   - clock: The clock of the pauses.
  public init(
    _ transport: any ResourceTransport, access: AccessPolicy, retries: RetryPolicy = RetryPolicy(),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.access = access
    fetcher = Fetcher(transport: transport, access: access, policy: retries, clock: clock)
  }

  /// The bytes of a resource, and where they came from.
  ///
  /// - Throws: ``OfflineError``.
  public func read(_ uri: String) async throws -> (bytes: [UInt8], uri: String) {
    let sink = MemorySink()
    let order = FetchOrder(uri: uri, limit: Self.sizeLimit, acceptsCompression: true)
    let result = try await fetcher.fetch(order, into: sink)
    versions.withLock { $0[uri] = result.validator }
    return (sink.take(), result.uri)
  }

  /// The size of a file.
  public func size(of uri: String) -> UInt64? {
    guard access.allowsFiles, let path = ResourceURI(uri).filePath else { return nil }
    return FileAndWebReader().size(of: path)
  }

  /// The version of a resource that was read.
  func version(of uri: String) -> Validator? { versions.withLock { $0[uri] } }
}
