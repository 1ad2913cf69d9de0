// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist

/// The multivariant playlist as an item of its own.
struct MasterItem: PlacedItem {
  let file: String
  let playlist: MultivariantPlaylist

  var place: Place { Place(file: file, line: 1) }
}

/// A variant, and the media playlist that it names.
struct VariantItem: PlacedItem {
  let file: String
  let index: Int
  let stream: VariantStream
  let media: MediaStream?

  var place: Place { Place(file: file, tag: "EXT-X-STREAM-INF", item: index) }

  /// Whether the variant has pictures, as far as it says.
  var hasVideo: Bool {
    stream.resolution != nil || stream.frameRate != nil || stream.codecs.contains(where: isVideo)
  }
}

/// A stream of key pictures, and the media playlist that it names.
struct IFrameItem: PlacedItem {
  let file: String
  let index: Int
  let stream: IFrameStream
  let media: MediaStream?

  var place: Place { Place(file: file, tag: "EXT-X-I-FRAME-STREAM-INF", item: index) }
}

/// A rendition, and the media playlist that it names.
struct RenditionItem: PlacedItem {
  let file: String
  let index: Int
  let rendition: Rendition
  let media: MediaStream?

  var place: Place { Place(file: file, tag: "EXT-X-MEDIA", item: index) }
}

/// Whether a format, as CODECS names it, is of pictures.
func isVideo(_ codec: String) -> Bool {
  ["avc1", "avc3", "hvc1", "hev1", "dvh1", "dvhe", "av01", "dav1", "vp09", "vp08", "mjpg"]
    .contains { codec.hasPrefix($0) }
}

/// Whether a format, as CODECS names it, is of sound.
func isAudio(_ codec: String) -> Bool {
  ["mp4a", "ac-3", "ec-3", "ac-4", "alac", "fLaC", "flac", "Opus", "opus", "apac", "dts"]
    .contains { codec.hasPrefix($0) }
}
