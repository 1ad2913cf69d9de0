// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import ISOBMFF
internal import LibAV

/// What the boxes of an MP4 or QuickTime file say of a video track.
///
/// libavformat leaves out the clean aperture and the ambient viewing environment, and lets the
/// bitstream's colour overwrite the container's, so the boxes are read here.
struct ContainerBoxes {
  /// The first sample entry.
  let entry: VideoSampleEntry
  /// Its boxes as they stand.
  let boxes: [OpaqueBox]
  private let track: Track

  /// A `moov` box of a day of film stays below this.
  private static let largestMovie: UInt64 = 128 << 20

  /// Reads the boxes of a track by its place among the tracks; `nil` where there are none or they
  /// cannot be read.
  static func read(_ path: String, track index: Int) -> ContainerBoxes? {
    guard let file = FileHandle(forReadingAtPath: path), let bytes = movie(in: file) else {
      return nil
    }
    var reader = ByteReader(bytes)
    guard let box = try? reader.nextBox(), let movie = try? Movie(parsing: box),
      movie.tracks.indices.contains(index),
      case .video(let entry)? = movie.tracks[index].sampleEntries.first
    else { return nil }
    return ContainerBoxes(
      entry: entry, boxes: entryBoxes(in: box, track: index), track: movie.tracks[index])
  }

  /// The boxes of a track's first sample entry.
  private static func entryBoxes(in movie: Box, track index: Int) -> [OpaqueBox] {
    let tracks = (movie.contents ?? []).filter { $0.type == "trak" }
    guard tracks.indices.contains(index),
      let entries = tracks[index].first("mdia", "minf", "stbl", "stsd")?.contents
    else { return [] }
    return (entries.first?.contents ?? []).map { box in
      var content = box.content
      return OpaqueBox(type: box.type, content: content.rest())
    }
  }

  /// The bytes of the `moov` box, found without reading the media.
  private static func movie(in file: FileHandle) -> [UInt8]? {
    var offset: UInt64 = 0
    for _ in 0..<10_000 {
      guard (try? file.seek(toOffset: offset)) != nil,
        let head = try? file.read(upToCount: BoxHeader.maximumSize)
      else { return nil }
      var reader = ByteReader([UInt8](head))
      guard let header = try? BoxHeader(parsing: &reader), let size = header.size else {
        return nil
      }
      if header.type == "moov" {
        guard size <= largestMovie, (try? file.seek(toOffset: offset)) != nil,
          let data = try? file.read(upToCount: Int(size)), data.count == Int(size)
        else { return nil }
        return [UInt8](data)
      }
      let (next, overflow) = offset.addingReportingOverflow(size)
      guard !overflow, next <= UInt64(Int64.max) else { return nil }
      offset = next
    }
    return nil
  }

  /// The ambient viewing environment that a packet of the track carries (SEI message 148).
  func ambientViewingEnvironment(in packet: [UInt8]) -> AmbientViewingEnvironment? {
    guard let configuration = entry.configuration, let codec = configuration.nalUnitCodec,
      let size = configuration.lengthSize
    else { return nil }
    var sets = ParameterSets(configuration) ?? ParameterSets(codec: codec)
    try? sets.insert(from: packet.span, framing: .lengths(size))
    return sets.metadata.lazy.compactMap { message in
      if case .ambientViewingEnvironment(let environment) = message { environment } else { nil }
    }.first
  }

  /// How much later than libavformat says the pictures are shown, in seconds.
  ///
  /// An edit may begin in the middle of a picture. libavformat drops that one and puts the next in
  /// its place, up to a picture early, while the sound is cut where the edit says.
  var pictureDelay: Rational {
    let shown = track.edits.filter { !$0.isEmpty }
    guard shown.count == 1, let start = shown.first?.mediaTime, start > 0 else {
      return Rational(0)
    }
    var samples = SampleIterator(track.sampleTable, fileSize: .max)
    var first: Int64?
    // Pictures of later groups are shown later.
    let end = start.addingReportingOverflow(Int64(track.timescale) * 10).partialValue
    while let sample = try? samples.next(), sample.decodeTime < end {
      let time = sample.presentationTime
      if time >= start { first = min(first ?? time, time) }
    }
    return Rational((first ?? start) - start, Int64(max(1, track.timescale)))
  }
}
