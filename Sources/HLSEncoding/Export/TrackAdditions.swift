// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import ISOBMFF

/// What a muxer leaves out of a track.
struct TrackAdditions {
  /// Boxes of the sample entry; of a type that the entry has already, its own stays.
  var boxes: [OpaqueBox] = []
  /// Boxes that take the place of the entry's own.
  var replacements: [OpaqueBox] = []
  /// The type of the sample entry, where the muxer's is another: FFmpeg writes no `dvh1`.
  var entryType: FourCC?
  /// The language, as BCP 47 writes it: FFmpeg leaves most of them out of QuickTime files.
  var language: String?
}
