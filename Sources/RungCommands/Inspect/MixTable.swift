// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor
internal import HLSEncoding

/// What several sources become together, as `rung inspect A B` prints it.
struct MixTable {
  private let mix: SourceMix

  init(_ mix: SourceMix) { self.mix = mix }

  var text: String {
    var table = Table("source", "kind", "what happens", "metadata")
    for member in mix.members {
      table.add(
        String(member.source.path.suffix(40)), member.kind?.rawValue ?? "sound",
        member.conversion ?? "stays as it is", member.metadata ?? "")
    }
    return "\(table)\ntogether: \(mix.result?.rawValue ?? "sound alone")"
  }
}

/// The same as `--json` prints it. Keys are a contract.
struct MixReport: Encodable {
  struct Source: Encodable {
    var path: String
    var kind: String?
    var conversion: String?
    var metadata: String?
  }

  var sources: [Source]
  var result: String?

  init(_ mix: SourceMix) {
    sources = mix.members.map {
      Source(
        path: $0.source.path, kind: $0.kind?.rawValue, conversion: $0.conversion,
        metadata: $0.metadata)
    }
    result = mix.result?.rawValue
  }
}
