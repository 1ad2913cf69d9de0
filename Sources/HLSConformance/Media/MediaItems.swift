// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist
internal import ISOBMFF

/// A media playlist whose media was read, as far as segments have one initialisation section.
struct ReadStream: PlacedItem {
  let stream: MediaStream
  let content: MediaContent

  var place: Place {
    guard content.map != nil else { return stream.place }
    let isFirst = content.map == stream.contents.first?.map
    return isFirst ? stream.place(of: "EXT-X-MAP") : place(content.segments.keys.min() ?? 0)
  }

  /// The place of a box of the initialisation section.
  func box(_ path: String) -> Place {
    let uri = content.map?.uri ?? ""
    let place = Place(file: URIReference.resolve(uri, against: stream.base))
    return path.isEmpty ? place : place.inBox(path)
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

  /// The keys of the segments that were read, each once.
  var keys: [EncryptionKey] {
    segments.flatMap { stream.segments[$0.index].keys }.uniqued
  }

  /// Whether every segment with this initialisation section was read without an error.
  var isWhole: Bool {
    content.segments.values.count { $0.error == nil }
      == stream.segments.count { $0.initialization == content.map }
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
  /// The formats of a variant and its groups, where the media of all was read.
  func measuredCodecs(of item: VariantItem) -> [String]? {
    guard let own = item.media?.codecs,
      let sound = measuredCodecs(of: .audio, item.stream.audio),
      let pictures = measuredCodecs(of: .video, item.stream.video)
    else { return nil }
    return (own + sound + pictures).map { codec in
      // Sound of HE-AAC stands in ADTS as its AAC-LC core.
      codec == "mp4a.40.2" && !(item.media?.contents.allSatisfy(\.isFragmented) ?? true)
        ? item.stream.codecs.first { ["mp4a.40.5", "mp4a.40.29"].contains($0) } ?? codec : codec
    }.uniqued
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

extension MediaStream {
  /// The formats of all segments that were read; `nil` where one could not be told.
  var codecs: [String]? {
    guard
      contents.allSatisfy({ content in
        content.segments.values.allSatisfy { !$0.hasUnknownFormat }
      })
    else { return nil }
    let codecs = contents.flatMap(\.codecs).uniqued
    return codecs.isEmpty ? nil : codecs
  }
}
