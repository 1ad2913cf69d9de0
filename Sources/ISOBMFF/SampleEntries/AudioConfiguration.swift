// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The decoder configuration of an audio track.
public enum AudioConfiguration: Hashable, Sendable {
  /// MPEG-4 and MPEG-1 audio: `esds`.
  case mpeg4(ElementaryStreamDescriptor)
  /// AC-3: `dac3`.
  case ac3(AC3Configuration)
  /// E-AC-3: `dec3`.
  case eac3(EAC3Configuration)
  /// A configuration that this library does not look into: `dfLa`, `alac`, `dOps`.
  case other(OpaqueBox)

  /// The name of the sample entry.
  var format: FourCC {
    switch self {
    case .mpeg4: "mp4a"
    case .ac3: "ac-3"
    case .eac3: "ec-3"
    case .other(let box):
      switch box.type {
      case "dfLa": "fLaC"
      case "dOps": "Opus"
      default: box.type
      }
    }
  }
}

// MARK: - Reading and writing

extension AudioConfiguration {
  /// Reads a box if it is a configuration.
  init?(_ box: Box) throws(ISOBMFFError) {
    var reader = box.content
    switch box.type {
    case "esds":
      _ = try reader.versionAndFlags()
      self = .mpeg4(try ElementaryStreamDescriptor(parsing: &reader))
    case "dac3": self = .ac3(try AC3Configuration(parsing: &reader))
    case "dec3": self = .eac3(try EAC3Configuration(parsing: reader.rest()))
    case "dfLa", "alac", "dOps": self = .other(OpaqueBox(box))
    default: return nil
    }
  }

  func write(to writer: inout ByteWriter) {
    switch self {
    case .mpeg4(let descriptor): writer.fullBox("esds") { descriptor.write(to: &$0) }
    case .ac3(let record): writer.box("dac3") { record.write(to: &$0) }
    case .eac3(let record): writer.box("dec3") { $0.append(record.bytes) }
    case .other(let box): box.write(to: &writer)
    }
  }
}
