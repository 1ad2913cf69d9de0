// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import ISOBMFF

/// An MP4 or QuickTime file, read without its media: `ftyp`, `moov`, and where its fragments are.
struct MovieFile: Sendable {
  /// The file.
  let file: SourceFile
  /// The tracks.
  let movie: Movie
  /// Where each `moof` is.
  let fragments: [ByteExtent]
  /// What cannot be read, in words.
  let damage: [String]

  /// The most that is read of a file as one fragment's description.
  private static let maximumBoxSize: UInt64 = 1 << 29

  /// Whether a file begins as such files do.
  static func isMovie(_ file: SourceFile) throws -> Bool {
    var reader = ByteReader(try file.read(at: 0, count: BoxHeader.maximumSize))
    guard let header = try? BoxHeader(parsing: &reader) else { return false }
    let types: Set<FourCC> = [
      "ftyp", "moov", "mdat", "free", "skip", "wide", "pnot", "styp", "sidx", "moof", "uuid",
    ]
    return types.contains(header.type)
  }

  /// Reads a file. Tracks that cannot be read are left out, and so are fragments after the first
  /// that cannot be found.
  ///
  /// - Throws: ``PackagingError`` when there is no track that can be read.
  init(_ file: SourceFile) throws {
    self.file = file
    var damage: [String] = []
    var movie: Movie?
    var fragments: [ByteExtent] = []
    var position: UInt64 = 0
    while position < file.size {
      var reader = ByteReader(try file.read(at: position, count: BoxHeader.maximumSize))
      guard reader.remaining >= 8 else { break }
      let header: BoxHeader
      do { header = try BoxHeader(parsing: &reader) } catch {
        damage.append("at byte \(position): \(error.reason)")
        break
      }
      let room = file.size - position
      let size = header.size ?? room
      switch header.type {
      case "moov" where movie == nil:
        movie = try Self.movie(ByteExtent(offset: position, size: size), of: file, &damage)
      case "moof" where size <= min(room, Self.maximumBoxSize):
        fragments.append(ByteExtent(offset: position, size: size))
      case "moof":
        damage.append("the fragment at byte \(position) is cut off")
      default: break
      }
      guard size <= room else {
        damage.append("box '\(header.type)' claims \(size) bytes, of which \(room) are there")
        break
      }
      position += size
    }
    guard let movie, !movie.tracks.isEmpty else {
      throw PackagingError(
        .source, file.path,
        "expected a movie with tracks, found " + (damage.first ?? "none in the file"))
    }
    self.movie = movie
    self.fragments = fragments
    self.damage = damage
  }

  private static func movie(
    _ extent: ByteExtent, of file: SourceFile, _ damage: inout [String]
  ) throws -> Movie {
    guard extent.end <= file.size else {
      throw PackagingError(
        .source, file.path,
        "expected box 'moov' of \(extent.size) bytes, found \(file.size - extent.offset)")
    }
    do throws(ISOBMFFError) {
      var unreadable: [ISOBMFFError] = []
      let movie = try Movie(
        in: file, at: extent.offset, size: extent.size, unreadableTracks: &unreadable)
      damage += unreadable.map { "a track cannot be read: \($0.reason)" }
      return movie
    } catch {
      throw PackagingError(.source, file.path, "box 'moov' cannot be read: \(error.reason)")
    }
  }
}

/// Walks the samples of one track: those of its sample table, then those of its fragments.
struct MovieSampleReader {
  private let movie: MovieFile
  private let track: Track
  private var table: SampleIterator
  private var nextFragment = 0
  private var pending: ArraySlice<Sample> = []
  private var decodeTime: Int64 = 0

  /// Creates a reader that stands before the first sample.
  init(_ movie: MovieFile, _ track: Track) {
    self.movie = movie
    self.track = track
    table = SampleIterator(track.sampleTable, fileSize: movie.file.size, source: movie.file)
  }

  /// The next sample in decoding order, or `nil` after the last.
  mutating func next() throws -> Sample? {
    if nextFragment == 0, let sample = try table.next() {
      decodeTime = sample.decodeTime &+ Int64(sample.duration)
      return sample
    }
    while pending.isEmpty, nextFragment < movie.fragments.count { try readFragment() }
    guard let sample = pending.popFirst() else { return nil }
    let (end, overflow) = sample.offset.addingReportingOverflow(UInt64(sample.size))
    guard !overflow, end <= movie.file.size else {
      throw ISOBMFFError(
        .truncated, at: 0,
        "expected \(sample.size) bytes at \(sample.offset), found a file of \(movie.file.size)")
    }
    decodeTime = sample.decodeTime &+ Int64(sample.duration)
    return sample
  }

  private mutating func readFragment() throws {
    let extent = movie.fragments[nextFragment]
    nextFragment += 1
    var reader = ByteReader(
      try movie.file.read(at: extent.offset, count: Int(clamping: extent.size)))
    guard let box = try reader.nextBox() else { return }
    pending = try MovieFragment(parsing: box)
      .samples(of: track, at: extent.offset, decodeTime: decodeTime)[...]
  }
}
