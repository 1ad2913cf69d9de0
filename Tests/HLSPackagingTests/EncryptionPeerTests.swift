// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HLSPackaging
import HLSPlaylist
import ISOBMFF
import RungTestSupport
import Testing

/// Samples under `cbcs` beside those of Shaka Packager, box by box and byte by byte.
@Suite(.serialized, .enabled(if: Peer.shakaPackager.path != nil))
struct EncryptionPeerTests {
  /// The boxes of a segment that describe samples, and the samples.
  struct Content: Hashable {
    var stretches: [[SampleEncryption.Subsample]] = []
    var payload: [UInt8] = []

    mutating func add(_ path: String) throws {
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
      for fragment in try ISOBMFF.MediaSegment(parsing: bytes).fragments {
        let boxes = fragment.movieFragment.tracks[0].otherBoxes
        if let box = boxes.first(where: { $0.type == "senc" }) {
          stretches += try SampleEncryption(parsing: box, vectorSize: 0).entries.map(\.subsamples)
        }
        payload += bytes[fragment.dataRange]
      }
    }
  }

  @Test(arguments: EncryptedSource.allCases)
  func `boxes and samples are those of Shaka Packager`(_ source: EncryptedSource) throws {
    let folder = try TemporaryFolder()
    let path = try source.make(in: folder)
    let theirs = try shaka(path, source, in: folder)
    var options = CopyOptions(segmentDuration: 2)
    options.protection = try PackageProtection(.samples, keys: folder.testKeys())
    let ours = try CopiedPackage(path, options)
    let name = try #require(ours.report.renditions.first).directory

    var (expected, found) = (Content(), Content())
    for file in theirs.segments { try expected.add(file) }
    for segment in try ours.playlist(name).segments {
      try found.add(ours.file("\(name)/\(segment.uri)"))
    }
    #expect(found.payload == expected.payload)
    #expect(expected.payload.count > 100_000)
    // Of sound Shaka lists samples without stretches; CMAF recommends to list none (section 8.2.2.1).
    if source.isVideo { #expect(found.stretches == expected.stretches) }
    #expect(try protection(ours.file("\(name)/init.mp4")) == protection(theirs.initialization))
  }

  @Test(arguments: EncryptedSource.allCases)
  func `what Shaka Packager encrypts is decrypted`(_ source: EncryptedSource) throws {
    let folder = try TemporaryFolder()
    let path = try source.make(in: folder)
    let theirs = try shaka(path, source, in: folder)
    let joined = folder.file("joined.mp4")
    var data = try Data(contentsOf: URL(filePath: theirs.initialization))
    for file in theirs.segments { data += try Data(contentsOf: URL(filePath: file)) }
    try data.write(to: URL(filePath: joined))

    var options = CopyOptions(segmentDuration: 2)
    let clear = try CopiedPackage(path, options)
    options.decryption = try folder.testKeys()
    let decrypted = try CopiedPackage(joined, options)
    let names = try [clear, decrypted].map { try #require($0.report.renditions.first).directory }
    let samples = try SampleHashes.list(decrypted.joined(names[1]))
    #expect(try samples == SampleHashes.list(clear.joined(names[0])))
    #expect(try SampleHashes.list(joined) != samples)

    options.decryption = try .reading(
      folder.keys("\(EncryptedSource.id) 00112233445566778899aabbccddeeff\n"))
    let wrong = #expect(throws: PackagingError.self) { try CopiedPackage(joined, options) }
    #expect(wrong?.code == .protection)
    #expect(wrong?.reason.hasSuffix("what it decrypts cannot be decoded") == true)
    options.decryption = try .reading(
      folder.keys("000102030405060708090a0b0c0d0e0f \(EncryptedSource.key)\n"))
    let missing = #expect(throws: PackagingError.self) { try CopiedPackage(joined, options) }
    #expect(
      missing?.reason.hasPrefix("expected the key with the id \(EncryptedSource.id), found none")
        == true)
  }

  private func protection(_ path: String) throws -> ProtectionScheme? {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    return try InitializationSegment(parsing: bytes).movie.tracks[0].sampleEntries[0].protection
  }

  private func shaka(
    _ path: String, _ source: EncryptedSource, in folder: TemporaryFolder
  ) throws -> (initialization: String, segments: [String]) {
    let packager = try #require(Peer.shakaPackager.path)
    let output = folder.file("shaka")
    try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true)
    let run = try Program(
      packager,
      [
        "in=\(path),stream=\(source.isVideo ? "video" : "audio"),init_segment=\(output)/init.mp4,"
          + "segment_template=\(output)/$Number$.m4s", "--protection_scheme", "cbcs",
        "--enable_raw_key_encryption", "--keys",
        "label=:key_id=\(EncryptedSource.id):key=\(EncryptedSource.key)", "--iv",
        EncryptedSource.vector, "--segment_duration", "2", "--clear_lead", "0",
      ])
    #expect(run.status == 0, "\(run.errors)")
    let count = try FileManager.default.contentsOfDirectory(atPath: output)
      .count { $0.hasSuffix(".m4s") }
    return ("\(output)/init.mp4", (1...count).map { "\(output)/\($0).m4s" })
  }
}
