// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist

/// A resource, or a part of it, to be fetched whatever it takes.
struct FetchOrder: Sendable {
  /// The resolved URI.
  var uri: String

  /// The part that is wanted; `nil` for all of it.
  var byteRange: ByteRange?

  /// The most bytes that are taken.
  var limit: UInt64

  /// Whether the body may come compressed.
  var acceptsCompression = false

  /// The version that other parts of the resource, or the bytes that are there, are of.
  var validator: Validator?

  /// The resource in messages. Made only for one: thousands of small files need none.
  var place: String { ResourceURI.redacted(uri) }
}

/// What came of an order.
struct FetchResult: Sendable {
  /// Where the bytes came from, after redirects.
  var uri: String
  /// Their version.
  var validator: Validator
  /// How many there are.
  var length: UInt64
}

/// Why an attempt failed, and whether another may succeed.
struct FetchFailure: Error {
  let error: OfflineError
  let isTransient: Bool
  var retryAfter: Duration?

  static func transient(_ error: OfflineError, retryAfter: Duration? = nil) -> FetchFailure {
    FetchFailure(error: error, isTransient: true, retryAfter: retryAfter)
  }

  static func final(_ error: OfflineError) -> FetchFailure {
    FetchFailure(error: error, isTransient: false)
  }
}
