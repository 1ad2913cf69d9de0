// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HLSEncoding
import HLSPackaging
import HLSPlaylist
import RungTestSupport
import Testing

/// Ladders that are encoded and encrypted, beside the same ladders in the clear.
@Suite(.serialized) struct LadderEncryptionTests {
  private func package(
    _ protection: PackageProtection?, in folder: TemporaryFolder, _ name: String
  ) throws -> String {
    let source = try MediaSource.open(Fixture.path("sync.mp4"))
    var options = LadderOptions()
    options.speed = "ultrafast"
    options.codecs = [.h264]
    options.maximumHeight = 240
    options.range = SourceRange(start: 0, duration: 4)
    options.segmentDuration = 2
    let plan = try LadderPlan(for: source.description, options)
    let output = try OutputDirectory(folder.file(name), replaces: false)
    _ = try LadderPackager(plan, to: output, version: "test", protection: protection)
      .run(reading: source)
    return folder.file(name)
  }

  /// The init segment and the segments of a rendition, one after the other.
  private func joined(_ folder: String, _ directory: String) throws -> String {
    let text = try String(contentsOfFile: "\(folder)/\(directory)/playlist.m3u8", encoding: .utf8)
    let playlist = try MediaPlaylist(parsing: text, options: .strict)
    var data = Data()
    for name in ["init.mp4"] + playlist.segments.map(\.uri) {
      data += try Data(contentsOf: URL(filePath: "\(folder)/\(directory)/\(name)"))
    }
    let path = "\(folder)/\(directory).mp4"
    try data.write(to: URL(filePath: path))
    return path
  }

  @Test func `samples are those of the clear ladder once they are decrypted`() throws {
    let folder = try TemporaryFolder()
    let clear = try package(nil, in: folder, "clear")
    let encrypted = try package(
      PackageProtection(.samples, keys: folder.testKeys()), in: folder, "encrypted")
    let master = try MultivariantPlaylist(
      parsing: String(contentsOfFile: "\(encrypted)/master.m3u8", encoding: .utf8),
      options: .strict)
    #expect(master.sessionKeys.map(\.method) == [.sampleAES])
    let directories =
      (master.variants.map(\.uri) + master.renditions.compactMap(\.uri))
      .compactMap { $0.split(separator: "/").first.map(String.init) }
    #expect(Set(directories).count >= 2)
    for directory in Set(directories) {
      let expected = try SampleHashes.list(joined(clear, directory))
      var options = CopyOptions(segmentDuration: 2)
      options.decryption = try folder.testKeys()
      let decrypted = try CopiedPackage(joined(encrypted, directory), options)
      let name = try #require(decrypted.report.renditions.first).directory
      #expect(try SampleHashes.list(decrypted.joined(name)) == expected)
      #expect(expected.count >= 90)
    }
  }

  @Test func `whole segments of a ladder play in FFmpeg`() throws {
    let folder = try TemporaryFolder()
    let clear = try package(nil, in: folder, "clear")
    let encrypted = try package(
      PackageProtection(.wholeSegments, keys: .generating()), in: folder, "encrypted")
    let server = try LoopbackServer(serving: encrypted)
    let directory = try #require(
      try FileManager.default.contentsOfDirectory(atPath: encrypted).sorted()
        .last { $0.hasPrefix("video-") })
    let played = try SampleHashes.list("\(server.address)/\(directory)/playlist.m3u8")
    #expect(try played == SampleHashes.list(joined(clear, directory)))
    #expect(played.count >= 90)
  }
}
