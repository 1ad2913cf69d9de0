// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import AVFoundationHLS
import Foundation
import HLSOffline
import HLSVariantTesting
import HLSVariants
import RungTestSupport
import Synchronization
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct DownloadTaskTests {
  /// Notes what it is told, and ends a stream when the task has ended.
  private final class Recorder: NSObject, AVAssetDownloadDelegate, Sendable {
    private let calls = Mutex<[String]>([])
    let end: AsyncStream<Void>
    private let ender: AsyncStream<Void>.Continuation

    override init() { (end, ender) = AsyncStream.makeStream() }

    var all: [String] { calls.withLock { $0 } }

    private func note(_ call: String) { calls.withLock { $0.append(call) } }

    func urlSession(
      _ session: URLSession, assetDownloadTask: AVAssetDownloadTask,
      willDownloadVariants variants: [AVAssetVariant]
    ) {
      note("variants " + variants.map { "\(Int($0.peakBitRate ?? 0))" }.joined(separator: " "))
    }

    func urlSession(
      _ session: URLSession, assetDownloadTask: AVAssetDownloadTask, willDownloadTo location: URL
    ) {
      note("to \(location.lastPathComponent.prefix(5))")
    }

    func urlSession(
      _ session: URLSession, assetDownloadTask: AVAssetDownloadTask,
      didResolve resolvedMediaSelection: AVMediaSelection
    ) {
      note("resolved \(resolvedMediaSelection.selection.audible?.name ?? "")")
    }

    func urlSession(
      _ session: URLSession, assetDownloadTask: AVAssetDownloadTask,
      didFinishDownloadingTo location: URL
    ) {
      let isThere = FileManager.default.fileExists(atPath: location.path + "/master.m3u8")
      note("finished \(isThere)")
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
      note("complete \(error.map { "\(($0 as? URLError)?.code == .cancelled)" } ?? "well")")
      ender.yield()
      ender.finish()
    }
  }

  private struct Download {
    let recorder = Recorder()
    let folder: TemporaryFolder
    let task: AVAssetDownloadTask

    init() throws {
      folder = try TemporaryFolder()
      let clock = VirtualClock()
      let origin = SimulatedOrigin(clock: clock)
      let base = "https://media.example/"
      let master = try Master(
        uri: base + "master.m3u8",
        .variant(8_000_000, codecs: "avc1.640028,mp4a.40.2", audio: "a"),
        .variant(3_000_000, codecs: "avc1.640028,mp4a.40.2", audio: "a"),
        .audio("a", "English", language: "en", isDefault: true)
      ).text()
      origin.add(Array(master.utf8), at: base + "master.m3u8")
      let list = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\nx.ts\n#EXT-X-ENDLIST\n"
      for name in ["variant-1.m3u8", "variant-2.m3u8", "a-english.m3u8"] {
        origin.add(Array(list.utf8), at: base + name)
      }
      origin.add([1, 2, 3], at: base + "x.ts")
      var conditions = AVAssetDownloadURLSession.Conditions(folder: folder.url)
      conditions.transport = origin
      conditions.options.clock = clock
      let session = AVAssetDownloadURLSession(
        configuration: .ephemeral, assetDownloadDelegate: recorder, delegateQueue: nil,
        conditions: conditions)
      let asset = AVURLAsset(url: try #require(URL(string: base + "master.m3u8")))
      let configuration = AVAssetDownloadConfiguration(asset: asset, title: "Film")
      configuration.primaryContentConfiguration.variantQualifiers = [
        AVAssetVariantQualifier(predicate: NSPredicate(format: "peakBitRate < 5000000"))
      ]
      task = session.makeAssetDownloadTask(downloadConfiguration: configuration)
      // The task has a copy.
      configuration.primaryContentConfiguration.variantQualifiers = []
    }

    func wait() async { for await _ in recorder.end {} }
  }

  @Test func `tells its delegate in order`() async throws {
    let download = try Download()
    #expect(download.task.state == .suspended)
    download.task.resume()
    await download.wait()
    #expect(
      download.recorder.all == [
        "variants 3000000", "to Film_", "resolved English", "finished true", "complete well",
      ])
    #expect(download.task.state == .completed)
    #expect(download.task.progress.fractionCompleted == 1)
    #expect(download.task.error == nil)
  }

  @Test func `tells that it was cancelled`() async throws {
    let download = try Download()
    download.task.cancel()
    await download.wait()
    #expect(download.recorder.all == ["complete true"])
    #expect(download.task.state == .completed)
  }
}
