// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The bytes before the first fragment: `ftyp` and `moov`, a CMAF header when there is one track
/// (ISO/IEC 23000-19 section 7.3.1).
public struct InitializationSegment: Hashable, Sendable {
  /// What the track conforms to; `nil` in old QuickTime files, which do not say.
  public var fileType: FileType?
  /// The tracks.
  public var movie: Movie

  /// Creates a segment.
  public init(fileType: FileType?, movie: Movie) {
    self.fileType = fileType
    self.movie = movie
  }

  /// Reads a segment, or the beginning of a file. Boxes other than `ftyp` and `moov` are passed
  /// over, and nothing after `moov` is looked at.
  ///
  /// - Throws: ``ISOBMFFError`` when there is no `moov`, or one that cannot be read.
  public init(parsing bytes: [UInt8]) throws(ISOBMFFError) {
    var reader = ByteReader(bytes)
    var fileType: FileType?
    while let box = try reader.nextBox() {
      if box.type == "ftyp" { fileType = try FileType(parsing: box) }
      if box.type == "moov" {
        self.init(fileType: fileType, movie: try Movie(parsing: box))
        return
      }
    }
    throw ISOBMFFError(.missing, at: bytes.count, "expected a box 'moov', found none")
  }

  /// The bytes of the segment.
  public var bytes: [UInt8] {
    var writer = ByteWriter(capacity: 1024)
    fileType?.write(as: "ftyp", to: &writer)
    movie.write(to: &writer)
    return writer.bytes
  }
}
