// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HLSPlaylist
import HLSVariants
import RungTestSupport
import Testing

/// Every real master gives a choice and an explanation, or a clear error.
@Suite(.enabled(if: Corpus.isPresent)) struct CorpusTests {
  private static func masters() throws -> [(path: String, asset: Asset)] {
    let root = try Corpus.url("playlists")
    let index = try String(contentsOf: root.appending(path: "index.tsv"), encoding: .utf8)
    var masters: [(path: String, asset: Asset)] = []
    for line in index.split(whereSeparator: \.isNewline).dropFirst() {
      let path = String(line.prefix { $0 != "\t" })
      let data = try Data(contentsOf: root.appending(path: path))
      guard let asset = try? Asset(parsing: Array(data), uri: "https://example.com/" + path) else {
        continue
      }
      masters.append((path, asset))
    }
    return masters
  }

  @Test func `masters give a choice and an explanation, or a clear error`() throws {
    let masters = try Self.masters()
    #expect(masters.count > 100)
    let rules = DownloadConfiguration(
      try VariantQualifier("videoAttributes.videoRange == 'AVVideoRangePQ'"),
      try VariantQualifier("peakBitRate < 1000000"))
    var chosen = 0
    for (path, asset) in masters {
      for device in [DeviceProfile.unlimited] + DeviceProfile.builtIn {
        do {
          let selection = try asset.select(rules, on: device)
          chosen += 1
          #expect(!selection.explanation.description.isEmpty)
          #expect(!selection.primary.reasons.isEmpty, "\(path)")
          #expect(
            selection.playability[selection.primary.variant.index].isPlayable,
            "\(path) on \(device.name)")
        } catch {
          #expect(
            asset.variants.isEmpty == (error.code == .noVariants), "\(path): \(error.reason)")
          #expect(error.reason.hasPrefix("expected "), "\(path): \(error.reason)")
        }
      }
    }
    #expect(chosen > 500)
  }

  /// Both views of what is declared agree with the playlist's own model.
  @Test func `attributes mirror the playlist`() throws {
    for (path, asset) in try Self.masters() {
      for variant in asset.variants {
        let stream = variant.stream
        #expect(
          variant.peakBitRate == (stream.bandwidth > 0 ? Double(stream.bandwidth) : nil), "\(path)")
        #expect(variant.averageBitRate == stream.averageBandwidth.map { Double($0) }, "\(path)")
        let hasVideo =
          stream.resolution != nil || stream.frameRate != nil || stream.videoRange != nil
        if hasVideo { #expect(variant.videoAttributes != nil, "\(path)") }
        if stream.audio != nil { #expect(variant.audioAttributes != nil, "\(path)") }
      }
    }
  }
}
