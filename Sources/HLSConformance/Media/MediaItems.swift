// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist
internal import ISOBMFF

/// A media playlist whose media was read.
struct ReadStream: PlacedItem {
  let stream: MediaStream
  let content: MediaContent

  var place: Place {
    stream.segments.isEmpty ? stream.place : stream.place(of: "EXT-X-MAP")
  }

  /// The place of a box of the initialisation section.
  func box(_ path: String) -> Place {
    let uri = stream.segments.lazy.compactMap(\.initialization?.uri).first ?? ""
    return Place(file: URIReference.resolve(uri, against: stream.file)).inBox(path)
  }

  /// The place of a segment, by its index and where it starts.
  func place(_ index: Int) -> Place {
    let place = stream.place(ofSegment: index)
    guard let start = content.segments[index]?.presentationStart else { return place }
    return place.at(content.seconds(start))
  }

  /// The segments that were read, in order.
  var segments: [(index: Int, segment: SegmentContent)] {
    content.segments.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// A fault at each segment that breaks a condition.
  func faults(
    _ expected: String, found: String, unless condition: (SegmentContent) -> Bool
  ) -> [Fault] {
    segments.compactMap { index, segment in
      guard segment.error == nil, segment.decodeTimes != nil, !condition(segment) else {
        return nil
      }
      return Fault(expected, found: found, at: place(index))
    }
  }
}

extension Presentation {
  /// The media playlists whose media was read.
  var readStreams: [ReadStream] {
    mediaStreams.compactMap { stream in
      stream.content.map { ReadStream(stream: stream, content: $0) }
    }
  }

  /// Those of them with pictures that play at normal speed.
  var readVideos: [ReadStream] {
    readStreams.filter { $0.content.video != nil && !$0.stream.isTrickPlay }
  }

  /// The formats of a variant and its groups, where the media of all was read.
  func measuredCodecs(of item: VariantItem) -> [String]? {
    guard let own = item.media?.content?.codecs, !own.isEmpty else { return nil }
    var codecs = own
    let members =
      members(of: .audio, item.stream.audio) + members(of: .video, item.stream.video)
    for member in members where member.rendition.uri != nil {
      guard let codec = member.media?.content?.codec else { return nil }
      codecs.append(codec)
    }
    return codecs.uniqued
  }

  /// Whether every segment of video starts with an IDR picture, where the media was read.
  var startsWithIDREverywhere: Bool? {
    let videos = readVideos
    guard !videos.isEmpty else { return nil }
    return videos.allSatisfy { video in
      video.segments.allSatisfy { $0.segment.firstPicture == .idr }
    }
  }
}
