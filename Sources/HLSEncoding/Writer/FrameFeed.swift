// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Frames that come from elsewhere, one after the other: a pipe, a file, a camera.
public protocol FrameFeed {
  /// Appends the next frame to an input that is ready for it.
  ///
  /// - Returns: Whether there was one; `false` at the end.
  /// - Throws: What keeps the frame from being read or taken.
  mutating func appendNext(to input: AssetWriterInput) throws -> Bool
}

extension AssetWriterInput {
  /// Appends all frames of a feed, each when the input is ready for it, and marks the input as
  /// finished; blocks until then.
  ///
  /// - Throws: What the feed throws, and what the writer failed with.
  public func append(contentsOf feed: some FrameFeed) throws {
    var feed = feed
    defer { markAsFinished() }
    repeat { try waitUntilReady() } while try feed.appendNext(to: self)
  }
}
