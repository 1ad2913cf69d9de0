// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import LibAV

/// How the codec of a rung works beyond what every ladder has: what exports leave to the user.
public struct VideoCoding: Hashable, Sendable {
  /// Bits of a sample; `nil` for 8 in H.264 and 10 in all else.
  public var bitDepth: Int?
  /// Quality in place of a rate, as a constant rate factor of libx264 and libx265.
  public var rateFactor: Double?
  /// Frames from one IDR picture to the next; `nil` for the ladder's grid.
  public var framesPerGroup: Int?
  /// The places of IDR pictures among those of the rung, where they come at uneven distances; for
  /// pictures that are encoded in one run.
  public var keyPlaces: Set<Int64>?
  /// Whether frames may be coded in another order than they are shown.
  public var allowsReordering = true
  /// The profile of H.264, by libx264's name.
  public var h264Profile = "high"
  /// The level, such as `4.1`; `nil` where the encoder chooses it.
  public var level: String?
  /// Whether H.264 codes its symbols arithmetically; `nil` leaves it to the preset of libx264.
  public var usesCABAC: Bool?

  /// Options of the encoder's library that a user sets, such as `aq-mode=3`.
  public var parameters: [String] = []
  /// Whether pictures are encoded in chunks that know nothing of each other, side by side, and kept
  /// for later runs; else in one run from the first to the last.
  public var isChunked = true
  /// Whether pictures keep the HDR10+ metadata that they came with.
  public var keepsHDR10Plus = false

  /// The Dolby Vision that pictures keep, which a player needs to know of; `nil` for none.
  public var dolbyVision: VideoParameters.DolbyVision?

  /// Creates what every ladder has.
  public init() {}
}
