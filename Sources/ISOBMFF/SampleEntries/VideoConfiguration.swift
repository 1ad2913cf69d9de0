// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The decoder configuration of a video track.
public enum VideoConfiguration: Hashable, Sendable {
  /// H.264: `avcC`.
  case avc(AVCConfiguration)
  /// HEVC: `hvcC`.
  case hevc(HEVCConfiguration)
  /// AV1: `av1C`.
  case av1(AV1Configuration)
  /// A configuration that this library does not look into, such as `vpcC`.
  case other(OpaqueBox)

  /// The name of the sample entry that this library writes: the forms that keep parameter sets
  /// out of samples.
  var format: FourCC {
    switch self {
    case .avc: "avc1"
    case .hevc: "hvc1"
    case .av1: "av01"
    case .other(let box): box.type
    }
  }

  /// The number of bytes before each NAL unit in samples; `nil` for codecs without NAL units.
  public var lengthSize: Int? {
    switch self {
    case .avc(let record): record.lengthSize
    case .hevc(let record): record.lengthSize
    case .av1, .other: nil
    }
  }

  /// The codec of the NAL units, if there are any.
  public var nalUnitCodec: NALUnitCodec? {
    switch self {
    case .avc: .h264
    case .hevc: .hevc
    case .av1, .other: nil
    }
  }
}

// MARK: - Reading and writing

extension VideoConfiguration {
  /// Reads a box if it is a configuration.
  init?(_ box: Box) throws(ISOBMFFError) {
    var reader = box.content
    switch box.type {
    case "avcC": self = .avc(try AVCConfiguration(parsing: &reader))
    case "hvcC": self = .hevc(try HEVCConfiguration(parsing: &reader))
    case "av1C": self = .av1(try AV1Configuration(parsing: reader.rest()))
    case "vpcC", "vvcC": self = .other(OpaqueBox(box))
    default: return nil
    }
  }

  func write(to writer: inout ByteWriter) {
    switch self {
    case .avc(let record): writer.box("avcC") { record.write(to: &$0) }
    case .hevc(let record): writer.box("hvcC") { record.write(to: &$0) }
    case .av1(let record): writer.box("av1C") { $0.append(record.bytes) }
    case .other(let box): box.write(to: &writer)
    }
  }
}
