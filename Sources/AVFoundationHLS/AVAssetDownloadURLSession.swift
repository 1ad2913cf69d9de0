// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import Foundation
public import HLSOffline
public import HLSVariants

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

// Sendable: all that is stored is immutable; the delegate is called on its queue alone.
/// A session of downloads.
///
/// On Apple's systems the downloads of a session go on in another process; here they end with this
/// one, and go on where they stood when the same download is begun again.
public final class AVAssetDownloadURLSession: URLSession, @unchecked Sendable {
  /// How downloads are done where nothing is said about it on Apple's systems.
  public struct Conditions: Sendable {
    /// The folder that packages are stored in.
    public var folder: URL
    /// The device that plays them.
    public var device = DeviceProfile.unlimited
    /// What sends requests; `nil` for files and the web.
    public var transport: (any ResourceTransport)?
    /// How a download is done.
    public var options = DownloadOptions()

    /// Creates the default conditions, with a folder for packages.
    public init(folder: URL = FileManager.default.temporaryDirectory) { self.folder = folder }
  }

  let conditions: Conditions
  private let downloadDelegate: (any AVAssetDownloadDelegate)?
  private let queue: OperationQueue

  /// Creates a session. The configuration, which is about cellular networks and the background, is
  /// kept and has no effect.
  public convenience init(
    configuration: URLSessionConfiguration,
    assetDownloadDelegate delegate: (any AVAssetDownloadDelegate)?,
    delegateQueue: OperationQueue?
  ) {
    self.init(
      configuration: configuration, assetDownloadDelegate: delegate, delegateQueue: delegateQueue,
      conditions: Conditions())
  }

  /// Creates a session under conditions that a test sets.
  public init(
    configuration: URLSessionConfiguration,
    assetDownloadDelegate delegate: (any AVAssetDownloadDelegate)?,
    delegateQueue: OperationQueue?, conditions: Conditions
  ) {
    self.conditions = conditions
    downloadDelegate = delegate
    if let delegateQueue {
      queue = delegateQueue
    } else {
      queue = OperationQueue()
      queue.maxConcurrentOperationCount = 1
    }
    super.init(configuration: configuration)
  }

  /// Makes a task, which begins when it is resumed. The configuration is copied: what is changed in
  /// it later has no effect.
  public func makeAssetDownloadTask(
    downloadConfiguration: AVAssetDownloadConfiguration
  ) -> AVAssetDownloadTask {
    AVAssetDownloadTask(
      in: self, asset: downloadConfiguration.asset,
      configuration: downloadConfiguration.configuration)
  }

  /// Makes a task with the options of systems before iOS 15.
  @available(*, deprecated, message: "Use makeAssetDownloadTask(downloadConfiguration:) instead")
  public func makeAssetDownloadTask(
    asset: AVURLAsset, assetTitle: String, assetArtworkData: Data?, options: [String: Any]? = nil
  ) -> AVAssetDownloadTask? {
    let legacy = LegacyDownloadOptions(options ?? [:])
    var configuration = legacy.configuration
    configuration.title = assetTitle
    configuration.artworkData = assetArtworkData.map { Array($0) }
    return AVAssetDownloadTask(
      in: self, asset: asset, configuration: configuration,
      automaticSelection: legacy.automaticSelection)
  }

  /// Tells the delegate something, on its queue.
  func tell(_ body: @escaping @Sendable (any AVAssetDownloadDelegate) -> Void) {
    guard let downloadDelegate else { return }
    queue.addOperation { body(downloadDelegate) }
  }
}
