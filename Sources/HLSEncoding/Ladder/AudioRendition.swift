// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// An audio rendition: one track at one rate.
public struct AudioRendition: Hashable, Sendable {
  /// The track in the source's list.
  public var trackIndex: Int
  /// Mean bits a second.
  public var bitRate: Int
  /// Samples a second.
  public var sampleRate: Int
  /// The number of channels.
  public var channelCount: Int
  /// The language, as BCP 47 writes it; `und` when the source does not say.
  public var language: String
  /// The name for people, unique in its group.
  public var name: String
  /// Whether players choose it unless told otherwise.
  public var isDefault: Bool
  /// Whether it is the group for slow networks.
  public var isLowRate: Bool
  /// The folder, such as `audio-aac-128k-en`.
  public var directory: String

  /// The GROUP-ID that variants name.
  public var groupID: String { isLowRate ? "aac-low" : "aac" }
}
