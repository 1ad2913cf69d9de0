// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HLSOffline
import HLSVariantTesting
import HLSVariants
import RungTestSupport

/// A presentation at a simulated origin: two variants with sound and I-frames.
struct Presentation: Sendable {
  static let base = "https://media.example/film/"
  static let master = base + "master.m3u8"

  let clock = VirtualClock()
  let origin: SimulatedOrigin
  let segments: Int

  init(
    segments: Int = 20, bytes: Int = 3000, _ conditions: SimulatedOrigin.Conditions = .init()
  ) throws {
    self.segments = segments
    origin = SimulatedOrigin(clock: clock, conditions)
    let master = try Master(
      uri: Self.master,
      .variant(
        4_000_000, size: "1920x1080", codecs: "avc1.640028,mp4a.40.2", audio: "a", uri: "v1.m3u8"),
      .variant(
        1_000_000, size: "640x360", codecs: "avc1.64001e,mp4a.40.2", audio: "a", uri: "v2.m3u8"),
      .audio("a", "English", language: "en", channels: "2", isDefault: true, uri: "a.m3u8"),
      .iFrames(100_000, size: "1920x1080", codecs: "avc1.640028", uri: "i.m3u8")
    ).text()
    add(master, "master.m3u8")
    for name in ["v1", "v2"] { addStream(name, bytes: bytes) }
    addSingleFile(bytes: bytes)
    // Pictures of the variant's own segments.
    add(
      Self.media(6, "#EXT-X-I-FRAMES-ONLY") {
        (0..<segments).flatMap {
          ["#EXTINF:6,", "#EXT-X-BYTERANGE:500@100", "v1-\($0).m4s"]
        }
      }, "i.m3u8")
  }

  func add(_ text: String, _ name: String) { origin.add(Array(text.utf8), at: Self.base + name) }

  private func addStream(_ name: String, bytes: Int) {
    add(
      Self.media(6, "#EXT-X-MAP:URI=\"\(name)-init.mp4\"") {
        (0..<segments).flatMap { ["#EXTINF:6,", "\(name)-\($0).m4s"] }
      }, "\(name).m3u8")
    origin.add(Self.noise(700, name), at: Self.base + "\(name)-init.mp4")
    for index in 0..<segments {
      origin.add(Self.noise(bytes, "\(name)-\(index)"), at: Self.base + "\(name)-\(index).m4s")
    }
  }

  /// Sound in one file, its segments one after another.
  private func addSingleFile(bytes: Int) {
    add(
      Self.media(6, "#EXT-X-MAP:URI=\"a.mp4\",BYTERANGE=\"700@0\"") {
        (0..<segments).flatMap {
          ["#EXTINF:6,", "#EXT-X-BYTERANGE:\(bytes)@\(700 + $0 * bytes)", "a.mp4"]
        }
      }, "a.m3u8")
    origin.add(Self.noise(700 + segments * bytes, "a"), at: Self.base + "a.mp4")
  }

  static func media(_ target: Int, _ tags: String..., lines: () -> [String]) -> String {
    (["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:\(target)"] + tags + lines()
      + ["#EXT-X-ENDLIST", ""]).joined(separator: "\n")
  }

  /// Bytes that differ from file to file.
  static func noise(_ count: Int, _ name: String) -> [UInt8] {
    var generator = SeededGenerator(seed: name.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) })
    return (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
  }

  /// Plans a download of it.
  func plan(
    _ configuration: DownloadConfiguration = DownloadConfiguration(), master: String = Self.master,
    storesKeys: Bool = false, options: DownloadOptions = DownloadOptions()
  ) async throws -> (plan: DownloadPlan, access: AccessPolicy) {
    let access = AccessPolicy(master: master)
    let reader = TransportReader(origin, access: access, retries: options.retries, clock: clock)
    let asset = try await Asset.load(master, with: reader)
    let selection = try asset.select(configuration)
    return (try await DownloadPlan(selection, reading: reader, storesKeys: storesKeys), access)
  }

  /// Downloads it on the virtual clock.
  @discardableResult
  func download(
    to path: String, _ configuration: DownloadConfiguration = DownloadConfiguration(),
    storesKeys: Bool = false, options: DownloadOptions = DownloadOptions()
  ) async throws -> DownloadSummary {
    var options = options
    options.clock = clock
    let settled = options
    return try await clock.run {
      let (plan, access) = try await plan(
        configuration, storesKeys: storesKeys, options: settled)
      return try await Downloader(plan, to: path, with: origin, access: access, options: settled)
        .run()
    }
  }
}

/// Every file of a folder with its bytes.
func contents(of folder: String) throws -> [String: Data] {
  var result: [String: Data] = [:]
  let files = FileManager.default
  for name in try files.subpathsOfDirectory(atPath: folder) {
    var isFolder: ObjCBool = false
    let path = "\(folder)/\(name)"
    guard unsafe files.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else {
      continue
    }
    result[name] = try Data(contentsOf: URL(filePath: path))
  }
  return result
}
