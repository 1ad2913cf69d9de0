// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// What a session of downloads tells.
///
/// Each method may be left out. For a download that comes to its end they are called in the order in
/// which they stand here, and then `urlSession(_:task:didCompleteWithError:)`.
public protocol AVAssetDownloadDelegate: URLSessionTaskDelegate {
  /// Says which variants will be stored, the primary one first.
  func urlSession(
    _ session: URLSession, assetDownloadTask: AVAssetDownloadTask,
    willDownloadVariants variants: [AVAssetVariant])

  /// Says where the package will be; it must not be moved.
  func urlSession(
    _ session: URLSession, assetDownloadTask: AVAssetDownloadTask, willDownloadTo location: URL)

  /// Says which options are stored.
  func urlSession(
    _ session: URLSession, assetDownloadTask: AVAssetDownloadTask,
    didResolve resolvedMediaSelection: AVMediaSelection)

  /// Says where the package is, once it is complete or has failed.
  func urlSession(
    _ session: URLSession, assetDownloadTask: AVAssetDownloadTask,
    didFinishDownloadingTo location: URL)
}

extension AVAssetDownloadDelegate {
  /// Does nothing.
  public func urlSession(
    _ session: URLSession, assetDownloadTask: AVAssetDownloadTask,
    willDownloadVariants variants: [AVAssetVariant]
  ) {}

  /// Does nothing.
  public func urlSession(
    _ session: URLSession, assetDownloadTask: AVAssetDownloadTask, willDownloadTo location: URL
  ) {}

  /// Does nothing.
  public func urlSession(
    _ session: URLSession, assetDownloadTask: AVAssetDownloadTask,
    didResolve resolvedMediaSelection: AVMediaSelection
  ) {}

  /// Does nothing.
  public func urlSession(
    _ session: URLSession, assetDownloadTask: AVAssetDownloadTask,
    didFinishDownloadingTo location: URL
  ) {}
}
