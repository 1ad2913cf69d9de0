// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// What an origin may take.
package struct WebLimits: Hashable, Sendable {
  /// The most bytes of a resource, after decompression.
  package var size: Int
  /// The seconds for which an origin may be silent.
  package var idle: Double
  /// The seconds that a resource may take in all.
  package var total: Double
  /// The most redirects that lead to a resource.
  package var redirects: Int

  /// Creates bounds.
  package init(size: Int, idle: Double, total: Double, redirects: Int) {
    self.size = size
    self.idle = idle
    self.total = total
    self.redirects = redirects
  }
}
