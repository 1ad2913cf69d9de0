// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension AudioConfiguration {
  /// The number of channels that the configuration says; `nil` where it does not.
  public var channels: Int? {
    switch self {
    case .mpeg4(let descriptor): descriptor.audioSpecificConfig?.channels
    case .ac3(let record): record.channels
    case .eac3(let record): record.channels
    case .other(let box):
      switch box.type {
      case "dfLa": box.bits(164, 3).map { $0 + 1 }  // FLAC, STREAMINFO
      case "alac": box.bits(104, 8)
      case "dOps": box.bits(8, 8)
      default: nil
      }
    }
  }

  /// The sampling rate that comes out, in Hz; `nil` where the configuration does not say it.
  ///
  /// It is right where the sample entry has no room for a rate above 65,535.
  public var sampleRate: UInt32? {
    switch self {
    case .mpeg4(let descriptor): descriptor.audioSpecificConfig?.outputSampleRate
    case .ac3, .eac3: nil
    case .other(let box):
      switch box.type {
      case "dfLa": box.bits(144, 20).map(UInt32.init)
      case "alac": box.bits(192, 32).map(UInt32.init)
      case "dOps": 48_000  // what Opus decodes to, whatever went in
      default: nil
      }
    }
  }
}

extension OpaqueBox {
  /// A number at a place in the content, both in bits; `nil` beyond its end.
  fileprivate func bits(_ place: Int, _ count: Int) -> Int? {
    var reader = BitReader(content)
    guard (try? reader.skip(place)) != nil, let value = try? reader.bits(count) else { return nil }
    return Int(value)
  }
}
