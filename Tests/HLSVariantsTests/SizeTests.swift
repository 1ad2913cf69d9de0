// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HLSPlaylist
import HLSVariantTesting
import HLSVariants
import PredicateFormat
import Testing

@Suite struct SizeTests {
  private static func media(_ body: String) throws -> MediaPlaylist {
    try MediaPlaylist(parsing: "#EXTM3U\n#EXT-X-TARGETDURATION:10\n\(body)\n#EXT-X-ENDLIST\n")
  }

  @Test(arguments: [
    ("#EXTINF:6,\n#EXT-X-BYTERANGE:100@0\na\n#EXTINF:6,\n#EXT-X-BYTERANGE:50\na", 150, "exact"),
    (
      "#EXT-X-MAP:URI=\"a\",BYTERANGE=\"20@0\"\n#EXTINF:6,\n#EXT-X-BYTERANGE:100@20\na", 120,
      "exact"
    ),
    // 800 kbit/s for 10 seconds are 1,000,000 bytes.
    ("#EXT-X-BITRATE:800\n#EXTINF:10,\na\n#EXTINF:10,\nb", 2_000_000, "bit-rates"),
    ("#EXTINF:6,\n#EXT-X-GAP\na\n#EXTINF:6,\n#EXT-X-BYTERANGE:100@0\nb", 100, "exact"),
  ])
  func `playlists tell sizes`(_ body: String, _ bytes: UInt64, _ basis: String) throws {
    let size = SizeEstimate(of: try Self.media(body), at: "x.m3u8")
    #expect(size?.bytes == bytes)
    #expect(size?.basis.rawValue == basis)
  }

  @Test func `a segment without range, rate and file has no size`() throws {
    #expect(SizeEstimate(of: try Self.media("#EXTINF:6,\na"), at: "x.m3u8") == nil)
    let known = SizeEstimate(of: try Self.media("#EXTINF:6,\na"), at: "d/x.m3u8") { uri in
      uri == "d/a" ? 7 : nil
    }
    #expect(known?.bytes == 7)
  }

  @Test func `declared rates stand in, by the average first`() async throws {
    let master = Master(
      uri: "m.m3u8", .variant(8_000_000, average: 4_000_000, uri: "a.m3u8"),
      .variant(1_000_000, uri: "b.m3u8"))
    let texts = ["a.m3u8": "#EXTM3U\n#EXT-X-TARGETDURATION:100\n#EXTINF:100,\na\n#EXT-X-ENDLIST\n"]
    let selection = try master.asset.select(DownloadConfiguration())
    var playlists = MediaPlaylists()
    #expect(selection.sizes(by: playlists).first == .some(nil))
    let failures = await playlists.load(for: selection, with: MemoryReader(texts))
    #expect(failures.isEmpty)
    // 4 Mbit/s for 100 seconds.
    #expect(selection.sizes(by: playlists).first??.bytes == 50_000_000)
    let small = try master.asset.select(
      DownloadConfiguration(try VariantQualifier("peakBitRate < 2000000")))
    #expect(small.sizes(by: playlists).first??.bytes == 12_500_000)
    #expect(small.sizes(by: playlists).first??.basis == .bandwidth)
  }

  @Test func `a budget takes the best that fits, within a rule where one fits`() async throws {
    let asset = Master.hdr10AndSDR.asset
    let text = "#EXTM3U\n#EXT-X-TARGETDURATION:100\n#EXTINF:100,\na\n#EXT-X-ENDLIST\n"
    let reader = MemoryReader(
      Dictionary(uniqueKeysWithValues: asset.variants.map { ($0.uri, text) }))
    // Averages of 1.4, 4, 3.7, 6.3 and 17.5 Mbit/s over 100 s: 17.5, 50, 46.25, 78.75, 218.75 MB.
    for (budget, number) in [(300, 5), (218, 4), (78, 3), (46, 2), (40, 1)] as [(UInt64, Int)] {
      var playlists = MediaPlaylists()
      let expected = budget == 46 ? 1 : number
      let selection = try await asset.select(
        DownloadConfiguration(), fitting: budget * 1_000_000, playlists: &playlists,
        reader: reader)
      #expect(selection.primary.variant.index + 1 == expected, "\(budget) MB")
    }
    var playlists = MediaPlaylists()
    await #expect(throws: SelectionError.self) {
      try await asset.select(
        DownloadConfiguration(), fitting: 1_000_000, playlists: &playlists, reader: reader)
    }
    let named = DownloadConfiguration(VariantQualifier(variant: asset.variants[4]))
    await #expect(throws: SelectionError.self) {
      try await asset.select(named, fitting: 1_000_000, playlists: &playlists, reader: reader)
    }
  }

  @Test func `a requirement names the nearest variant`() throws {
    let requirement = try VariantRequirement(
      try PredicateTree(
        format: "videoAttributes.videoRange == 'AVVideoRangePQ' AND peakBitRate < 4000000"))
    guard case .unmet(let nearest?, let reasons) = requirement.check(Master.hdr10AndSDR.asset)
    else {
      Issue.record("expected the requirement to be unmet")
      return
    }
    #expect(nearest.index == 0)
    #expect(reasons == ["video range is PQ (found SDR)"])
    let met = try VariantRequirement(try PredicateTree(format: "peakBitRate < 4100000"))
    guard case .met(let variants) = met.check(Master.hdr10AndSDR.asset) else {
      Issue.record("expected the requirement to be met")
      return
    }
    #expect(variants.map(\.index) == [0, 2])
  }
}
