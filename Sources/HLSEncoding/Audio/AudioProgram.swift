// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import LibAV

/// A sound that can be listened to: a track of the source, or channels of several that belong
/// together.
public struct AudioProgram: Hashable, Sendable {
  /// Channels of one track.
  public struct Input: Hashable, Sendable {
    /// The track in the source's list.
    public var track: Int
    /// The channels that are taken, counted from 0; `nil` for all.
    public var channels: [Int]?

    /// Creates an input.
    public init(track: Int, channels: [Int]? = nil) {
      self.track = track
      self.channels = channels
    }
  }

  /// Where the channels come from, in the order of ``layout``.
  public var inputs: [Input]
  /// What the channels are.
  public var layout: ChannelLayout
  /// Samples a second that are encoded.
  public var sampleRate: Int
  /// The language, as BCP 47 writes it; `und` when the source does not say.
  public var language: String
  /// The name for people, unique among the programmes.
  public var name: String
  /// What it is for.
  public var role: AudioRole
  /// Whether players choose it unless told otherwise.
  public var isDefault: Bool
  /// Whether players may choose it by themselves.
  public var isAutoselected: Bool

  /// Whether it is a sum that can go beyond full scale, and is limited.
  var canExceedFullScale = false

  /// Whether the only input is a track as it is.
  var isWholeTrack: Bool { inputs.count == 1 && inputs[0].channels == nil }
}
