// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The `moov` box: the tracks of a file or of an initialisation segment
/// (ISO/IEC 14496-12 section 8.2).
public struct Movie: Hashable, Sendable {
  /// The units of time a second in which edits are measured.
  public var timescale: UInt32
  /// How long the presentation is, in the timescale; 0 in an initialisation segment.
  public var duration: UInt64 = 0
  /// The tracks.
  public var tracks: [Track]
  /// The `pssh` boxes, in order.
  public var protectionSystems: [OpaqueBox] = []

  /// Creates a movie.
  public init(timescale: UInt32, tracks: [Track]) {
    self.timescale = timescale
    self.tracks = tracks
  }

  /// Whether samples come in fragments.
  public var isFragmented: Bool { tracks.contains { $0.fragmentDefaults != nil } }

  /// The track with a number.
  public func track(_ id: UInt32) -> Track? { tracks.first { $0.id == id } }
}

// MARK: - Reading

extension Movie {
  /// Reads a `moov` box.
  ///
  /// - Throws: ``ISOBMFFError`` when it lacks a box that it must have, or holds what cannot be
  ///   read.
  public init(parsing box: Box) throws(ISOBMFFError) {
    var unreadable: [ISOBMFFError] = []
    try self.init(parsing: box, unreadableTracks: &unreadable)
    if let first = unreadable.first { throw first }
  }

  /// Reads a `moov` box as far as its tracks can be read.
  ///
  /// - Parameters:
  ///   - box: The box.
  ///   - unreadableTracks: Takes what is wrong with each track that is left out.
  /// - Throws: ``ISOBMFFError`` when the box lacks what it must have beside the tracks.
  public init(
    parsing box: Box, unreadableTracks: inout [ISOBMFFError]
  ) throws(ISOBMFFError) {
    try self.init(parsing: box, tables: [:], unreadableTracks: &unreadableTracks)
  }

  /// Reads a box, some tables of which may have stayed in the file.
  init(
    parsing box: Box, tables: [Int: SampleTable.Table.Stretch],
    unreadableTracks: inout [ISOBMFFError]
  ) throws(ISOBMFFError) {
    self.init(timescale: 0, tracks: [])
    var defaults: [UInt32: SampleDefaults] = [:]
    for child in try box.children() {
      switch child.type {
      case "mvhd": try parseHeader(child)
      case "trak":
        do throws(ISOBMFFError) {
          try tracks.append(Track(parsing: child, tables))
        } catch {
          unreadableTracks.append(error)
        }
      case "pssh": protectionSystems.append(OpaqueBox(child))
      case "mvex":
        for box in try child.children() where box.type == "trex" {
          var reader = box.content
          try reader.skip(4)
          try defaults[reader.uint32()] = SampleDefaults(
            descriptionIndex: reader.uint32(), duration: reader.uint32(), size: reader.uint32(),
            flags: SampleFlags(rawValue: reader.uint32()))
        }
      default: break
      }
    }
    guard timescale > 0 else {
      throw ISOBMFFError(.missing, at: box.range.lowerBound, "expected 'mvhd' in box 'moov'")
    }
    for index in tracks.indices { tracks[index].fragmentDefaults = defaults[tracks[index].id] }
  }

  private mutating func parseHeader(_ box: Box) throws(ISOBMFFError) {
    var reader = box.content
    let version = try reader.versionAndFlags().version
    try reader.skip(version == 1 ? 16 : 8)
    timescale = try reader.uint32()
    guard timescale > 0 else { throw reader.error(.malformed, "expected a timescale above 0") }
    duration = try version == 1 ? reader.uint64() : UInt64(reader.uint32())
  }
}

// MARK: - Writing

extension Movie {
  /// Appends `moov`: `mvhd`, the tracks, `mvex`, `pssh`.
  public func write(to writer: inout ByteWriter) {
    writer.box("moov") { writer in
      writeHeader(to: &writer)
      for track in tracks { track.write(to: &writer) }
      if isFragmented {
        writer.box("mvex") { writer in
          for track in tracks {
            guard let defaults = track.fragmentDefaults else { continue }
            writer.fullBox("trex") { writer in
              writer.uint32(track.id)
              writer.uint32(defaults.descriptionIndex)
              writer.uint32(defaults.duration)
              writer.uint32(defaults.size)
              writer.uint32(defaults.flags.rawValue)
            }
          }
        }
      }
      for box in protectionSystems { box.write(to: &writer) }
    }
  }

  private func writeHeader(to writer: inout ByteWriter) {
    let isLong = duration > UInt32.max
    writer.fullBox("mvhd", version: isLong ? 1 : 0) { writer in
      writer.zeros(isLong ? 16 : 8)
      writer.uint32(timescale)
      if isLong { writer.uint64(duration) } else { writer.uint32(UInt32(clamping: duration)) }
      writer.uint32(0x1_0000)  // rate
      writer.uint16(0x0100)  // volume
      writer.zeros(10)
      for value in Track.identityMatrix { writer.integer(value) }
      writer.zeros(24)
      let last = tracks.map(\.id).max() ?? 0
      writer.uint32(last == .max ? .max : last + 1)  // next track
    }
  }
}
