// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HDRColor
import HLSPlaylist
import Testing

@testable import HLSConformance
@testable import ISOBMFF

/// The rules of what segments hold: each on a ladder that keeps it, and with a change that does not.
@Suite struct ContentRuleTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var rule: String
    var breaking: @Sendable (inout Presentation) -> Void
    var testDescription: String { rule }

    init(_ rule: String, _ change: @escaping @Sendable (inout Presentation) -> Void) {
      self.rule = rule
      breaking = change
    }

    /// A case whose change is of the text of the master playlist.
    init(_ rule: String, _ text: String, _ other: String) {
      self.init(rule) { $0 = $0.replacing(text, with: other) }
    }

    /// A case whose change is of a segment.
    init(
      _ rule: String, _ file: String, segment: Int = 1,
      _ change: @escaping @Sendable (inout SegmentContent) -> Void
    ) {
      self.init(rule) { $0.edit(file, segment: segment, change) }
    }
  }

  private static let v = "v1/p.m3u8"

  static let cases: [Case] = [
    Case("rfc-3.1.2-initialization") { $0.edit(v) { $0.initializationError = "x" } },
    Case("rfc-3.1.2-brand") {
      $0.edit(v) { $0.initialization?.fileType = FileType("isom", compatible: ["iso5"]) }
    },
    Case("rfc-3.1.2-duration") { $0.edit(v) { $0.initialization?.movie.duration = 1 } },
    Case("rfc-3.1.2-samples") {
      $0.edit(v) {
        $0.editTrack { $0.sampleTable.sizes = .init(content: [0, 0, 0, 0, 0, 0, 0, 1]) }
      }
    },
    Case("rfc-3.1.2-extends") { $0.edit(v) { $0.editTrack { $0.fragmentDefaults = nil } } },
    Case("cmaf-7.3.1") {
      $0.edit(v) { content in
        if let track = content.track { content.initialization?.movie.tracks.append(track) }
      }
    },
    Case("cmaf-7.5.13") {
      $0.edit(v) { $0.editTrack { $0.edits = [Edit(mediaTime: -1), Edit(mediaTime: 0)] } }
    },
    Case("rung-aac-priming") { $0.edit("a/p.m3u8") { $0.editTrack { $0.edits = [] } } },
    Case("rfc-6.2.4-codecs", "L60.90,mp4a.40.2", "L60.B0,mp4a.40.2"),
    Case("rfc-6.2.4-codecs-extra", "L60.90,mp4a.40.2", "L60.90,mp4a.40.2,ac-3"),
    Case("rfc-4.4.6.2-range-media", "VIDEO-RANGE=PQ,AUDIO", "VIDEO-RANGE=HLG,AUDIO"),
    Case("rfc-4.4.6.2-resolution-media", "320x180,FRAME", "640x360,FRAME"),
    Case("rfc-4.4.6.2-frame-rate-media", "RATE=25.000", "RATE=24.000"),
    Case("rfc-4.4.6.2-frame-rate") { presentation in
      presentation = presentation.replacing("FRAME-RATE=25.000,", with: "")
      for index in 0..<3 {
        presentation.edit(v, segment: index) { $0.sampleDurations = [256: 50] }
      }
    },
    Case("rfc-4.4.6.1-channels-media", #"CHANNELS="1""#, #"CHANNELS="2""#),
    Case("rung-channels-declared", #",CHANNELS="1""#, ""),
    Case("rung-color-box") { $0.edit(v) { $0.editVideo { $0.color = .bt709 } } },
    Case("apple-1.7") { presentation in
      presentation.edit(v) {
        $0.editVideo { entry in
          guard case .hevc(var record)? = entry.configuration else { return }
          record.lumaBitDepth = 8
          entry.configuration = .hevc(record)
        }
      }
    },
    Case("apple-1.35") { presentation in
      presentation.edit(v) {
        $0.editVideo { entry in
          guard case .hevc(var record)? = entry.configuration else { return }
          record.arrays.removeAll { $0.type == 39 }
          entry.configuration = .hevc(record)
          entry.masteringDisplay = nil
          entry.contentLightLevel = nil
        }
      }
    },
    Case("apple-1.8", v) { $0.hasStaticMetadata = true },
    Case("rung-hdr10-boxes") {
      $0.edit(v) {
        $0.editVideo {
          $0.contentLightLevel = ContentLightLevel(
            maximumContentLightLevel: 1, maximumFrameAverageLightLevel: 1)
        }
      }
    },
    Case("rfc-3.1-segment", v) { $0.error = "x" },
    Case("rfc-3.1.2-decode-time", v) { $0.hasDecodeTimes = false },
    Case("rfc-3.1.2-addressing", v) { $0.isRelative = false },
    Case("rfc-3.1.2-track-id", v) { $0.hasKnownTracks = false },
    Case("cmaf-7.3.2.3", v) { $0.hasSingleRuns = false },
    Case("apple-7.4", v) { $0.firstPicture = .randomAccess },
    Case("cmaf-7.3.2.4", v) { $0.fragmentsStartInSync = false },
    Case("apple-1.13") { presentation in
      for index in 0..<3 { presentation.edit(v, segment: index) { $0.syncTimes.removeAll() } }
      presentation.edit(v, segment: 0) { $0.syncTimes = [0, 12_800 * 4] }
    },
    Case("apple-1.10-samples", v) { $0.hasParameterSets = true },
    Case("cmaf-7.3.2.2", v) { segment in
      segment.decodeTimes = segment.decodeTimes.map { $0.lowerBound + 1..<$0.upperBound + 1 }
    },
    Case("apple-8.1") {
      $0 = $0.replacing("EXTINF:1.000000", with: "EXTINF:1.030000", in: v)
    },
    Case("rfc-6.2.4-timestamps", "v2/p.m3u8") { $0.presentationStart? += 100_000 },
    Case("rfc-6.2.4-start", "a/p.m3u8", segment: 0) { $0.presentationStart? += 48_000 },
    Case("apple-6.10", "v1/i.m3u8") { $0.startsWithFragment = false },
    Case("rfc-4.4.3.6-picture", "v1/i.m3u8") { $0.firstPicture = .picture },
    Case("rung-all-key-pictures", v) { $0.syncTimes += [1, 2] },
    Case("rfc-4.4.4.4-clear") {
      $0 = $0.replacing(
        "#EXT-X-MAP", with: "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"k\"\n#EXT-X-MAP", in: v)
    },
    Case("rfc-4.4.4.4-scheme") { $0.protect(scheme: "cenc") },
    Case("cmaf-8.2.2.2") { $0.protect { $0.version = 0 } },
    Case("apple-13.7") { $0.protect { $0.skipBlocks = 0 } },
    Case("apple-1.41") { $0.protect(hasSampleEncryption: false) },
    Case("rung-iv-of-samples") {
      $0.protect { $0.constantVector = [UInt8](repeating: 2, count: 16) }
    },
    Case("rfc-3.1.4", "s/p.m3u8", segment: 0) { $0.subtitles?.hasHeader = false },
    Case("rfc-3.1.4-cues", "s/p.m3u8", segment: 0) { $0.subtitles?.brokenLine = 4 },
    Case("apple-5.3", "s/p.m3u8", segment: 0) { $0.subtitles?.hasTimestampMap = false },
    Case("apple-5.10") {
      $0.edit("s/p.m3u8") { content in
        let track = Track(
          id: 1, handler: "subt", timescale: 1000,
          sampleEntries: [.subtitle(SubtitleSampleEntry())], hasNonSyncSamples: false)
        content.initialization = InitializationSegment(
          fileType: nil, movie: Movie(timescale: 1000, tracks: [track]))
      }
    },
  ]

  @Test(arguments: cases)
  func `finds what breaks a rule and nothing in what keeps it`(_ c: Case) async throws {
    let rule = try #require(ConformanceRule.named(c.rule))
    var presentation = try await EncodedLadder.sound.value
    #expect(rule.findings(in: presentation).map(\.description) == [])
    c.breaking(&presentation)
    #expect(!rule.findings(in: presentation).isEmpty)
  }

  @Test func `an edit takes the priming off the first segment of every section`() async throws {
    let rule = try #require(ConformanceRule.named("apple-8.1"))
    let sound = "a/p.m3u8"
    var presentation = try await EncodedLadder.sound.value
    let media = try #require(presentation.mediaStreams.first { $0.file == sound }?.content)
    let times = try #require(media.segments[1]?.decodeTimes)
    let bytes = presentation.files.first { $0.name == sound }?.bytes ?? []
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let second = lines.indices.filter { lines[$0].hasPrefix("#EXTINF") }[1]
    let (line, uri) = (lines[second], lines[second + 1])
    // 2048 samples, which are more than a frame of 1024.
    let shown = Double(times.count - 2048) / 48_000
    presentation = presentation.replacing(
      "\(line)\n\(uri)",
      with: "#EXT-X-DISCONTINUITY\n#EXT-X-MAP:URI=\"other.mp4\"\n#EXTINF:\(shown),\n\(uri)",
      in: sound)
    presentation.edit(sound) { $0.editTrack { $0.edits = [Edit(mediaTime: 2048)] } }
    #expect(rule.findings(in: presentation).map(\.description) == [])
    let broken = presentation.replacing(
      "#EXTINF:\(shown),", with: "#EXTINF:\(shown - 0.2),", in: sound)
    let finding = try #require(rule.findings(in: broken).first)
    #expect(finding.place.segment == 1)
    #expect(finding.expected.hasPrefix("\(shown)".prefix(6)))
    let repaired = Repair(of: broken, against: RuleSelection(only: ["apple-8.1"])).presentation
    #expect(rule.findings(in: repaired).map(\.description) == [])
  }

  @Test func `encrypted samples as they should be keep every rule`() async throws {
    var presentation = try await EncodedLadder.sound.value
    presentation.protect { _ in }
    for rule in ConformanceRule.all
    where rule.clause.hasPrefix("13.") || rule.id == "rung-iv-of-samples" {
      #expect(rule.findings(in: presentation).map(\.description) == [])
    }
  }
}

extension Presentation {
  /// Protects the first video with `cbcs` and a key, with a change of how.
  fileprivate mutating func protect(
    scheme: FourCC = "cbcs", hasSampleEncryption: Bool = true,
    _ change: (inout TrackEncryption) -> Void = { _ in }
  ) {
    self = replacing(
      "#EXT-X-MAP",
      with:
        "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"k\",IV=0x01010101010101010101010101010101\n#EXT-X-MAP",
      in: "v1/p.m3u8")
    var defaults = TrackEncryption(
      keyID: [UInt8](repeating: 7, count: 16), constantVector: [UInt8](repeating: 1, count: 16),
      cryptBlocks: 1, skipBlocks: 9)
    change(&defaults)
    edit("v1/p.m3u8") { content in
      content.editVideo {
        $0.protection = ProtectionScheme(
          originalFormat: $0.format, scheme: scheme, defaults: defaults)
      }
      for index in content.segments.keys {
        content.segments[index]?.hasSampleEncryption = hasSampleEncryption
      }
    }
  }
}
