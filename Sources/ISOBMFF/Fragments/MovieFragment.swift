// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The description of a fragment: the `moof` box (ISO/IEC 14496-12 section 8.8.4).
public struct MovieFragment: Hashable, Sendable {
  /// The number of the fragment, which grows from one to the next.
  public var sequenceNumber: UInt32
  /// What it holds of each track; one in CMAF.
  public var tracks: [TrackFragment]
  /// The other boxes, such as `pssh`, in order.
  public var otherBoxes: [OpaqueBox] = []

  /// Creates a fragment.
  public init(sequenceNumber: UInt32, tracks: [TrackFragment]) {
    self.sequenceNumber = sequenceNumber
    self.tracks = tracks
  }

  /// Reads a `moof` box.
  ///
  /// - Throws: ``ISOBMFFError`` when it holds what cannot be read.
  public init(parsing box: Box) throws(ISOBMFFError) {
    self.init(sequenceNumber: 0, tracks: [])
    for child in try box.children() {
      switch child.type {
      case "mfhd":
        var reader = child.content
        try reader.skip(4)
        sequenceNumber = try reader.uint32()
      case "traf": try tracks.append(TrackFragment(parsing: child))
      default: otherBoxes.append(OpaqueBox(child))
      }
    }
  }

  /// Appends `moof`.
  public func write(to writer: inout ByteWriter) {
    writer.box("moof") { writer in
      writer.fullBox("mfhd") { $0.uint32(sequenceNumber) }
      for box in otherBoxes { box.write(to: &writer) }
      for track in tracks { track.write(to: &writer) }
    }
  }
}
