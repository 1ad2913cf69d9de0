// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HDRColor

/// How light that is too bright for a range is mapped, and what the source's brightest light is.
public struct LightMapping: Hashable, Sendable {
  /// The tone map.
  public var toneMap: ToneMap
  /// The brightest light of a PQ source; SDR and HLG have their display's.
  public var peak: PicturePeak

  /// Creates a mapping.
  public init(toneMap: ToneMap = .bt2390, peak: PicturePeak = PicturePeak()) {
    self.toneMap = toneMap
    self.peak = peak
  }
}
