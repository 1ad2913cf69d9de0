// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HDRColor

extension VideoSampleEntry {
  /// The colour that the parameter sets say, whatever the `colr` box says; `nil` where they are
  /// silent or cannot be read.
  public var streamColor: ColorDescription? {
    let color: ColorDescription?
    switch configuration {
    case .avc(let record): color = (try? record.sequenceParameterSet())?.usability.color
    case .hevc(let record): color = (try? record.sequenceParameterSet())?.usability.color
    case .av1(let record):
      color = (try? AV1SequenceHeader(inUnits: Array(record.bytes.dropFirst(4))))?.color
    case .other, nil: color = nil
    }
    return color?.isUnspecified == true ? nil : color
  }
}

extension ColorDescription {
  /// Whether nothing but the range is said.
  var isUnspecified: Bool {
    primaries == .unspecified && transfer == .unspecified && matrix == .unspecified
  }
}
