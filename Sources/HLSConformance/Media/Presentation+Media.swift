// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist
internal import ISOBMFF

extension Presentation {
  /// The same stream with what its segments hold.
  ///
  /// A segment is read, looked at and let go: memory does not grow with the length of a stream.
  /// What cannot be looked at, such as segments that are encrypted as a whole, is said in
  /// ``notes``.
  ///
  /// - Parameters:
  ///   - source: Where segments come from.
  ///   - decryption: What decrypts segments; `nil` to leave encrypted ones as they are.
  ///   - sample: The most segments of a playlist to read, spread over it; `nil` for all.
  ///   - connections: The most playlists whose segments are read at a time.
  /// - Returns: The stream with the content of its playlists.
  public func readingMedia(
    from source: some StreamSource, decryption: (any SegmentDecryption)? = nil,
    sample: Int? = nil, connections: Int = 4
  ) async -> Presentation {
    var presentation = self
    let read = await mediaStreams.mapConcurrently(atMost: connections) { stream in
      var reader = MediaReader(stream, decryption)
      await reader.read(from: source, sample: sample)
      return reader
    }
    presentation.mediaStreams = read.map(\.stream)
    presentation.notes += read.flatMap(\.notes)
    presentation.provides.insert(.media)
    return presentation
  }
}

/// Reads the segments of one playlist.
private struct MediaReader {
  private(set) var stream: MediaStream
  private(set) var notes: [Note] = []
  /// The contents by the place of their initialisation section.
  private var places: [MediaInitialization?: Int] = [:]
  private var unread: [String: Int] = [:]
  /// The beginning of the file that the last segment is a part of.
  private var beginnings: [String: [UInt8]] = [:]

  /// The most initialisation sections of a playlist that are read.
  private static let sectionLimit = 256

  private let decryption: (any SegmentDecryption)?

  init(_ stream: MediaStream, _ decryption: (any SegmentDecryption)?) {
    self.decryption = decryption
    self.stream = stream
    self.stream.contents = []
  }

  mutating func read(from source: some StreamSource, sample: Int?) async {
    let chosen = Self.chosen(stream.segments.count, sample)
    for index in chosen where !stream.segments[index].isGap {
      await read(index, from: source)
    }
    if chosen.count < stream.segments.count {
      notes.append(
        Note(stream.place, "\(chosen.count) of \(stream.segments.count) segments were read"))
    }
    for (reason, count) in unread.sorted(by: { $0.key < $1.key }) {
      notes.append(
        Note(stream.place, "\(count) \(count == 1 ? "segment was" : "segments were") \(reason)"))
    }
    stream.addSizes()
  }

  private mutating func read(_ index: Int, from source: some StreamSource) async {
    let segment = stream.segments[index]
    guard let place = await content(of: segment.initialization, from: source) else {
      return note("not read: more than \(Self.sectionLimit) initialisation sections")
    }
    // Without its key, what is encrypted as a whole says nothing but its size; parts of it need what
    // stands before them.
    let tag = segment.keys.first { $0.method.encryptsAll }
    guard tag == nil || decryption != nil && !stream.playlist.isIFramesOnly else {
      return note("not looked into: they are encrypted as a whole")
    }
    let uri = URIReference.resolve(segment.uri, against: stream.base)
    do {
      let range = segment.byteRange?.bytes
      // Of a key picture also what follows, which tells whether the range holds all of it.
      let ahead = stream.playlist.isIFramesOnly ? Self.lookAhead : 0
      var resource = try await source.read(
        uri, namedBy: stream.base,
        range: range.map {
          $0.lowerBound..<$0.upperBound.addingReportingOverflow(ahead).partialValue
        })
      let rest = range.map { resource.bytes.dropFirst(Int(clamping: $0.count)) } ?? []
      resource.bytes.removeLast(rest.count)
      let byteCount = resource.bytes.count
      let track = stream.contents[place].track
      resource.bytes = try decrypted(resource.bytes, of: segment, index, track, uri)
      let context = await Context(
        content: stream.contents[place], tables: tables(of: segment, uri, resource, from: source),
        ahead: Array(rest))
      guard var read = content(resource.bytes, uri, context) else { return }
      read.delivery = resource.delivery
      read.byteCount = byteCount
      if let range = segment.byteRange, UInt64(read.byteCount) < range.length {
        read.error =
          read.error ?? "expected \(range.length) bytes of the range, found \(read.byteCount)"
      }
      stream.contents[place].segments[index] = read
    } catch let error as StreamSourceError where error.isOverLimit {
      note("not read: \(error.reason)")
    } catch {
      stream.contents[place].segments[index] = SegmentContent(error: "\(error)")
    }
  }

  /// The bytes of a segment, decrypted where there are keys.
  private func decrypted(
    _ bytes: [UInt8], of segment: HLSPlaylist.MediaSegment, _ index: Int, _ track: Track?,
    _ uri: String
  ) throws -> [UInt8] {
    guard let decryption, !segment.keys.isEmpty else { return bytes }
    if let tag = segment.keys.first(where: { $0.method.encryptsAll }) {
      return try decryption.resource(
        bytes, tag, number: stream.playlist.mediaSequence &+ UInt64(index))
    }
    return try track.map { try decryption.samples(of: bytes, $0, name: uri) } ?? bytes
  }

  private mutating func note(_ reason: String) { unread[reason, default: 0] += 1 }

  /// How many bytes after a key picture are looked at: packets of sound may stand between those of
  /// pictures.
  private static let lookAhead: UInt64 = 188 * 64
  /// The most bytes at the beginning of a file that are looked through for tables.
  private static let tableLimit: UInt64 = 188 * 512

  /// What a segment is read with.
  private struct Context {
    var content: MediaContent
    var tables: [UInt8]
    var ahead: [UInt8]
  }

  /// The tables of a transport stream that a segment may lack: those of the initialisation section,
  /// or for a key picture what stands in its file before the first (RFC 8216bis 4.4.3.6).
  private mutating func tables(
    of segment: HLSPlaylist.MediaSegment, _ uri: String, _ resource: StreamResource,
    from source: some StreamSource
  ) async -> [UInt8] {
    guard segment.initialization == nil else {
      return places[segment.initialization].map { stream.contents[$0].tables } ?? []
    }
    guard stream.playlist.isIFramesOnly, let offset = segment.byteRange?.offset, offset > 0,
      SegmentFormat(resource.bytes, uri: uri) == .transportStream
    else { return [] }
    if let known = beginnings[uri] { return known }
    let beginning = try? await source.read(
      uri, namedBy: stream.base, range: 0..<min(offset, Self.tableLimit))
    // One file after the other: the last is all that is asked for again.
    beginnings = [uri: beginning?.bytes ?? []]
    return beginning?.bytes ?? []
  }

  /// What the bytes of a segment hold; `nil` where it cannot be told for a reason that another
  /// finding gives.
  private func content(_ bytes: [UInt8], _ uri: String, _ context: Context) -> SegmentContent? {
    switch SegmentFormat(bytes, uri: uri) {
    case .webVTT:
      var segment = SegmentContent(format: .webVTT)
      segment.subtitles = WebVTTHead(bytes)
      return segment
    case .transportStream:
      return SegmentContent(
        transportStream: bytes, tables: context.tables, ahead: context.ahead)
    case .packedAudio: return SegmentContent(packedAudio: bytes)
    case .fragmentedMP4:
      guard let movie = context.content.initialization?.movie, let track = context.content.track
      else { return nil }
      return SegmentContent(bytes, of: track, in: movie)
    case .unknown:
      return SegmentContent(
        error: "expected fragmented MP4, a transport stream, packed audio or WebVTT, found none")
    }
  }

  /// The place of the content of an initialisation section, which is read where it is new; `nil`
  /// beyond the limit.
  private mutating func content(
    of map: MediaInitialization?, from source: some StreamSource
  ) async -> Int? {
    if let place = places[map] { return place }
    guard stream.contents.count < Self.sectionLimit else { return nil }
    var content = MediaContent(map: map)
    if let map, !map.keys.contains(where: { $0.method.encryptsAll }) {
      do {
        let uri = URIReference.resolve(map.uri, against: stream.base)
        let resource = try await source.read(
          uri, namedBy: stream.base, range: map.byteRange?.bytes)
        content.delivery = resource.delivery
        let format = SegmentFormat(resource.bytes, uri: uri)
        if format == .transportStream {
          content.tables = Array(resource.bytes.prefix(Int(Self.tableLimit)))
        }
        if format.needsMovie {
          content.initialization = try InitializationSegment(parsing: resource.bytes)
        }
      } catch {
        content.initializationError = "\(error)"
      }
    }
    places[map] = stream.contents.count
    stream.contents.append(content)
    return stream.contents.count - 1
  }

  /// The indices of the segments to read: the first, the last, and others at equal distances.
  static func chosen(_ count: Int, _ sample: Int?) -> [Int] {
    guard let sample, sample < count else { return Array(0..<count) }
    guard sample > 1 else { return count > 0 ? [0] : [] }
    return (0..<sample).map { $0 * (count - 1) / (sample - 1) }.uniqued
  }
}

extension SegmentFormat {
  /// Whether an initialisation section of this kind has to hold a movie: that of a transport stream
  /// is its tables, that of WebVTT its header.
  fileprivate var needsMovie: Bool { self != .transportStream && self != .webVTT }
}

extension EncryptionMethod {
  /// Whether the method encrypts whole resources.
  var encryptsAll: Bool { self == .aes128 || self == .aes256GCM }
}

extension ByteRange {
  /// The range as bounds; of 64 bits, as reading has made sure.
  var bytes: Range<UInt64> { offset..<max(end ?? .max, offset) }
}
