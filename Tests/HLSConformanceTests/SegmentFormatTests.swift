// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HLSPlaylist
import ISOBMFF
import Testing

@testable import HLSConformance

/// Transport streams, packed audio and IMSC1: what is read of them, and the rules of each with a
/// stream that keeps it and one that does not.
@Suite struct SegmentFormatTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var rule: String
    var breaking: @Sendable (inout TransportLadder) -> Void
    var testDescription: String { rule }

    init(_ rule: String, _ breaking: @escaping @Sendable (inout TransportLadder) -> Void) {
      self.rule = rule
      self.breaking = breaking
    }

    /// A case that changes the bytes of a file.
    init(_ rule: String, _ file: String, _ change: @escaping @Sendable (inout [UInt8]) -> Void) {
      self.init(rule) { ladder in
        guard var bytes = ladder.files[file] else { preconditionFailure(file) }
        change(&bytes)
        ladder.files[file] = bytes
      }
    }
  }

  static let cases = [
    Case("rfc-3.1.1-packets", "v1.ts") { $0[188 * 3] = 0x46 },
    Case("rfc-3.1.1-packets", "v1.ts") { $0.removeLast() },
    Case("rfc-3.1.1-packets", "v1.ts") { $0.remove([0]) },
    Case("rfc-3.1.1-packets", "v1.ts") { $0 = Array("<html>not found</html>".utf8) },
    Case("rfc-3.1.1-tables", "v1.ts") { $0 = $0.packet(3) + $0 },
    Case("rfc-3.1.1-program", "v1.ts") { $0.addProgram() },
    Case("rung-packets-missing", "v1.ts") { $0.removeSubrange(188 * 4..<188 * 5) },
    // A counter that never counts.
    Case("rung-packets-missing", "v1.ts") { bytes in
      for at in stride(from: 0, to: bytes.count, by: 188) { bytes[at + 3] &= 0xF0 }
    },
    Case("rung-parameter-sets-first", "v1.ts") { $0.replaceUnits([7], with: 12) },
    // An open GOP: neither an IDR picture nor parameter sets, in one segment and in all.
    Case("apple-7.4", "v1.ts") { $0.replaceUnits([5, 7, 8], with: 1) },
    Case("apple-7.4") { ladder in
      for name in ["v0.ts", "v1.ts", "v2.ts"] {
        ladder.files[name]?.replaceUnits([5, 7, 8], with: 1)
      }
    },
    Case("rfc-6.2.1-format") { $0.files["v1.ts"] = $0.files["small.ts"] },
    Case("rfc-6.2.1-format") { ladder in
      let small = ladder.files["small.ts"] ?? []
      ladder.files["v1.ts"]? += small
    },
    Case("rfc-4.4.3.6-whole", "i.m3u8") { $0.shortenRanges(by: 188 * 4) },
    Case("rfc-4.4.3.6-picture", "v1.ts") { $0.replaceUnits([5], with: 1) },
    Case("rfc-3.1.3-timestamp", "a1.aac") { $0.removeFirst(73) },
    Case("rfc-4.4.4.3-times", "a1.aac") {
      $0.replaceSubrange(0..<73, with: TransportLadder.tag(900_000))
    },
    Case("rfc-4.4.4.3-times") { ladder in
      (ladder.files["v1.ts"], ladder.files["v2.ts"]) = (
        ladder.files["v2.ts"], ladder.files["v1.ts"]
      )
    },
    Case("apple-1.5") { $0.files["v0.ts"] = $0.files["hevc.ts"] },
    Case("apple-2.17", "v0.ts") { $0.addSound() },
    Case("rfc-3.1.5-document", "s1.m4s") { $0.replace("<tt ", with: "<uu ") },
    Case("rfc-3.1.5-document", "s1.m4s") { $0.replace("</p>", with: "</q>") },
    // Well formed, of as many bytes, and of another root.
    Case("rfc-3.1.5-document", "s1.m4s") {
      $0.replace("<tt ", with: "<uu ")
      $0.replace("</tt>", with: "</uu>")
    },
    Case("rfc-3.1.5-document", "s1.m4s") { $0.replace("org/ns/ttml\"", with: "org/ns/ttmm\"") },
    Case("rfc-3.1.5-profile", "s1.m4s") { $0.replace("imsc1/text", with: "imsc1/imag") },
    Case("rfc-3.1.5-profile", "s1.m4s") { $0.replace("<p begin", with: "<image a") },
    Case("apple-7.4", "v1.ts") { $0.replaceIDR() },
    Case("apple-8.1") {
      $0 = $0.replacing("EXTINF:1.000000", with: "EXTINF:1.090000", in: "v.m3u8")
    },
    Case("rfc-6.2.4-codecs") {
      $0 = $0.replacing("avc1.4D401E", with: "avc1.4D401F", in: "master.m3u8")
    },
    Case("rfc-4.4.6.2-resolution-media") {
      $0 = $0.replacing("320x180", with: "640x360", in: "master.m3u8")
    },
    Case("rfc-4.4.6.2-frame-rate-media") {
      $0 = $0.replacing("RATE=25.000", with: "RATE=24.000", in: "master.m3u8")
    },
    Case("rfc-4.4.6.1-channels-media") {
      $0 = $0.replacing(#"CHANNELS="2""#, with: #"CHANNELS="6""#, in: "master.m3u8")
    },
    Case("rfc-3.1-segment", "a1.aac") { $0 = Array($0.prefix(73)) },
    Case("rfc-3.1-segment", "s1.m4s") { $0.removeLast(10) },
  ]

  @Test(arguments: cases)
  func `finds what breaks a rule and nothing in what keeps it`(_ c: Case) async throws {
    let rule = try #require(ConformanceRule.named(c.rule))
    var ladder = try await TransportLadder.shared.value
    #expect(rule.findings(in: try await ladder.read()).map(\.description) == [])
    c.breaking(&ladder)
    #expect(!rule.findings(in: try await ladder.read()).isEmpty)
  }

  @Test func `formats, sizes and rates of a transport stream are those that FFmpeg tells`()
    async throws
  {
    let ladder = try await TransportLadder.shared.value
    // The tables of the programme list the streams once more.
    #expect(Set(ladder.probed).contains("h264,Main,320,180,30,25/1"))
    let video = try await ladder.read().mediaStreams[0]
    #expect(video.content?.codecs == ["avc1.4D401E", "mp4a.40.2"])
    #expect(video.content?.size == Resolution(width: 320, height: 180))
    #expect(video.content?.frameRate == 25)
    #expect(video.content?.segments.count == 3)
  }

  @Test func `every picture and frame of a transport stream is counted`() async throws {
    let ladder = try await TransportLadder.shared.value
    // FFmpeg puts several frames of sound into one packet: 3 s of 48,000 samples, 1,024 a frame, and
    // one of priming.
    let sound = SegmentContent(transportStream: ladder.files["sound.ts"] ?? [])
    #expect(sound.sampleCount == 142)
    for each in [1, 2, 3] {
      let bytes = try #require(ladder.withPictures(each))
      let content = SegmentContent(transportStream: bytes)
      #expect(content.sampleCount == 25, "\(each) pictures a packet")
      #expect(content.sampleDurations.max { $0.value < $1.value }?.key == 3600)
      #expect(content.structure == [])
      #expect(content.packetGap == nil)
    }
  }

  @Test func `key pictures of a transport stream alone need no tables of their own`() async throws {
    let files = try await TransportLadder.shared.value.files
    let source = MemorySource(files)
    let presentation = try await Presentation.load("i.m3u8", from: source)
      .readingMedia(from: source)
    let content = try #require(presentation.mediaStreams.first?.content)
    #expect(content.segments.values.map(\.firstPicture) == [.idr, .idr, .idr])
    #expect(content.codecs == ["avc1.4D401E"])
    let findings = ConformanceReport(of: presentation).findings.map(\.rule)
    #expect(findings.filter { !$0.hasPrefix("apple-") } == [])
  }

  @Test func `packets that are sent twice, and counters that may jump, are no gap`() async throws {
    let bytes = try #require(try await TransportLadder.shared.value.files["v0.ts"])
    let twice = Array(bytes[..<(188 * 4)]) + bytes[(188 * 3)...]
    let whole = SegmentContent(transportStream: bytes)
    let content = SegmentContent(transportStream: twice)
    #expect(content.packetGap == nil)
    #expect(content.sampleCount == whole.sampleCount)
  }

  @Test func `packed audio and IMSC1 say what they are`() async throws {
    let presentation = try await TransportLadder.shared.value.read()
    let sound = try #require(presentation.mediaStreams.first { $0.file == "a.m3u8" }?.content)
    #expect(sound.codecs == ["mp4a.40.2"])
    #expect(sound.channels == 2)
    // 47 frames of 1,024 samples at 48 kHz, in units of 1/90,000 s.
    #expect(sound.segments[1]?.decodeTimes == 90_240..<180_480)
    let text = try #require(presentation.mediaStreams.first { $0.file == "s.m3u8" }?.content)
    #expect(text.codecs == ["stpp.ttml.im1t"])
  }

  @Test func `HE-AAC in ADTS, which shows its core alone, is taken as declared`() async throws {
    let ladder = try await TransportLadder.shared.value.replacing(
      "avc1.4D401E,mp4a.40.2", with: "avc1.4D401E,mp4a.40.5", in: "master.m3u8")
    let rule = try #require(ConformanceRule.named("rfc-6.2.4-codecs"))
    #expect(rule.findings(in: try await ladder.read()) == [])
  }

  @Test func `what is encrypted as a whole is noted, and nothing is found in it`() async throws {
    var ladder = try await TransportLadder.shared.value.replacing(
      "#EXTINF", with: "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0x1\n#EXTINF", in: "v.m3u8"
    )
    .replacing("#EXT-X-I-FRAME-STREAM-INF", with: "#", in: "master.m3u8")
    for name in ["v0.ts", "v1.ts", "v2.ts"] {
      // Whole blocks of noise.
      ladder.files[name] = (0..<16 * 40).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 3) }
    }
    let presentation = try await ladder.read()
    let media = ConformanceRule.all.filter { $0.need == .media }
    #expect(media.flatMap { $0.findings(in: presentation) }.map(\.description) == [])
    #expect(
      presentation.notes.map(\.description) == [
        "v.m3u8: 3 segments were not looked into: they are encrypted as a whole"
      ])
  }

  @Test func `times of 33 bits wrap`() {
    #expect(SegmentContent.distance(from: 1 << 33 - 10, to: 20) == 30)
    #expect(SegmentContent.distance(from: 20, to: 1 << 33 - 10) == -30)
  }
}

extension [UInt8] {
  fileprivate func packet(_ index: Int) -> [UInt8] { Array(self[index * 188..<(index + 1) * 188]) }

  fileprivate mutating func replace(_ text: String, with other: String) {
    guard let range = firstRange(of: Array(text.utf8)) else { preconditionFailure(text) }
    replaceSubrange(range, with: Array(other.utf8))
  }

  /// Removes the packets of some identifiers.
  mutating func remove(_ identifiers: Set<UInt16>) {
    for at in stride(from: count - 188, through: 0, by: -188)
    where identifiers.contains(identifier(at)) {
      removeSubrange(at..<at + 188)
    }
  }

  /// The first packet of an identifier.
  private func start(of id: UInt16) -> Int {
    stride(from: 0, to: count, by: 188).first { identifier($0) == id } ?? 0
  }

  fileprivate func identifier(_ at: Int) -> UInt16 {
    UInt16(self[at + 1] & 0x1F) << 8 | UInt16(self[at + 2])
  }

  /// Puts another programme into the first table of associations: its section grows by four bytes.
  fileprivate mutating func addProgram() {
    let section = start(of: 0) + 5
    self[section + 2] += 4
    // Programme 2 takes the place of the checksum, which is not read.
    replaceSubrange(section + 12..<section + 16, with: [0, 2, 0xE1, 0xFF])
  }

  /// Gives the programme map a stream of sound once more: FFmpeg's is at 0x1000.
  fileprivate mutating func addSound() {
    let section = start(of: 0x1000) + 5
    let end = section + 3 + Int(self[section + 2]) - 4
    self[section + 2] += 5
    replaceSubrange(end..<end + 5, with: [0x0F, 0xE1, 0x50, 0xF0, 0])
  }

  /// Gives NAL units of some types another one.
  fileprivate mutating func replaceUnits(_ types: Set<UInt8>, with type: UInt8) {
    for at in 0..<count - 4
    where self[at..<at + 3] == [0, 0, 1] && types.contains(self[at + 3] & 0x1F)
      && self[at + 3] & 0x80 == 0
    {
      self[at + 3] = self[at + 3] & 0xE0 | type
    }
  }

  /// Makes the byte ranges of a playlist shorter.
  fileprivate mutating func shortenRanges(by count: Int) {
    let lines = String(decoding: self, as: UTF8.self).split(separator: "\n").map { line in
      guard line.hasPrefix("#EXT-X-BYTERANGE:"), let at = line.firstIndex(of: "@"),
        let length = Int(line[..<at].dropFirst("#EXT-X-BYTERANGE:".count))
      else { return String(line) }
      return "#EXT-X-BYTERANGE:\(length - count)\(line[at...])"
    }
    self = Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  /// Makes the first IDR picture one that is none (NAL unit type 5 becomes 1).
  fileprivate mutating func replaceIDR() {
    for at in 0..<count - 4 where self[at..<at + 3] == [0, 0, 1] && self[at + 3] & 0x1F == 5 {
      self[at + 3] = self[at + 3] & 0xE0 | 1
      return
    }
  }
}

extension TransportLadder {
  /// The pictures of the first segment in a transport stream that has several of them in a packet:
  /// of 25 a second, each 3,600 units of time long.
  fileprivate func withPictures(_ each: Int) -> [UInt8]? {
    guard let stream = files["v0.h264"], let tables = files["v0.ts"]?.prefix(188 * 2) else {
      return nil
    }
    // Each begins with a delimiter, of type 9.
    var starts = stream.indices.dropLast(4).filter {
      stream[$0..<$0 + 4].elementsEqual([0, 0, 1, 9])
    }
    starts.append(stream.count)
    let pictures = zip(starts, starts.dropFirst()).map { stream[$0..<$1] }
    var bytes = Array(tables)
    var counter: UInt8 = 0
    for first in stride(from: 0, to: pictures.count, by: each) {
      let time = Int64(first) * 3600
      let b = [30, 22, 15, 7, 0].map { UInt8(truncatingIfNeeded: time >> $0) }
      var packet: [UInt8] = [
        0, 0, 1, 0xE0, 0, 0, 0x80, 0x80, 5, 0x21 | b[0] << 1 & 0x0E, b[1], b[2] << 1 | 1, b[3],
        b[4] << 1 | 1,
      ]
      packet += pictures[first..<min(first + each, pictures.count)].joined()
      var isStart = true
      while !packet.isEmpty {
        let part = packet.prefix(184)
        packet.removeFirst(part.count)
        bytes += [0x47, isStart ? 0x41 : 0x01, 0x00]
        isStart = false
        if part.count == 184 {
          bytes += [0x10 | counter]
        } else {
          // What is missing to a whole packet is filled up by an adaptation field.
          let length = 183 - part.count
          bytes += [0x30 | counter, UInt8(length)]
          if length > 0 { bytes += [0] + [UInt8](repeating: 0xFF, count: length - 1) }
        }
        bytes += part
        counter = (counter + 1) & 0xF
      }
    }
    return bytes
  }
}
