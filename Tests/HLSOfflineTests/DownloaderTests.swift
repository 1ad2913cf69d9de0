// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HLSOffline
import HLSPlaylist
import HLSVariantTesting
import RungTestSupport
import Testing

@Suite struct DownloaderTests {
  @Test func `stores the choice and nothing else, each byte once`() async throws {
    let presentation = try Presentation()
    let folder = try TemporaryFolder()
    let package = folder.file("film.movpkg")
    let summary = try await presentation.download(to: package)
    // 20 segments and a section of video, one stretch of sound; the pictures are in the segments.
    #expect(summary.files == 22)
    #expect(summary.bytes == 20 * 3000 + 700 + 700 + 20 * 3000)
    let media = presentation.origin.requests.filter { !$0.contains(".m3u8") }
    #expect(media.count == 22)
    #expect(media.contains("https://media.example/film/a.mp4 bytes=0-60699"))
    #expect(!media.contains { $0.contains("v2") })
    let opened = try OfflinePackage(package)
    #expect(opened.isComplete)
    #expect(opened.findings() == [])
  }

  @Test func `writes playlists that name what is stored`() async throws {
    let presentation = try Presentation(segments: 2)
    let folder = try TemporaryFolder()
    let package = folder.file("film.movpkg")
    try await presentation.download(to: package)
    let master = try MultivariantPlaylist(
      parsing: Array(try Data(contentsOf: URL(filePath: package + "/master.m3u8"))))
    #expect(master.variants.map(\.bandwidth) == [4_000_000])
    #expect(master.renditions.map(\.name) == ["English"])
    for uri in master.variants.map(\.uri) + master.renditions.compactMap(\.uri)
      + master.iFrameStreams.map(\.uri)
    {
      let path = "\(package)/\(uri)"
      let text = Array(try Data(contentsOf: URL(filePath: path)))
      let playlist = try MediaPlaylist(parsing: text)
      #expect(playlist.segments.count == 2)
      #expect(playlist.hasEndList)
      for segment in playlist.segments {
        let file = URL(filePath: path).deletingLastPathComponent().appending(path: segment.uri)
        let data = try Data(contentsOf: file)
        let end = Int(segment.byteRange?.end ?? UInt64(data.count))
        #expect(end <= data.count)
      }
    }
    let sound = try #require(master.renditions.first?.uri)
    let text = try String(contentsOfFile: "\(package)/\(sound)", encoding: .utf8)
    #expect(text.contains("#EXT-X-BYTERANGE:3000@700\n#EXTINF:6.00000,\nsegment-00001.mp4"))
  }

  @Test func `fetches nothing for gaps`() async throws {
    let presentation = try Presentation(segments: 3)
    presentation.add(
      Presentation.media(6, "#EXT-X-MAP:URI=\"v1-init.mp4\"") {
        [
          "#EXTINF:6,", "v1-0.m4s", "#EXT-X-GAP", "#EXTINF:6,", "v1-1.m4s", "#EXTINF:6,",
          "v1-2.m4s",
        ]
      }, "v1.m3u8")
    presentation.add(Presentation.media(6) { ["#EXTINF:6,", "v1-0.m4s"] }, "i.m3u8")
    let folder = try TemporaryFolder()
    let package = folder.file("film.movpkg")
    try await presentation.download(to: package)
    #expect(!presentation.origin.requests.contains { $0.hasSuffix("v1-1.m4s") })
    let names = try contents(of: package).keys.filter { $0.hasPrefix("0-") }
    let list = try #require(names.first { $0.hasSuffix("playlist.m3u8") })
    let text = try String(contentsOfFile: "\(package)/\(list)", encoding: .utf8)
    #expect(text.contains("#EXT-X-GAP\n"))
    #expect(names.count { $0.hasSuffix(".m4s") } == 2)
    #expect(try OfflinePackage(package).findings() == [])
  }

  /// What a download of more than two hours did.
  private struct SlowRun: Equatable {
    var time: Duration
    var requests: [String]
    var updates: [DownloadProgress]
  }

  private func slowRun() async throws -> SlowRun {
    var conditions = SimulatedOrigin.Conditions()
    conditions.bytesPerSecond = 5
    conditions.faults = [.serverError: 0.05, .reset: 0.05]
    let presentation = try Presentation(segments: 150, bytes: 300, conditions)
    let folder = try TemporaryFolder()
    let path = folder.file("film.movpkg")
    let clock = presentation.clock
    var options = DownloadOptions()
    options.clock = clock
    options.progressInterval = .seconds(60)
    let settled = options
    let updates = try await clock.run {
      let (plan, access) = try await presentation.plan()
      let downloader = Downloader(
        plan, to: path, with: presentation.origin, access: access, options: settled)
      async let summary = downloader.run()
      var updates: [DownloadProgress] = []
      for await progress in downloader.progress { updates.append(progress) }
      _ = try await summary
      return updates
    }
    return SlowRun(
      time: clock.now.offset, requests: presentation.origin.requests, updates: updates)
  }

  @Test func `takes hours in no time, tells its progress, and does the same again`() async throws {
    let run = try await slowRun()
    // Sound of 45,700 bytes in one file, at 5 bytes a second.
    #expect(run.time > .seconds(7200))
    #expect(run.updates.count > 100)
    let files = run.updates.map(\.files)
    #expect(files == files.sorted())
    #expect(run.updates.last?.fraction == 1)
    #expect(run.updates.last?.bytes == 91_400)
    #expect(run.updates.last?.expectedBytes == 91_400)
    #expect(run.updates.dropFirst(5).first?.timeLeft != nil)
    #expect(try await slowRun() == run)
  }
}
