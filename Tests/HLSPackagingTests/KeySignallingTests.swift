// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HLSPackaging
import HLSPlaylist
import ISOBMFF
import RungTestSupport
import Testing

/// What playlists and boxes tell players of keys.
@Suite(.serialized) struct KeySignallingTests {
  private let folder: TemporaryFolder
  private let source: String

  init() throws {
    folder = try TemporaryFolder()
    source = try EncryptedSource.h264.make(in: folder)
  }

  private func package(
    _ scheme: EncryptionScheme, _ plan: KeyPlan = KeyPlan(), keys: KeyRing,
    systems: [KeySystem] = []
  ) throws -> CopiedPackage {
    var options = CopyOptions(segmentDuration: 2)
    options.protection = try PackageProtection(scheme, plan, keys: keys, systems: systems)
    return try CopiedPackage(source, options)
  }

  private func video(_ package: CopiedPackage) throws -> String {
    try #require(package.report.renditions.first).directory
  }

  /// The URIs are those that Shaka Packager 3.8.0 writes for this key id.
  static let widevine =
    "data:text/plain;base64,AAAAOHBzc2gAAAAA7e+LqXnWSs6jyCfc1R0h7QAAABgSEAECAwQFBgcICQoLDA0ODxBI88aJ"
    + "mwY="
  static let playReady =
    "data:text/plain;charset=UTF-16;base64,vgEAAAEAAQC0ATwAVwBSAE0ASABFAEEARABFAFIAIAB4AG0AbABuAHMAPQ"
    + "AiAGgAdAB0AHAAOgAvAC8AcwBjAGgAZQBtAGEAcwAuAG0AaQBjAHIAbwBzAG8AZgB0AC4AYwBvAG0ALwBEAFIATQAvADIA"
    + "MAAwADcALwAwADMALwBQAGwAYQB5AFIAZQBhAGQAeQBIAGUAYQBkAGUAcgAiACAAdgBlAHIAcwBpAG8AbgA9ACIANAAuAD"
    + "MALgAwAC4AMAAiAD4APABEAEEAVABBAD4APABQAFIATwBUAEUAQwBUAEkATgBGAE8APgA8AEsASQBEAFMAPgA8AEsASQBE"
    + "ACAAQQBMAEcASQBEAD0AIgBBAEUAUwBDAEIAQwAiACAAVgBBAEwAVQBFAD0AIgBCAEEATQBDAEEAUQBZAEYAQwBBAGMASg"
    + "BDAGcAcwBNAEQAUQA0AFAARQBBAD0APQAiAD4APAAvAEsASQBEAD4APAAvAEsASQBEAFMAPgA8AC8AUABSAE8AVABFAEMA"
    + "VABJAE4ARgBPAD4APAAvAEQAQQBUAEEAPgA8AC8AVwBSAE0ASABFAEEARABFAFIAPgA="

  @Test func `several systems stand side by side`() throws {
    let package = try package(
      .samples, keys: folder.testKeys(),
      systems: [
        KeySystem(.fairPlay, url: "skd://film/{id}"), KeySystem(.widevine), KeySystem(.playReady),
        KeySystem(.identity, url: "https://keys.example/{id}"),
      ])
    let name = try video(package)
    let keys = try #require(package.playlist(name).segments.first).keys
    let formats = [
      "com.apple.streamingkeydelivery", "urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed",
      "com.microsoft.playready", nil,
    ]
    #expect(keys.map(\.keyFormat) == formats)
    #expect(keys.map(\.keyFormatVersions) == [["1"], ["1"], ["1"], []])
    #expect(keys.allSatisfy { $0.method == .sampleAES })
    let id = EncryptedSource.id
    #expect(
      keys.map(\.uri) == [
        "skd://film/\(id)", Self.widevine, Self.playReady, "https://keys.example/\(id)",
      ])
    // FairPlay's IV comes with the licence; the others' is that of 'tenc'.
    let vector = "0x0F0E0D0C0B0A09080706050403020100"
    #expect(
      keys.map { $0.initializationVector?.description } == [nil, vector, vector, vector])
    #expect(try package.master().sessionKeys == keys)
    #expect(
      try MediaPlaylist(parsing: package.text("\(name)/iframes.m3u8"), options: .strict)
        .segments.allSatisfy { $0.keys == keys })
    #expect(!FileManager.default.fileExists(atPath: package.file("keys")))

    let header = try InitializationSegment(
      parsing: [UInt8](Data(contentsOf: URL(filePath: package.file("\(name)/init.mp4")))))
    let boxes = header.movie.protectionSystems
    #expect(boxes.count == 2)
    var writer = ByteWriter()
    boxes[0].write(to: &writer)
    let base64 = Data(writer.bytes).base64EncodedString()
    #expect(Self.widevine.hasSuffix("," + base64))
    let playReady = try ProtectionSystem(parsing: boxes[1])
    #expect(Self.playReady.hasSuffix("," + Data(playReady.data).base64EncodedString()))
  }

  @Test func `a licence's URL stands in PlayReady's header`() throws {
    let package = try package(
      .samples, keys: folder.testKeys(),
      systems: [KeySystem(.playReady, url: "https://pr.example/rights?a=1&b=2")])
    let uri = try #require(package.master().sessionKeys.first).uri
    let text = try #require(uri.split(separator: ",").last)
    let object = [UInt8](try #require(Data(base64Encoded: String(text))))
    let header = String(
      decoding: stride(from: 10, to: object.count, by: 2).map {
        UInt16(object[$0]) | UInt16(object[$0 + 1]) << 8
      }, as: UTF16.self)
    #expect(
      header.hasSuffix(
        "</PROTECTINFO><LA_URL>https://pr.example/rights?a=1&amp;b=2</LA_URL></DATA></WRMHEADER>"))
  }

  @Test func `without a URL the package has its keys, for its owner alone`() throws {
    let package = try package(.wholeSegments, keys: folder.testKeys())
    let path = package.file("keys/\(EncryptedSource.id).key")
    let key = try Data(contentsOf: URL(filePath: path))
    #expect(key.map { String($0, radix: 16) }.joined() == EncryptedSource.key)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect((mode as? NSNumber)?.intValue == 0o600)
    let uri = try #require(package.playlist(video(package)).segments[0].keys.first).uri
    #expect(uri == "../keys/\(EncryptedSource.id).key")
    #expect(try package.master().sessionKeys.map(\.uri) == ["keys/\(EncryptedSource.id).key"])
  }

  @Test func `the map stands before the first key and keys change by turns`() throws {
    let package = try package(
      .samples, KeyPlan(clearLead: 1, rotation: 2), keys: .generating(),
      systems: [KeySystem(.fairPlay)])
    let name = try video(package)
    let lines = try package.text("\(name)/playlist.m3u8").split(separator: "\n").map(String.init)
    let kinds = lines.compactMap { line -> String? in
      if line.hasPrefix("#EXT-X-MAP") { return "map" }
      if line.hasPrefix("#EXT-X-KEY") { return "key" }
      return line.hasPrefix("#") ? nil : "segment"
    }
    #expect(
      kinds == [
        "map", "segment", "key", "segment", "segment", "key", "segment", "segment", "key",
        "segment",
      ])
    let segments = try package.playlist(name).segments
    let names = segments.map { $0.keys.first?.uri }
    #expect(names[0] == nil)
    #expect(names[1] == names[2] && names[3] == names[4])
    #expect(Set(names).count == 4)
    #expect(try package.master().sessionKeys.count == 3)
  }

  @Test func `sound and pictures have keys of their own where they are to`() throws {
    let sound = try EncryptedSource.aac.make(in: folder)
    var options = CopyOptions(segmentDuration: 2)
    options.protection = try PackageProtection(
      .samples, KeyPlan(separatesClasses: true), keys: .generating())
    let package = try CopiedPackage([CopyInput(source), CopyInput(sound, as: .audio)], options)
    let keys = try package.report.renditions.map { rendition in
      try #require(package.playlist(rendition.directory).segments[0].keys.first).uri
    }
    #expect(keys.count == 2)
    #expect(Set(keys).count == 2)

    let shared = try folder.keys(
      "audio \(EncryptedSource.id) \(EncryptedSource.key)\n"
        + "all 000102030405060708090a0b0c0d0e0f 00112233445566778899aabbccddeeff # the rest\n")
    options.protection = try PackageProtection(.samples, keys: .reading(shared))
    let other = try CopiedPackage([CopyInput(source), CopyInput(sound, as: .audio)], options)
    let names = try other.report.renditions.map { rendition in
      try #require(other.playlist(rendition.directory).segments[0].keys.first).uri
    }
    #expect(
      names == [
        "../keys/000102030405060708090a0b0c0d0e0f.key", "../keys/\(EncryptedSource.id).key",
      ])
  }

  /// The bounds are Shaka Packager's defaults: 768 by 576 pixels (`--max_sd_pixels`) and 1920 by 1080
  /// (`--max_hd_pixels`).
  @Test func `SD, HD and UHD have keys of their own where they are to`() throws {
    let sizes = ["640x360", "1280x720", "1920x1080", "3840x2160"]
    let classes = ["sd", "hd", "hd", "uhd"]
    let rungs = try sizes.map { size in
      let path = folder.file("\(size).mp4")
      let made = try Program(
        "ffmpeg",
        [
          "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=\(size):r=5:d=2", "-c:v",
          "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", path,
        ])
      try #require(made.status == 0, "\(made.errors)")
      return CopyInput(path)
    }
    let ids = ["sd": "1", "hd": "2", "uhd": "3"].mapValues {
      String(repeating: "0", count: 31) + $0
    }
    let file = try folder.keys(
      ids.map { "\($0.key) \($0.value) a0a1a2a3a4a5a6a7a8a9aaabacada\($0.value.suffix(3))\n" }
        .joined())
    var options = CopyOptions(segmentDuration: 2)
    options.protection = try PackageProtection(
      .samples, KeyPlan(separatesClasses: true), keys: .reading(file))
    let package = try CopiedPackage(rungs, options)
    let found = try package.report.renditions.map { rendition in
      try #require(package.playlist(rendition.directory).segments[0].keys.first).uri
    }
    #expect(found == classes.map { "../keys/\(ids[$0] ?? "").key" })
  }

  @Test func `each key decrypts its own segments alone`() throws {
    guard let ffmpeg = Peer.ffmpeg.path else { return }
    let keys = [EncryptedSource.key, "00112233445566778899aabbccddeeff"]
    let ids = [EncryptedSource.id, "000102030405060708090a0b0c0d0e0f"]
    let path = try folder.keys(
      "all \(ids[0]) \(keys[0]) \(EncryptedSource.vector)\n"
        + "all/2 \(ids[1]) \(keys[1]) 101112131415161718191a1b1c1d1e1f\n")
    let package = try package(.samples, KeyPlan(rotation: 3), keys: .reading(path))
    let clear = try CopiedPackage(source, CopyOptions(segmentDuration: 2))
    let name = try video(package)
    for (period, key) in keys.enumerated() {
      // FFmpeg knows no sample groups: the key of the segments is made that of the track.
      let own = try package.joined(name, period * 3..<period * 3 + 3)
      var header = [UInt8](try Data(contentsOf: URL(filePath: own)))
      let segment = try ISOBMFF.MediaSegment(parsing: header)
      let found = try segment.fragments[0].movieFragment.tracks[0].encryptionGroup()
      let group = try #require(found)
      #expect(group.keyID.map { String($0, radix: 16).leftPadded }.joined() == ids[period])
      var movie = try InitializationSegment(parsing: header)
      guard case .video(var entry) = movie.movie.tracks[0].sampleEntries[0] else { return }
      let start = segment.fragments[0].range.lowerBound
      entry.protection?.defaults = group
      movie.movie.tracks[0].sampleEntries = [.video(entry)]
      header = movie.bytes + header[start...]
      let patched = folder.file("period-\(period).mp4")
      try Data(header).write(to: URL(filePath: patched))
      let expected = try SampleHashes.list(clear.joined(name, period * 3..<period * 3 + 3))
      #expect(expected.count == 150)
      for (other, key) in [(period, key), (1 - period, keys[1 - period])] {
        let found = try SampleHashes.list(patched, ["-decryption_key", key], by: ffmpeg)
        #expect((found == expected) == (other == period))
      }
    }
  }

  @Test func `a rotation that needs more keys than there are says so`() throws {
    let error = #expect(throws: PackagingError.self) {
      try package(.samples, KeyPlan(rotation: 2), keys: folder.testKeys())
    }
    #expect(error?.code == .protection)
    #expect(error?.reason == "expected key 2 for 'sd', found 1")
  }

  static let weak = [
    ("all \(EncryptedSource.id) 00000000000000000000000000000000", "is one byte again and again"),
    (
      "all \(EncryptedSource.id) \(EncryptedSource.vector) \(EncryptedSource.vector)",
      "is also the IV"
    ),
    ("all \(EncryptedSource.id) \(EncryptedSource.id)", "is also the key id"),
  ]

  @Test(arguments: weak)
  func `weak keys are refused`(_ line: String, _ weakness: String) throws {
    let error = #expect(throws: PackagingError.self) {
      try package(.samples, keys: .reading(folder.keys(line)))
    }
    #expect(error?.reason.hasSuffix("found one that \(weakness)") == true)
    #expect(error?.hint == "'--force' takes it all the same")
    var options = CopyOptions(segmentDuration: 2)
    options.protection = try PackageProtection(.samples, keys: .reading(folder.keys(line)))
    options.protection?.allowsWeakKeys = true
    #expect(try CopiedPackage(source, options).report.renditions.count == 1)
  }

  static let bad = [
    ("", "expected 16 bytes, or lines with a key each, found none", nil as Int?),
    ("# nothing\n", "expected 16 bytes, or lines with a key each, found none", nil),
    ("\nsd abc\n", "expected a key of 32 hexadecimal digits, found 3 characters", 2),
    (
      "8k \(EncryptedSource.key)\n",
      "expected audio, sd, hd, uhd or all, or such a class with a number as in hd/2", 1
    ),
    ("all\n", "expected [class] [key-id] key [iv], found 0 numbers", 1),
  ]

  @Test(arguments: bad)
  func `key files that cannot be read say where`(
    _ text: String, _ reason: String, _ line: Int?
  ) throws {
    let path = try folder.keys(text)
    let error = #expect(throws: PackagingError.self) { try KeyRing.reading(path) }
    #expect(error?.reason == reason)
    #expect(error?.location == path + (line.map { ":\($0)" } ?? ""))
  }
}

extension String {
  /// The text behind a zero, where it is one digit.
  fileprivate var leftPadded: String { count == 1 ? "0" + self : self }
}
