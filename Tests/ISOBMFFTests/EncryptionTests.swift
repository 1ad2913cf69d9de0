// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import ISOBMFF
import Testing

/// Encrypted tracks, as FFmpeg writes and decrypts them.
@Suite struct EncryptionTests {
  static let key = "000102030405060708090a0b0c0d0e0f"

  /// FFmpeg's own encryption of H.264: every entry covers its sample. Moved into a fragment of
  /// ours, with our boxes, FFmpeg decrypts it to the pictures that it encrypted.
  @Test func `FFmpeg encrypts, we move, FFmpeg decrypts`() throws {
    let folder = try TemporaryFolder()
    let (source, file) = (folder.file("a.mp4"), folder.file("b.mp4"))
    try Data(Streams.h264.get().file).write(to: source)
    let made = try Tool.run(
      "ffmpeg",
      [
        "-v", "error", "-i", source.path, "-c", "copy", "-encryption_scheme", "cenc-aes-ctr",
        "-encryption_key", Self.key, "-encryption_kid", "101112131415161718191a1b1c1d1e1f",
        "-y", file.path,
      ])
    #expect(made.status == 0)
    let contents = try bytes(of: file)
    let track = try InitializationSegment(parsing: contents).movie.tracks[0]
    guard case .video(let entry) = track.sampleEntries[0] else {
      Issue.record("expected video")
      return
    }
    #expect(entry.format == "encv")
    #expect(entry.clearFormat == "avc1")
    #expect(entry.protection?.scheme == "cenc")
    let defaults = try #require(entry.protection?.defaults)
    #expect(defaults.keyID == Array(0x10...0x1F))
    #expect(defaults.sampleVectorSize == 8)
    let box = try #require(track.sampleTable.otherBoxes.first { $0.type == "senc" })
    let encryption = try SampleEncryption(parsing: box, vectorSize: 8)
    #expect(encryption.entries.count == 30)

    var iterator = SampleIterator(track.sampleTable, fileSize: UInt64(contents.count))
    var (samples, payload): ([CMAFSample], [UInt8]) = ([], [])
    while let sample = try iterator.next() {
      let stretches = encryption.entries[samples.count].subsamples
      #expect(stretches.reduce(0) { $0 + UInt32($1.clear) + $1.protected } == sample.size)
      samples.append(
        CMAFSample(
          size: sample.size, duration: sample.duration,
          compositionOffset: sample.compositionOffset, isSync: sample.isSync))
      payload += contents[Int(sample.offset)..<Int(sample.offset) + Int(sample.size)]
    }
    var output = CMAFTrack(.video(entry), timescale: track.timescale)
    output.presentationStart = UInt32(samples[0].compositionOffset)
    let fragment = output.fragment(
      sequenceNumber: 1, baseDecodeTime: 0, samples: samples,
      encryption: FragmentEncryption(samples: encryption))
    let segment = fragment.header + payload
    let parsed = try MediaSegment(parsing: segment).fragments[0].movieFragment.tracks[0]
    #expect(parsed.otherBoxes.map(\.type) == ["senc", "saio", "saiz"])
    #expect(try SampleEncryption(parsing: parsed.otherBoxes[0], vectorSize: 8) == encryption)

    let moved = folder.file("c.mp4")
    // FFmpeg takes entries from `senc`, and without it from where `saio` says: both must be right.
    let hidden = try Self.renaming("senc", to: "free", in: segment)
    let clear = try Self.pictures(source, [])
    for bytes in [segment, hidden] {
      try Data(output.initializationSegment.bytes + bytes).write(to: moved)
      #expect(try Self.pictures(moved, ["-decryption_key", Self.key]) == clear)
    }
    #expect(try Self.pictures(moved, []) != clear)
  }

  /// The boxes are those that Shaka Packager 3.8.0 writes for fifty samples under this key.
  @Test func `a fragment names the key of its samples`() throws {
    let bytes: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]
    let key = TrackEncryption(
      keyID: bytes, constantVector: Array((0...15).reversed()), cryptBlocks: 1, skipBlocks: 9)
    var encryption = FragmentEncryption()
    encryption.group = key
    encryption.descriptionIndex = 2
    let fragment = CMAFTrack(.other(OpaqueBox(type: "wvtt", content: [])), timescale: 1000)
      .fragment(
        sequenceNumber: 1, baseDecodeTime: 0,
        samples: Array(
          repeating: CMAFSample(size: 1, duration: 1, compositionOffset: 0, isSync: true), count: 50
        ), encryption: encryption)
    let parsed = try MediaSegment(parsing: fragment.header).fragments[0].movieFragment.tracks[0]
    #expect(parsed.descriptionIndex == 2)
    #expect(
      parsed.otherBoxes == [
        OpaqueBox(
          type: "sbgp", content: Self.hexadecimal("0000000073656967000000010000003200010001")),
        OpaqueBox(
          type: "sgpd",
          content: Self.hexadecimal(
            "0100000073656967000000250000000100190100"
              + "0102030405060708090a0b0c0d0e0f10100f0e0d0c0b0a09080706050403020100")),
      ])
    #expect(try parsed.encryptionGroup() == key)
  }

  private static func hexadecimal(_ text: String) -> [UInt8] {
    let digits: [Int] = text.compactMap { $0.hexDigitValue }
    return stride(from: 0, to: digits.count, by: 2).map { (index: Int) -> UInt8 in
      UInt8(digits[index] << 4 | digits[index + 1])
    }
  }

  /// The identifiers of Widevine, without and with keys (ISO/IEC 23001-7 section 8.1).
  @Test(arguments: [nil, [], [Array(1...16), Array(2...17)]] as [[[UInt8]]?])
  func `a system's box is written and read`(_ keys: [[UInt8]]?) throws {
    let widevine: [UInt8] = [
      0xED, 0xEF, 0x8B, 0xA9, 0x79, 0xD6, 0x4A, 0xCE, 0xA3, 0xC8, 0x27, 0xDC, 0xD5, 0x1D, 0x21,
      0xED,
    ]
    let system = ProtectionSystem(id: widevine, keyIDs: keys, data: [8, 1])
    let keySize = keys.map { 4 + 16 * $0.count } ?? 0
    #expect(system.box.content.count == 26 + keySize)
    #expect(system.box.content.first == (keys == nil ? 0 : 1))
    #expect(try ProtectionSystem(parsing: system.box) == system)
  }

  /// Boxes that claim more than they have.
  @Test(
    arguments: [
      ([0, 0, 0, 0, 255, 255, 255, 255], 8, ISOBMFFError.Code.truncated),
      ([0, 0, 0, 2, 0, 0, 0, 1, 0, 9], 0, .truncated), ([0, 0], 8, .truncated),
    ] as [([UInt8], UInt8, ISOBMFFError.Code)])
  func `entries that are not there are an error`(
    _ content: [UInt8], _ size: UInt8, _ code: ISOBMFFError.Code
  ) {
    let error = #expect(throws: ISOBMFFError.self) {
      try SampleEncryption(parsing: OpaqueBox(type: "senc", content: content), vectorSize: size)
    }
    #expect(error?.code == code)
  }

  @Test func `entries without bytes are none`() throws {
    let box = OpaqueBox(type: "senc", content: [0, 0, 0, 0, 255, 255, 255, 255])
    #expect(try SampleEncryption(parsing: box, vectorSize: 0).entries.isEmpty)
  }

  // MARK: -

  /// The hashes of all pictures.
  private static func pictures(_ file: URL, _ options: [String]) throws -> String {
    try Tool.run(
      "ffmpeg", ["-v", "quiet"] + options + ["-i", file.path, "-f", "framemd5", "-"]
    ).text
  }

  /// Changes the type of a box where it stands in a fragment.
  private static func renaming(
    _ type: FourCC, to other: FourCC, in bytes: [UInt8]
  ) throws -> [UInt8] {
    let moof = try #require(try Box.list(in: bytes).first { $0.type == "moof" })
    let box = try #require(moof.first("traf", type))
    var writer = ByteWriter()
    writer.append(bytes[..<(box.range.lowerBound + 4)])
    writer.fourCC(other)
    writer.append(bytes[(box.range.lowerBound + 8)...])
    return writer.bytes
  }
}
