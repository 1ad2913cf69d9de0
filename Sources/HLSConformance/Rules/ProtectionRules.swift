// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist
internal import ISOBMFF

extension ConformanceRule {
  /// Encrypted samples (CMAF 8.2; authoring rules 1 and 13).
  static let protection: [ConformanceRule] = [
    ConformanceRule(
      "rfc-4.4.4.4-scheme", .must, "The scheme of encryption is that of the key's method",
      needs: .media, each: { $0.readStreams }
    ) { item, _ in
      guard let scheme = item.content.protection?.scheme else { return nil }
      let methods = item.keys.map(\.method)
      let expected: FourCC? =
        methods.contains(.sampleAES) ? "cbcs" : methods.contains(.sampleAESCTR) ? "cenc" : nil
      guard let expected else { return nil }
      return Fault.unless(scheme == expected, "'\(expected)'", found: "'\(scheme)'")?
        .at(item.box("stsd/sinf/schm"))
    },
    ConformanceRule(
      "rfc-4.4.4.4-clear", .must, "Encrypted samples have a key, and clear ones none",
      needs: .media, each: { $0.readStreams }
    ) { item, _ in
      guard item.content.isFragmented else { return nil }
      let isProtected = item.content.protection != nil
      let hasKey = item.keys.contains {
        $0.method == .sampleAES || $0.method == .sampleAESCTR
      }
      guard isProtected != hasKey else { return nil }
      return isProtected
        ? Fault("EXT-X-KEY", found: "none") : Fault("encrypted samples", found: "clear ones")
    },
    ConformanceRule(
      "cmaf-8.2.2.2", .must, "Pattern encryption has a tenc box of version 1 with a constant IV",
      needs: .media, each: { $0.readStreams }
    ) { item, _ in
      guard let scheme = item.content.protection, scheme.scheme == "cbcs" else { return nil }
      guard let defaults = scheme.defaults else {
        return Fault("tenc", found: "none", at: item.box("stsd/sinf/schi"))
      }
      return Fault.unless(
        defaults.version == 1 && defaults.constantVector.count == 16, "version 1 and 16 bytes",
        found: "version \(defaults.version) and \(defaults.constantVector.count) bytes")?
        .at(item.box("stsd/sinf/schi/tenc"))
    },
    ConformanceRule(
      "apple-13.7", .must, "Video is encrypted in the pattern 1 of 10 blocks", needs: .media,
      each: { $0.readStreams }
    ) { item, _ in
      guard let defaults = item.content.video?.protection?.defaults,
        item.content.protection?.scheme == "cbcs"
      else { return nil }
      return Fault.unless(
        defaults.cryptBlocks == 1 && defaults.skipBlocks == 9, "1:9",
        found: "\(defaults.cryptBlocks):\(defaults.skipBlocks)")?
        .at(item.box("stsd/sinf/schi/tenc"))
    },
    ConformanceRule(
      "apple-1.41", .must, "Encrypted fragments have senc, or saiz and saio", needs: .media,
      each: { $0.readVideos.filter { $0.content.protection != nil } }
    ) { item, _ in
      item.faults("senc", found: "none", unless: \.hasSampleEncryption)
    },
    ConformanceRule(
      "rung-iv-of-samples", .must, "The IV of a key is that of the samples", needs: .media,
      each: { $0.readStreams }
    ) { item, _ in
      guard let vector = item.content.protection?.defaults?.constantVector, vector.count == 16,
        let key = item.keys.first(where: { $0.method == .sampleAES }),
        let declared = key.initializationVector?.bytes
      else { return nil }
      let padded = [UInt8](repeating: 0, count: max(0, 16 - declared.count)) + declared
      return .unless(padded == vector, "the constant IV of tenc", found: "another")
    },
  ]
}
