// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HLSOffline
import HLSVariantTesting
import HLSVariants
import RungTestSupport
import Testing

@Suite struct LiveTests {
  /// A live playlist with three segments, the last of which is `last`.
  private func playlist(last: Int, ends: Bool) -> String {
    let first = max(0, last - 2)
    let lines = (first...last).flatMap { ["#EXTINF:6,", "live-\($0).ts"] }
    return
      (["#EXTM3U", "#EXT-X-TARGETDURATION:6", "#EXT-X-MEDIA-SEQUENCE:\(first)"] + lines
      + (ends ? ["#EXT-X-ENDLIST", ""] : [""])).joined(separator: "\n")
  }

  @Test func `refuses a stream that has not ended`() async throws {
    let presentation = try Presentation(segments: 1)
    presentation.add(playlist(last: 3, ends: false), "v1.m3u8")
    let folder = try TemporaryFolder()
    let error = await #expect(throws: OfflineError.self) {
      try await presentation.download(to: folder.file("film.movpkg"))
    }
    #expect(error?.code == .live)
    #expect(error?.remedy == "'--until-end' stores it as it comes, until it ends")
  }

  @Test func `stores a live stream as it comes, until it ends`() async throws {
    let presentation = try Presentation(segments: 1)
    let (origin, clock) = (presentation.origin, presentation.clock)
    for name in ["a", "i"] {
      presentation.add(Presentation.media(6) { ["#EXTINF:6,", "\(name).ts"] }, "\(name).m3u8")
      origin.add([9], at: Presentation.base + "\(name).ts")
    }
    let folder = try TemporaryFolder()
    let package = folder.file("film.movpkg")
    try await clock.run {
      // A segment every six seconds; those that have left the playlist are gone.
      async let station: Void = {
        for last in 0...9 {
          origin.add([UInt8(last)], at: Presentation.base + "live-\(last).ts")
          if last > 2 { origin.redirect(Presentation.base + "live-\(last - 3).ts", to: "gone") }
          presentation.add(playlist(last: last, ends: last == 9), "v1.m3u8")
          try await clock.sleep(for: .seconds(6))
        }
      }()
      try await clock.sleep(for: .seconds(1))
      var options = DownloadOptions()
      options.clock = clock
      let access = AccessPolicy(master: Presentation.master)
      let reader = TransportReader(origin, access: access, clock: clock)
      let asset = try await Asset.load(Presentation.master, with: reader)
      var recording = LiveRecording(try asset.select(DownloadConfiguration()), reading: reader)
      while true {
        let plan = try await recording.plan()
        _ = try await Downloader(plan, to: package, with: origin, access: access, options: options)
          .run()
        guard plan.isLive else { break }
        try await clock.sleep(for: plan.reloadInterval)
      }
      try await station
    }
    let files = try contents(of: package).filter {
      $0.key.hasPrefix("0-") && $0.key.hasSuffix("ts")
    }
    #expect(files.sorted { $0.key < $1.key }.map { $0.value.first } == Array(0...9))
    #expect(try OfflinePackage(package).findings() == [])
    #expect(origin.requests.count { $0.hasSuffix("live-0.ts") } == 1)
  }
}
