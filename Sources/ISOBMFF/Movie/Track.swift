// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A track of a movie: the `trak` box with what `mvex` says of it (ISO/IEC 14496-12 section 8.3).
public struct Track: Hashable, Sendable {
  /// How pictures are turned and moved to be shown: a, b, u, c, d, v, x, y, w.
  public typealias Matrix = [Int32]

  /// The number by which fragments name the track, from 1 on.
  public var id: UInt32
  /// Whether the track is for use; `tkhd`'s first flag.
  public var isEnabled = true
  /// What kind of track it is: `vide`, `soun`, `subt`, `text`, or another.
  public var handler: FourCC
  /// The units of time a second in which samples are measured.
  public var timescale: UInt32
  /// How long the media are, in the timescale; 0 in an initialisation segment.
  public var duration: UInt64 = 0
  /// The language as a BCP 47 tag: of `elng`, else of `mdhd`; `nil` where it is not known.
  public var language: String?
  /// The group of tracks of which one is to be played, or 0.
  public var alternateGroup: UInt16 = 0
  /// How pictures are turned.
  public var matrix: Matrix = Track.identityMatrix
  /// The width at which pictures are shown, in 65,536ths of a pixel.
  public var presentationWidth: UInt32 = 0
  /// The height at which pictures are shown, in 65,536ths of a pixel.
  public var presentationHeight: UInt32 = 0
  /// What the presentation shows; empty for all of it from the start.
  public var edits: [Edit] = []
  /// What the samples are; one entry in a CMAF track.
  public var sampleEntries: [SampleEntry]
  /// Where the samples are; without samples in an initialisation segment.
  public var sampleTable: SampleTable
  /// The defaults for fragments; `nil` in a file that has none.
  public var fragmentDefaults: SampleDefaults?

  /// Creates a track for an initialisation segment.
  public init(
    id: UInt32 = 1, handler: FourCC, timescale: UInt32, sampleEntries: [SampleEntry],
    hasNonSyncSamples: Bool = false
  ) {
    self.id = id
    self.handler = handler
    self.timescale = timescale
    self.sampleEntries = sampleEntries
    sampleTable = SampleTable(hasNonSyncSamples: hasNonSyncSamples)
    fragmentDefaults = SampleDefaults()
  }

  /// The matrix that leaves pictures as they are.
  public static let identityMatrix: Matrix = [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000]

  /// The clockwise rotation at which pictures are to be shown: 0, 90, 180 or 270 degrees, or `nil`
  /// for a matrix that does something else.
  public var rotation: Int? {
    guard matrix.count == 9 else { return nil }
    switch (matrix[0].signum(), matrix[1].signum(), matrix[3].signum(), matrix[4].signum()) {
    case (1, 0, 0, 1): return 0
    case (0, 1, -1, 0): return 90
    case (-1, 0, 0, -1): return 180
    case (0, -1, 1, 0): return 270
    default: return nil
    }
  }
}
