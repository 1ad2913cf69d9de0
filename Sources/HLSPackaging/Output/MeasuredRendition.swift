// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import HLSPlaylist

/// What reports say of a rendition whatever it came from. Codable as plain fields beside others.
protocol MeasuredRendition {
  /// The mean rate that was measured, in b/s.
  var averageBitRate: UInt64 { get set }
  /// The peak rate that was measured, in b/s.
  var peakBitRate: UInt64 { get set }
  /// The segments whose rate is the peak, counted from 0, the second not included.
  var peakWindow: [Int]? { get set }
  /// The number of segments.
  var segments: Int { get set }
  /// The number of samples.
  var samples: Int { get set }
  /// Seconds.
  var duration: Double { get set }
  /// Bytes of all segments.
  var bytes: UInt64 { get set }
}

extension MeasuredRendition {
  /// Takes over what was written, and at which rates.
  mutating func measure(_ record: some SegmentedRendition, _ bandwidth: Bandwidth) {
    averageBitRate = bandwidth.average.roundedUp
    peakBitRate = bandwidth.peak.roundedUp
    peakWindow = bandwidth.peakWindow.map { [$0.lowerBound, $0.upperBound] }
    segments = record.segments.count
    samples = record.sampleCount
    duration = Double(record.duration) / Double(record.timescale)
    bytes = record.size
  }
}

extension Encodable {
  /// A report as JSON text with sorted keys, and a line end.
  func reportText() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(self)) + [UInt8(ascii: "\n")]
  }
}
