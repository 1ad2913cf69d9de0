// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import LibCurl

/// What an origin answered.
package struct WebAnswer: Sendable {
  /// The body, decompressed.
  package internal(set) var body: [UInt8] = []
  /// Where it came from, after redirects.
  package internal(set) var uri = ""
  /// The status.
  package internal(set) var status = 0
  /// The media type, in lower case and without parameters.
  package internal(set) var mediaType: String?
  /// Whether the body came compressed by gzip.
  package internal(set) var isCompressed = false
  /// The length that the head of the answer gives.
  package internal(set) var length: UInt64?
  /// How many redirects led to the resource.
  package internal(set) var redirects = 0

  init() {}

  init(_ head: CurlHead) {
    status = head.status
    mediaType = head.fields["content-type"]?.prefix { $0 != ";" }
      .split(separator: " ").first?.lowercased()
    isCompressed = head.fields["content-encoding"]?.lowercased().contains("gzip") ?? false
    length = head.fields["content-length"].flatMap { UInt64($0) }
    uri = head.uri
    redirects = head.redirects
  }
}
