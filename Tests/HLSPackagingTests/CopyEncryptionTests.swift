// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HLSPackaging
import HLSPlaylist
import RungTestSupport
import Testing

/// Packages of copies that are encrypted, decrypted by other programs.
@Suite(.serialized) struct CopyEncryptionTests {
  @Test(arguments: EncryptedSource.allCases)
  func `other programs decrypt samples to the clear ones`(_ source: EncryptedSource) throws {
    let folder = try TemporaryFolder()
    try Self.check(try source.make(in: folder), isVideo: source.isVideo, in: folder)
  }

  @Test(.enabled(if: Corpus.isPresent))
  func `Dolby Vision beside the base layer is decrypted like it`() throws {
    try Self.check(
      Corpus.url("media/sparks_dovi_8.mp4").path, isVideo: true, in: TemporaryFolder())
  }

  private static func check(_ path: String, isVideo: Bool, in folder: TemporaryFolder) throws {
    let clear = try CopiedPackage(path, CopyOptions(segmentDuration: 4))
    var options = CopyOptions(segmentDuration: 4)
    options.protection = try PackageProtection(.samples, keys: folder.testKeys())
    let encrypted = try CopiedPackage(path, options)
    let name = try #require(encrypted.report.renditions.first).directory
    let (expected, joined) = (try clear.joined(name), try encrypted.joined(name))
    let samples = try SampleHashes.list(expected)
    #expect(samples.count >= 150)
    #expect(try SampleHashes.list(joined) != samples)

    if let ffmpeg = Peer.ffmpeg.path {
      let decrypted = try SampleHashes.list(
        joined, ["-decryption_key", EncryptedSource.key], by: ffmpeg)
      #expect(try decrypted == SampleHashes.list(expected, by: ffmpeg))
    }
    if let packager = Peer.shakaPackager.path {
      let output = folder.file("decrypted.mp4")
      let run = try Program(
        packager,
        [
          "in=\(joined),stream=\(isVideo ? "video" : "audio"),output=\(output)",
          "--enable_raw_key_decryption", "--keys",
          "key_id=\(EncryptedSource.id):key=\(EncryptedSource.key)",
        ])
      #expect(run.status == 0, "\(run.errors)")
      #expect(try SampleHashes.list(output) == samples)
    }
  }

  @Test(arguments: [false, true])
  func `FFmpeg plays whole segments that are encrypted`(_ isSingleFile: Bool) throws {
    let folder = try TemporaryFolder()
    let path = try EncryptedSource.h264.make(in: folder)
    var options = CopyOptions(segmentDuration: 4, isSingleFile: isSingleFile)
    options.protection = try PackageProtection(.wholeSegments, keys: .generating())
    let encrypted = try CopiedPackage(path, options)
    let name = try #require(encrypted.report.renditions.first).directory
    let playlist = try encrypted.playlist(name)
    #expect(playlist.segments.allSatisfy { $0.keys.count == 1 && $0.keys[0].method == .aes128 })
    #expect(playlist.segments[0].initialization?.keys == [])
    #expect(try encrypted.master().iFrameStreams.isEmpty == isSingleFile)
    // FFmpeg 5.1 asks for the range of the segment when it fetches the key.
    guard let ffmpeg = isSingleFile ? Peer.ffmpeg.path : "ffmpeg" else { return }
    let server = try LoopbackServer(serving: encrypted.folder.file("out"))
    let played = try SampleHashes.list("\(server.address)/\(name)/playlist.m3u8", by: ffmpeg)
    #expect(try played == SampleHashes.list(path))
  }
}

extension LoopbackServer {
  /// A server of the files of a folder and of parts of them.
  convenience init(serving folder: String) throws {
    try self.init { request in
      let path = request.path.removingPercentEncoding ?? request.path
      guard !path.contains(".."), let data = FileManager.default.contents(atPath: folder + path)
      else { return Response(status: 404) }
      let bounds = request.fields["range"]?.dropFirst("bytes=".count).split(separator: "-")
      guard let bounds, let first = bounds.first.flatMap({ Int($0) }), first < data.count else {
        return Response(data, fields: ["Accept-Ranges": "bytes"])
      }
      let last = min(bounds.count > 1 ? Int(bounds[1]) ?? .max : .max, data.count - 1)
      return Response(
        data.subdata(in: first..<last + 1), status: 206,
        fields: ["Content-Range": "bytes \(first)-\(last)/\(data.count)"])
    }
  }
}
