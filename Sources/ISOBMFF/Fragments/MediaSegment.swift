// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A media segment, or the fragments of a file: what stands between one EXT-X-MAP's bytes and the
/// next (ISO/IEC 14496-12 section 8.16, ISO/IEC 23000-19 section 7.3.3).
public struct MediaSegment: Hashable, Sendable {
  /// `moof` and the `mdat` after it.
  public struct Fragment: Hashable, Sendable {
    /// The description.
    public var movieFragment: MovieFragment
    /// The bytes of `moof`.
    public var range: Range<Int>
    /// The bytes of the media data, without the header of `mdat`; cut where the segment is cut, as
    /// in an I-frame playlist. Empty without an `mdat`.
    public var dataRange: Range<Int>
  }

  /// What the segment conforms to: `styp`.
  public var fileType: FileType?
  /// The indexes: `sidx`.
  public var indexes: [SegmentIndex] = []
  /// The fragments.
  public var fragments: [Fragment] = []
  /// The other boxes that stand beside the fragments, such as `emsg` and `prft`.
  public var otherBoxes: [OpaqueBox] = []
  /// Whether the last `mdat` goes on beyond the bytes.
  public var isCut = false

  /// Reads a segment. `ftyp` and `moov` are passed over, so that a whole fragmented file can be
  /// read as well.
  ///
  /// - Throws: ``ISOBMFFError`` when a box cannot be read; an `mdat` at the end may be cut.
  public init(parsing bytes: [UInt8]) throws(ISOBMFFError) {
    var reader = ByteReader(bytes)
    while reader.remaining >= 8 {
      if let data = Self.cutData(at: reader) {
        attach(data)
        isCut = true
        return
      }
      guard let box = try reader.nextBox() else { return }
      switch box.type {
      case "styp" where fileType == nil: fileType = try FileType(parsing: box)
      case "sidx": try indexes.append(SegmentIndex(parsing: box))
      case "moof":
        try fragments.append(
          Fragment(
            movieFragment: MovieFragment(parsing: box), range: box.range,
            dataRange: box.range.upperBound..<box.range.upperBound))
      case "mdat": attach(box.content.position..<box.content.end)
      case "styp", "ftyp", "moov", "free", "skip", "mfra": break
      default: otherBoxes.append(OpaqueBox(box))
      }
    }
  }

  private mutating func attach(_ data: Range<Int>) {
    guard let last = fragments.indices.last, fragments[last].dataRange.isEmpty else { return }
    fragments[last].dataRange = data
  }

  /// The bytes of an `mdat` that begins here and goes on beyond the end.
  private static func cutData(at reader: ByteReader) -> Range<Int>? {
    var reader = reader
    let start = reader.position
    guard let header = try? BoxHeader(parsing: &reader), header.type == "mdat",
      let size = header.size, size > UInt64(reader.end - start)
    else { return nil }
    return reader.position..<reader.end
  }
}
