// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import Foundation
internal import HLSOffline
internal import HLSVariants
internal import Synchronization

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

// Sendable: what changes is behind a lock.
/// A download of an asset.
public final class AVAssetDownloadTask: URLSessionTask, @unchecked Sendable {
  private struct Work {
    var state = URLSessionTask.State.suspended
    var error: (any Error)?
    var task: Task<Void, Never>?
    var downloader: Downloader?
  }

  /// The asset.
  public let urlAsset: AVURLAsset

  private let session: AVAssetDownloadURLSession
  private let configuration: DownloadConfiguration
  private let automaticSelection: AutomaticSelection
  private let work = Mutex(Work())
  private let ownProgress = Progress(totalUnitCount: 1000)

  init(
    in session: AVAssetDownloadURLSession, asset: AVURLAsset, configuration: DownloadConfiguration,
    automaticSelection: AutomaticSelection = .standard
  ) {
    self.session = session
    urlAsset = asset
    self.configuration = configuration
    self.automaticSelection = automaticSelection
    super.init()
  }

  /// How far the download has come.
  public override var progress: Progress { ownProgress }

  /// Whether the download runs, pauses, is being cancelled, or has ended.
  public override var state: URLSessionTask.State { work.withLock { $0.state } }

  /// What the download failed with.
  public override var error: (any Error)? { work.withLock { $0.error } }

  /// Begins the download, or goes on with it.
  public override func resume() {
    let downloader = work.withLock { work -> Downloader? in
      guard work.state == .suspended else { return nil }
      work.state = .running
      if work.task == nil { work.task = Task { await self.run() } }
      return work.downloader
    }
    downloader?.resume()
  }

  /// Pauses the download.
  public override func suspend() {
    let downloader = work.withLock { work -> Downloader? in
      guard work.state == .running else { return nil }
      work.state = .suspended
      return work.downloader
    }
    downloader?.pause()
  }

  /// Ends the download. What has come stays, for the next one of the same choice.
  public override func cancel() {
    let task = work.withLock { work -> Task<Void, Never>? in
      guard work.state != .completed else { return nil }
      work.state = .canceling
      if work.task == nil { work.task = Task { await self.run() } }
      return work.task
    }
    task?.cancel()
  }

  private func run() async {
    var failure: (any Error)?
    do {
      try Task.checkCancellation()
      try await download()
    } catch is CancellationError {
      failure = URLError(.cancelled)
    } catch {
      failure = error
    }
    let end = failure
    work.withLock { work in
      work.state = .completed
      work.error = end
    }
    session.tell { [self] delegate in
      delegate.urlSession(session, task: self, didCompleteWithError: end)
    }
  }

  private func download() async throws {
    let conditions = session.conditions
    let transport = try conditions.transport ?? CurlTransport()
    let access = AccessPolicy(master: urlAsset.url.absoluteString)
    let reader = TransportReader(
      transport, access: access, retries: conditions.options.retries,
      clock: conditions.options.clock)
    let asset = try await urlAsset.hlsAsset(with: reader)
    let selection = try asset.select(
      configuration, on: conditions.device, automaticSelection: automaticSelection)
    let choices = [selection.primary] + selection.auxiliary.compactMap(\.self)
    var variants: [AssetVariant] = []
    for choice in choices where !variants.contains(choice.variant) {
      variants.append(choice.variant)
    }
    let (stored, location) = (variants, location)
    session.tell { [self] delegate in
      delegate.urlSession(
        session, assetDownloadTask: self, willDownloadVariants: stored.map(AVAssetVariant.init))
    }
    let plan = try await DownloadPlan(selection, reading: reader)
    session.tell { [self] delegate in
      delegate.urlSession(session, assetDownloadTask: self, willDownloadTo: location)
      let options = selection.primary.mediaSelections.first ?? asset.automaticMediaSelection
      delegate.urlSession(
        session, assetDownloadTask: self, didResolve: AVMediaSelection(options, of: urlAsset))
    }
    var options = conditions.options
    options.settings.title = configuration.title
    options.settings.artwork = configuration.artworkData
    let downloader = Downloader(
      plan, to: location.path, with: transport, access: access, options: options)
    let isPaused = work.withLock { work in
      work.downloader = downloader
      return work.state == .suspended
    }
    if isPaused { downloader.pause() }
    async let summary = downloader.run()
    for await progress in downloader.progress {
      ownProgress.completedUnitCount = Int64(progress.fraction * 1000)
    }
    _ = try await summary
    session.tell { [self] delegate in
      delegate.urlSession(session, assetDownloadTask: self, didFinishDownloadingTo: location)
    }
  }

  /// The package.
  private var location: URL {
    session.conditions.folder.appending(
      path: OfflinePackage.name(
        title: configuration.title, source: urlAsset.url.absoluteString))
  }
}
