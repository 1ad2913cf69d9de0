// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import LibAV

/// How loud a sound is (EBU R 128, ITU-R BS.1770).
public struct Loudness: Hashable, Sendable, Codable {
  /// The loudness of the whole, in LUFS.
  public var integrated: Double
  /// The loudness range, in LU.
  public var range: Double
  /// The highest true peak, in dBTP; `nil` for silence.
  public var truePeak: Double?

  /// What FFmpeg's `ebur128` notes on a frame; `nil` where no block was above the absolute gate of
  /// -70 LUFS: silence, or less than 400 ms.
  init?(notedOn frame: Frame) {
    func number(_ name: String) -> Double? { frame.note("lavfi.r128.\(name)").flatMap(Double.init) }
    guard let integrated = number("I"), integrated > -70 else { return nil }
    self.integrated = integrated
    range = number("LRA") ?? 0
    truePeak = number("true_peak").flatMap { $0 > 0 ? 20 * log10($0) : nil }
  }
}
