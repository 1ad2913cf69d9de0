// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist
internal import ISOBMFF

/// Writes the fragments of one track: an init segment and a file for each segment, or one file
/// with all of them and an index.
struct SegmentWriter {
  /// How segments become files.
  enum Form {
    /// A file for each segment.
    case files
    /// One file; its index has room for so many fragments.
    case singleFile(fragments: Int)
  }

  /// Which of the recordings of a rendition is written.
  struct Part {
    /// Its number, from 1 on.
    var number = 1
    /// The segments of those before it.
    var precedingSegments = 0
  }

  /// The segments that one of several threads writes, side by side with the others: every so-manyth.
  struct Share {
    /// The first of them, from 0 on.
    var index = 0
    /// The number of threads.
    var count = 1
  }

  private let track: CMAFTrack
  private let part: Part
  private let share: Share
  private let folder: OutputFolder
  private let protection: TrackProtection?
  private let samples = SampleBuffer()
  private var index: FragmentIndex?
  private var file: OutputFile?
  private var segment: RenditionRecord.Segment?
  private var fragmentCount: UInt32 = 0

  /// The finished segments of the share.
  private(set) var segments: [RenditionRecord.Segment] = []
  /// The number of segments that have ended, those of others' shares among them.
  private(set) var segmentCount = 0
  /// The presentation time at which the segment began, in the timescale.
  private(set) var segmentStart: Int64 = 0
  /// What EXT-X-MAP names.
  let initialization: MediaInitialization

  /// The file of a rendition that has one file.
  static let singleFileName = "media.mp4"

  /// Writes the init segment.
  init(
    _ track: CMAFTrack, header: InitializationSegment? = nil, _ form: Form = .files,
    _ part: Part = Part(), _ share: Share = Share(),
    protection: PackageProtection? = nil, in folder: OutputFolder
  ) throws {
    self.part = part
    self.share = share
    let protection = try protection.map { protection in
      try TrackProtection(
        protection, track.sampleEntry, precedingSegments: part.precedingSegments)
    }
    self.protection = protection
    self.track = track
    self.folder = folder
    let header = header ?? track.initializationSegment
    let bytes = (protection?.protected(header) ?? header).bytes
    switch form {
    case .files:
      let name = part.number == 1 ? RenditionRecord.initializationName : "init-\(part.number).mp4"
      initialization = MediaInitialization(uri: name)
      if share.index == 0 { try folder.write(bytes, to: name) }
    case .singleFile(let count):
      let name = part.number == 1 ? Self.singleFileName : "media-\(part.number).mp4"
      initialization = MediaInitialization(
        uri: name,
        byteRange: ByteRange(length: UInt64(bytes.count), offset: 0))
      var file = try folder.create(name)
      try file.write(bytes)
      // Where segments are encrypted as a whole, nobody finds fragments by an index.
      let index =
        protection?.encryptsSegments == true
        ? nil : FragmentIndex(track, capacity: count, at: file.size)
      if let index { try file.write([UInt8](repeating: 0, count: index.size)) }
      self.index = index
      self.file = file
    }
  }

  private var isSingleFile: Bool { initialization.byteRange != nil }

  /// Whether the fragment that comes next is in the share.
  var isInShare: Bool { segmentCount % share.count == share.index }

  /// Writes a fragment.
  ///
  /// - Parameters:
  ///   - samples: The samples in decoding order; not looked at outside the share.
  ///   - decodeTime: When the first is decoded, in the timescale.
  ///   - keyPicture: When the key picture that it begins with is presented; `nil` for sound.
  ///   - payload: The samples' bytes.
  /// - Throws: ``PackagingError`` when the file cannot be written.
  mutating func write(
    _ samples: [CMAFSample], at decodeTime: Int64, keyPicture: Int64?,
    payload: some FragmentPayload
  ) throws {
    fragmentCount += 1
    guard isInShare else {
      segment = segment ?? RenditionRecord.Segment(name: "")
      return
    }
    var file = try currentFile()
    let isLoaded = protection?.needsSamples == true
    if isLoaded { try self.samples.load(payload) }
    let fragment = track.fragment(
      sequenceNumber: fragmentCount, baseDecodeTime: UInt64(clamping: decodeTime),
      samples: samples, encryption: try protection?.encrypt(self.samples, samples))
    if let keyPicture {
      segment?.keyPictures.append(
        RenditionRecord.KeyPicture(
          offset: file.size, length: fragment.firstSampleEnd, presentationTime: keyPicture))
    }
    try file.write(fragment.header)
    if isLoaded {
      try file.write(self.samples)
    } else {
      try payload.append(to: &file)
    }
    let offsets = samples.lazy.map(\.compositionOffset)
    index?.append(fragment, from: decodeTime + Int64(offsets.min() ?? 0))
    segment?.sampleCount += samples.count
    self.file = file
  }

  /// Ends the segment at a presentation time; without fragments there is none to end.
  mutating func endSegment(at time: Int64) throws {
    guard var segment else { return }
    try file?.endEncryption()
    segment.size = (file?.size ?? 0) - (segment.offset ?? 0)
    segment.duration = time - segmentStart
    if isInShare { segments.append(segment) }
    segmentCount += 1
    segmentStart = time
    self.segment = nil
    if !isSingleFile { self.file = nil }
  }

  /// Whether nothing was written of the segment.
  var isSegmentEmpty: Bool { segment == nil }

  /// Leaves out the segment, of which nothing was written, up to a presentation time.
  ///
  /// Players do not load a gap (RFC 8216bis section 4.4.4.7). For those that do not know of gaps
  /// there is something without media: a file with its head alone, or the init segment once more.
  mutating func skipSegment(until time: Int64) throws {
    file = try currentFile()
    segment?.isGap = true
    try endSegment(at: time)
    guard let range = initialization.byteRange, let last = segments.indices.last else { return }
    (segments[last].offset, segments[last].size) = (range.offset, range.length)
  }

  /// Ends the last segment and the file.
  mutating func finish(at time: Int64) throws {
    try endSegment(at: time)
    if let file, let index { try file.overwrite(at: index.position, with: index.bytes) }
    file = nil
  }

  private mutating func currentFile() throws -> OutputFile {
    if segment != nil, let file { return file }
    let name =
      isSingleFile
      ? initialization.uri : Self.name(of: part.precedingSegments + segmentCount + 1)
    var file = try file ?? folder.create(name)
    segment = RenditionRecord.Segment(name: name, offset: isSingleFile ? file.size : nil)
    if let protection {
      try protection.beginSegment(segmentCount)
      segment?.keys = protection.tags
      if let cipher = try protection.segmentCipher(segmentCount) { file.beginEncryption(cipher) }
    }
    if !isSingleFile { try file.write(track.segmentStart) }
    return file
  }

  /// The name of a segment's file, counted from 1.
  static func name(of segment: Int, _ suffix: String = "m4s") -> String {
    let number = String(segment)
    return "segment-\(String(repeating: "0", count: max(0, 5 - number.count)))\(number).\(suffix)"
  }
}

/// The index of a file with all fragments of a track, for which room is left before the first.
private struct FragmentIndex {
  /// Where the room begins.
  let position: UInt64
  /// The bytes of the room.
  let size: Int
  private var index: SegmentIndex

  /// Lays out the room; `nil` when there are more fragments than an index lists.
  init?(_ track: CMAFTrack, capacity: Int, at position: UInt64) {
    guard capacity <= 65_535 else { return nil }
    self.position = position
    index = SegmentIndex(
      trackID: track.id, timescale: track.timescale, references: [])
    // Fragments may turn out fewer than was planned: `free` takes what is left over.
    // A late start takes the longer form of the index, 8 bytes more.
    size = Self.bytes(of: index).count + 12 * capacity + 8 + 8
  }

  /// Adds a fragment whose first picture has a composition time.
  mutating func append(_ fragment: CMAFFragment, from time: Int64) {
    if index.references.isEmpty { index.earliestPresentationTime = UInt64(clamping: time) }
    index.references.append(
      SegmentIndex.Reference(
        size: UInt32(clamping: fragment.size), duration: UInt32(clamping: fragment.duration)))
  }

  /// The index and the box that fills the room up.
  var bytes: [UInt8] {
    var index = index
    let used = Self.bytes(of: index).count
    guard used + 8 <= size else { return Self.free(size) }
    // Fragments begin where the room ends.
    index.firstOffset = UInt64(size - used)
    return Self.bytes(of: index) + Self.free(size - used)
  }

  private static func bytes(of index: SegmentIndex) -> [UInt8] {
    var writer = ByteWriter()
    index.write(to: &writer)
    return writer.bytes
  }

  private static func free(_ size: Int) -> [UInt8] {
    var writer = ByteWriter()
    writer.box("free") { $0.zeros(size - 8) }
    return writer.bytes
  }
}
