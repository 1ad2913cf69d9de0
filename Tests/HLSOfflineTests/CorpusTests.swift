// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HLSOffline
import HLSVariantTesting
import HLSVariants
import RungTestSupport
import Testing

/// Every real master with media made for it: what is chosen of it comes to disk and plays there.
/// With `RUNG_PLAY_ALL` FFmpeg and mpv play each, otherwise FFmpeg one in fifteen.
@Suite(.enabled(if: Corpus.isPresent)) struct OfflineCorpusTests {
  private static let base = "https://media.example/"

  /// A player that plays a package to its end, as fast as it can.
  private enum Player: String {
    case ffmpeg, mpv

    func arguments(for master: String) -> [String] {
      switch self {
      case .ffmpeg:
        ["-nostdin", "-v", "error", "-i", master, "-map", "0:v?", "-f", "null", "-"]
      case .mpv:
        ["--no-config", "--vo=null", "--ao=null", "--untimed", "--no-input-terminal", master]
      }
    }
  }

  private static func masters() throws -> [String: [UInt8]] {
    let root = try Corpus.url("playlists")
    let index = try String(contentsOf: root.appending(path: "index.tsv"), encoding: .utf8)
    var masters: [String: [UInt8]] = [:]
    for line in index.split(whereSeparator: \.isNewline).dropFirst() {
      let path = String(line.prefix { $0 != "\t" })
      let data = Array(try Data(contentsOf: root.appending(path: path)))
      let asset = try? Asset(parsing: data, uri: base + "master.m3u8")
      if asset?.variants.isEmpty == false { masters[path] = data }
    }
    return masters
  }

  /// Two seconds of pictures and sound.
  private static func clip(in folder: TemporaryFolder) throws -> [UInt8] {
    let path = folder.file("clip.ts")
    _ = try Program(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x36:r=10", "-f", "lavfi",
        "-i",
        "sine=440", "-t", "2", "-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac", path,
      ])
    return Array(try Data(contentsOf: URL(filePath: path)))
  }

  @Test func `comes to disk and plays there`() async throws {
    let folder = try TemporaryFolder()
    let clip = try Self.clip(in: folder)
    try #require(clip.count > 10_000)
    let list = Array(
      "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nrung.ts\n#EXT-X-ENDLIST\n".utf8)
    let playsAll = ProcessInfo.processInfo.environment["RUNG_PLAY_ALL"] != nil
    var (stored, played) = (0, 0)
    for (path, master) in try Self.masters().sorted(by: { $0.key < $1.key }) {
      let clock = VirtualClock()
      var conditions = SimulatedOrigin.Conditions()
      conditions.bytesPerSecond = 100_000_000
      conditions.anything = { $0.hasSuffix("rung.ts") ? clip : list }
      let origin = SimulatedOrigin(clock: clock, conditions)
      origin.add(master, at: Self.base + "master.m3u8")
      let package = folder.file("film.movpkg")
      defer { try? FileManager.default.removeItem(atPath: package) }
      do {
        try await clock.run {
          let access = AccessPolicy(master: Self.base + "master.m3u8")
          let reader = TransportReader(origin, access: access, clock: clock)
          let asset = try await Asset.load(Self.base + "master.m3u8", with: reader)
          let plan = try await DownloadPlan(
            try asset.select(DownloadConfiguration()), reading: reader)
          var options = DownloadOptions()
          options.clock = clock
          _ = try await Downloader(
            plan, to: package, with: origin, access: access, options: options
          ).run()
        }
      } catch is SelectionError {
        continue
      } catch let error as OfflineError where error.code == .refused {
        continue
      } catch {
        Issue.record("\(path): \(error)")
        continue
      }
      stored += 1
      let findings = try OfflinePackage(package).findings()
      #expect(findings == [], "\(path)")
      guard playsAll || stored % 15 == 0 else { continue }
      for player in playsAll ? [Player.ffmpeg, .mpv] : [.ffmpeg] {
        let result = try Program(player.rawValue, player.arguments(for: package + "/master.m3u8"))
        #expect(result.status == 0, "\(path): \(player): \(result.errors)")
        let reachesEnd = player == .ffmpeg || result.output.contains("(End of file)")
        #expect(reachesEnd, "\(path): \(player): \(result.output)")
      }
      played += 1
    }
    #expect(stored > 100)
    #expect(played > 5)
    print("corpus masters stored: \(stored), played: \(played)")
  }
}
