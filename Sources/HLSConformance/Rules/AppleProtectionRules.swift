// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist

extension ConformanceRule {
  /// The authoring rules for content protection (section 13), as far as playlists tell.
  static let appleProtection: [ConformanceRule] = [
    ConformanceRule(
      "apple-13.11", .must, "No key has the method SAMPLE-AES-CTR", each: { $0.mediaStreams }
    ) { stream, _ in
      .unless(
        !stream.keys.contains { $0.method == .sampleAESCTR }, "METHOD=SAMPLE-AES",
        found: "METHOD=SAMPLE-AES-CTR")
    },
    ConformanceRule(
      "apple-13-fairplay-method", .must, "FairPlay has the method SAMPLE-AES",
      each: { $0.mediaStreams }
    ) { stream, _ in
      guard let key = stream.keys.first(where: { $0.isFairPlay }) else { return nil }
      return .unless(
        key.method == .sampleAES, "METHOD=SAMPLE-AES", found: "METHOD=\(key.method)")
    },
    ConformanceRule(
      "apple-13-fairplay-iv", .should, "A key of FairPlay has no IV", each: { $0.mediaStreams }
    ) { stream, _ in
      guard let key = stream.keys.first(where: { $0.isFairPlay }) else { return nil }
      return .unless(
        key.initializationVector == nil, "none: it comes with the licence", found: "an IV")
    },
    ConformanceRule(
      "apple-13-hdcp-level", .should, "Protected video in HD declares HDCP-LEVEL",
      each: { $0.videoVariants }
    ) { item, _ in
      guard let size = item.stream.resolution, size.height >= 720,
        item.media?.keys.contains(where: { $0.isFairPlay }) == true
      else { return nil }
      let level = size.height > 1080 ? "TYPE-1" : "TYPE-0"
      return .unless(
        item.stream.hdcpLevel != nil, "HDCP-LEVEL=\(level)", found: "none")
    },
  ]
}

extension EncryptionKey {
  /// Whether the key is delivered by FairPlay Streaming.
  fileprivate var isFairPlay: Bool { keyFormat == "com.apple.streamingkeydelivery" }
}
