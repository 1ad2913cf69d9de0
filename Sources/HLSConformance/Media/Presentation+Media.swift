// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist
internal import ISOBMFF

extension Presentation {
  /// The same stream with what its segments hold.
  ///
  /// A segment is read, looked at and let go: memory does not grow with the length of a stream.
  ///
  /// - Parameters:
  ///   - source: Where segments come from.
  ///   - sample: The most segments of a playlist to read, spread over it; `nil` for all.
  ///   - connections: The most playlists whose segments are read at a time.
  /// - Returns: The stream with the content of its playlists.
  public func readingMedia(
    from source: some StreamSource, sample: Int? = nil, connections: Int = 4
  ) async -> Presentation {
    var presentation = self
    presentation.mediaStreams = await mediaStreams.mapConcurrently(atMost: connections) { stream in
      var stream = stream
      stream.content = await MediaContent(of: stream, from: source, sample: sample)
      return stream
    }
    presentation.provides.insert(.media)
    return presentation
  }
}

extension MediaContent {
  /// Reads the segments of a playlist.
  init(of stream: MediaStream, from source: some StreamSource, sample: Int?) async {
    let map = stream.segments.lazy.compactMap(\.initialization).first
    if let map { await readInitialization(map, of: stream, from: source) }
    for index in Self.chosen(stream.segments.count, sample) {
      let segment = stream.segments[index]
      // What is encrypted as a whole says nothing without its key.
      guard !segment.isGap, !segment.keys.contains(where: { $0.method == .aes128 }) else {
        continue
      }
      let isSubtitles = segment.uri.hasWebVTTExtension
      guard isSubtitles || segment.initialization != nil, isSubtitles || track != nil else {
        continue
      }
      let uri = URIReference.resolve(segment.uri, against: stream.file)
      do {
        let bytes = try await source.read(uri, range: segment.byteRange?.bytes).bytes
        if isSubtitles {
          segments[index] = SegmentContent(subtitles: WebVTTHead(bytes))
        } else if let track, let movie = initialization?.movie, segment.initialization == map {
          segments[index] = SegmentContent(bytes, of: track, in: movie)
        }
      } catch {
        segments[index] = SegmentContent(error: "\(error)")
      }
    }
  }

  private mutating func readInitialization(
    _ map: MediaInitialization, of stream: MediaStream, from source: some StreamSource
  ) async {
    guard !map.keys.contains(where: { $0.method == .aes128 }) else { return }
    do {
      let uri = URIReference.resolve(map.uri, against: stream.file)
      let bytes = try await source.read(uri, range: map.byteRange?.bytes).bytes
      initialization = try InitializationSegment(parsing: bytes)
    } catch {
      initializationError = "\(error)"
    }
  }

  /// The indices of the segments to read: the first, the last, and others at equal distances.
  static func chosen(_ count: Int, _ sample: Int?) -> [Int] {
    guard let sample, sample < count else { return Array(0..<count) }
    guard sample > 1 else { return count > 0 ? [0] : [] }
    return (0..<sample).map { $0 * (count - 1) / (sample - 1) }.uniqued
  }
}

extension ByteRange {
  /// The range as bounds; of 64 bits, as reading has made sure.
  var bytes: Range<UInt64> { offset..<max(end ?? .max, offset) }
}

extension String {
  /// Whether the path of a URI ends like a file of WebVTT.
  var hasWebVTTExtension: Bool {
    let path = prefix { $0 != "?" && $0 != "#" }
    return path.hasSuffix(".vtt") || path.hasSuffix(".webvtt")
  }
}
