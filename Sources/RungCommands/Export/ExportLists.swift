// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSEncoding
internal import LibAV

/// The presets, as `rung export --list-presets` prints them.
struct PresetList: Encodable {
  struct Preset: Encodable {
    var name: String
    var commandName: String
    var codec: String
    var limit: String?
    var fileTypes: [String]
    var hdr: ExportPreset.HDRBehavior
    /// Where the size is known from.
    var origin: ExportPreset.Origin
    var help: String
    var refusal: String?
  }

  var presets = ExportPreset.all.map { preset in
    Preset(
      name: preset.name, commandName: preset.commandName, codec: preset.family.rawValue,
      limit: preset.limit.map { "\($0.width)x\($0.height)" },
      fileTypes: preset.fileTypes.map(\.fileExtension), hdr: preset.hdr, origin: preset.origin,
      help: preset.help, refusal: preset.refusal)
  }

  func print(on console: Console, _ isJSON: Bool) throws {
    guard !isJSON else { return try console.print(json: self) }
    var table = Table("preset", "files", "what it makes")
    for preset in presets {
      table.add(
        preset.commandName, preset.fileTypes.joined(separator: " "), preset.refusal ?? preset.help)
    }
    console.print("\(table)")
  }
}

/// The encoders, as `rung export --list-encoders` prints them.
struct EncoderList: Encodable {
  struct Encoder: Encodable {
    var name: String
    var codecs: [String]
    var summary: String
  }

  var encoders =
    VideoEncoder.all.map {
      Encoder(name: $0.name, codecs: $0.codecs.map(\.codecType), summary: $0.summary)
    } + [
      Encoder(name: "aac", codecs: ["mp4a"], summary: "AAC-LC"),
      Encoder(name: "pcm", codecs: ["lpcm"], summary: "linear PCM of 16 or 24 bits"),
    ]

  func print(on console: Console, _ isJSON: Bool) throws {
    guard !isJSON else { return try console.print(json: self) }
    var table = Table("encoder", "codecs", "what it is")
    for encoder in encoders {
      table.add(encoder.name, encoder.codecs.joined(separator: " "), encoder.summary)
    }
    console.print("\(table)")
  }
}
