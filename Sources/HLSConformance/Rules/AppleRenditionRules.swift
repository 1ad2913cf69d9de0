// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist

extension ConformanceRule {
  /// The authoring rules for sound, captions and subtitles (sections 2, 4, 5 and 8).
  static let appleRenditions: [ConformanceRule] = [
    ConformanceRule(
      "apple-2.3", .must, "There is stereo sound in AAC", each: { $0.masters }
    ) { item, _ in
      let sounds = item.playlist.variants.flatMap(\.codecs).filter(isAudio)
      guard !sounds.isEmpty else { return nil }
      return .unless(
        sounds.contains { $0.hasPrefix("mp4a.40") }, "mp4a.40.2 or another AAC",
        found: "'\(sounds.uniqued.joined(separator: ","))'")
    },
    ConformanceRule(
      "apple-2.6", .must, "E-AC-3 has AC-3 beside it for old devices", each: { $0.masters }
    ) { item, _ in
      let sounds = item.playlist.variants.flatMap(\.codecs)
      guard sounds.contains("ec-3") else { return nil }
      return .unless(sounds.contains("ac-3"), "a group of ac-3", found: "none")
    },
    ConformanceRule(
      "apple-2.12", .must, "Described video is selected automatically",
      each: { $0.renditions(of: .audio) }
    ) { item, _ in
      guard item.rendition.describesVideo else { return nil }
      return .unless(
        item.rendition.isAutoselected == true, "AUTOSELECT=YES", found: "none or NO",
        fix: .autoselect)
    },
    ConformanceRule(
      "apple-2.27", .must, "Described video has a LANGUAGE", each: { $0.renditions(of: .audio) }
    ) { item, _ in
      guard item.rendition.describesVideo else { return nil }
      return .unless(item.rendition.language != nil, "LANGUAGE", found: "none")
    },
    ConformanceRule(
      "apple-4.4", .must, "Closed captions have a LANGUAGE",
      each: { $0.renditions(of: .closedCaptions) }
    ) { item, _ in
      .unless(item.rendition.language != nil, "LANGUAGE", found: "none")
    },
    ConformanceRule(
      "apple-4.1", .should, "A stream with sound has captions or subtitles",
      why: "People who do not hear the sound depend on them.", each: { $0.masters }
    ) { _, presentation in
      guard !presentation.videoVariants.isEmpty, presentation.hasSound else { return nil }
      let count =
        presentation.renditions(of: .subtitles).count
        + presentation.renditions(of: .closedCaptions).count
      return .unless(
        count > 0, "EXT-X-MEDIA of type SUBTITLES or CLOSED-CAPTIONS", found: "none")
    },
    ConformanceRule(
      "apple-4.5", .must,
      "Subtitles for the deaf have both characteristics: spoken dialogue and sounds",
      each: { $0.renditions(of: .subtitles) }
    ) { item, _ in
      let both = [Rendition.spokenDialog, Rendition.sounds]
      let present = both.filter(item.rendition.characteristics.contains)
      return .unless(
        present.count != 1, both.joined(separator: ","), found: "'\(present.first ?? "")' alone")
    },
    ConformanceRule(
      "apple-4.6", .must, "Subtitles for the deaf are selected automatically",
      each: { $0.renditions(of: .subtitles) }
    ) { item, _ in
      guard item.rendition.characteristics.contains(Rendition.sounds) else { return nil }
      return .unless(
        item.rendition.isAutoselected == true, "AUTOSELECT=YES", found: "none or NO",
        fix: .autoselect)
    },
    ConformanceRule(
      "apple-4.7", .must, "Subtitles have a LANGUAGE", each: { $0.renditions(of: .subtitles) }
    ) { item, _ in
      .unless(item.rendition.language != nil, "LANGUAGE", found: "none")
    },
    ConformanceRule(
      "apple-5.5", .must, "Subtitles cover the whole content",
      each: { $0.renditions(of: .subtitles) },
      knowing: { presentation in
        presentation.playStreams.first { !$0.roles.isEmpty && !$0.isLive }
      }
    ) { item, first in
      guard let media = item.media, !media.isLive, let video = first,
        !video.renditionTypes.contains(.subtitles)
      else { return nil }
      let least = video.duration - ExactDecimal(Int64(clamping: video.playlist.targetDuration))
      return .unless(
        media.duration >= least, "\(video.duration) s as '\(video.file)' has",
        found: "\(media.duration) s")
    },
    ConformanceRule(
      "apple-5.2", .must, "Subtitles are WebVTT or IMSC1 text", each: { $0.variants }
    ) { item, _ in
      item.stream.codecs.compactMap { codec in
        .unless(
          !codec.hasPrefix("stpp") || codec.contains("im1t") || codec.contains("im2t"),
          "stpp.ttml.im1t", found: "'\(codec)'")
      }
    },
    ConformanceRule(
      "apple-8.10", .must, "A rendition has a LANGUAGE unless it is video",
      each: { $0.renditions.filter { $0.rendition.type != .video } }
    ) { item, _ in
      .unless(item.rendition.language != nil, "LANGUAGE", found: "none")
    },
    ConformanceRule(
      "apple-9.5", .should, "Sound has a playlist of its own", each: { $0.videoVariants }
    ) { item, _ in
      guard item.stream.codecs.contains(where: isAudio) else { return nil }
      return .unless(
        item.stream.audio != nil, "an AUDIO group", found: "sound inside the video")
    },
    ConformanceRule(
      "rung-audio-group-format", .must, "A group of sound has one format",
      why: """
        A device that lacks one of the formats of CODECS refuses the variant, although it could \
        play another member of the group.
        """,
      each: { $0.videoVariants }
    ) { item, _ in
      let sounds = item.stream.codecs.filter(isAudio)
      let families = sounds.map { $0.hasPrefix("mp4a") ? "mp4a" : $0 }.uniqued
      guard item.stream.audio != nil else { return nil }
      return .unless(
        families.count <= 1, "one format of sound", found: "'\(families.joined(separator: ","))'")
    },
  ]

  /// The authoring rules for segments and media playlists (sections 7 and 8).
  static let applePlaylists: [ConformanceRule] = [
    ConformanceRule(
      "apple-7.5", .should, "The target duration is 6 seconds", each: { $0.playStreams }
    ) { stream, _ in
      guard !stream.renditionTypes.contains(.subtitles),
        // A stream shorter than that has nothing to say of it.
        stream.duration > 6
      else { return nil }
      return .unless(
        (4...8).contains(stream.playlist.targetDuration), "about 6 s",
        found: "\(stream.playlist.targetDuration) s")?
        .at(stream.place(of: "EXT-X-TARGETDURATION"))
    },
    ConformanceRule(
      "apple-7.7", .must, "No segment is more than half a second above the target duration",
      each: { $0.playStreams }
    ) { stream, _ in
      let limit = ExactDecimal(Int64(clamping: stream.playlist.targetDuration)) + 0.5
      return stream.segments.indices.compactMap { index in
        let duration = stream.segments[index].duration
        return Fault.unless(duration <= limit, "at most \(limit) s", found: "\(duration) s")?
          .at(stream.place(ofSegment: index))
      }
    },
    ConformanceRule(
      "apple-8.2", .must, "Sound and video have the same target duration",
      each: { $0.renditions(of: .audio) },
      knowing: { $0.videoVariants.lazy.compactMap(\.media).first }
    ) { item, video in
      guard let media = item.media, let video else { return nil }
      return .unless(
        media.playlist.targetDuration == video.playlist.targetDuration,
        "\(video.playlist.targetDuration) s as '\(video.file)' has",
        found: "\(media.playlist.targetDuration) s")?
        .at(media.place(of: "EXT-X-TARGETDURATION"))
    },
    ConformanceRule(
      "apple-8.6", .must, "A playlist that does not change says EXT-X-PLAYLIST-TYPE:VOD",
      each: { $0.mediaStreams }
    ) { stream, _ in
      guard stream.playlist.hasEndList, stream.playlist.mediaSequence == 0 else { return nil }
      return .unless(
        stream.playlist.type != nil, "EXT-X-PLAYLIST-TYPE:VOD", found: "none",
        fix: .playlistType(.vod))
    },
    ConformanceRule(
      "apple-8.17", .must,
      "A live playlist with discontinuities has EXT-X-DISCONTINUITY-SEQUENCE",
      each: { $0.mediaStreams.filter(\.isLive) },
      knowing: { presentation in
        Dictionary(presentation.files.map { ($0.name, $0) }) { first, _ in first }
      }
    ) { stream, files in
      guard stream.segments.contains(where: \.isDiscontinuity) else { return nil }
      let tag = Array("#EXT-X-DISCONTINUITY-SEQUENCE".utf8)
      return .unless(
        files[stream.file]?.bytes.firstRange(of: tag) != nil,
        "EXT-X-DISCONTINUITY-SEQUENCE", found: "none")
    },
    ConformanceRule(
      "apple-8.22", .should, "Video has the same segment boundaries in all variants",
      each: { $0.videoVariants },
      knowing: { $0.videoVariants.lazy.compactMap(\.media).first }
    ) { item, first in
      guard let media = item.media, !media.isLive, let first, first.file != media.file,
        !first.isLive
      else { return nil }
      guard let (index, own, other) = media.firstBoundary(unlike: first, within: 0.05) else {
        return nil
      }
      return Fault(
        "a boundary at \(seconds(other)) s as in '\(first.file)'", found: "\(seconds(own)) s",
        at: media.place(ofSegment: index).at(own))
    },
    ConformanceRule(
      "rung-stable-ids", .must, "Either every stream has a stable identifier or none has",
      why: "Offline downloads find their renditions again by it.",
      each: { $0.variants },
      knowing: { $0.variants.contains { $0.stream.stableVariantID != nil } }
    ) { item, areUsed in
      guard areUsed else { return nil }
      return .unless(
        item.stream.stableVariantID != nil, "STABLE-VARIANT-ID as other variants have",
        found: "none")
    },
  ]
}

extension Presentation {
  /// Whether a variant has sound, as it says or as its media does.
  fileprivate var hasSound: Bool {
    !renditions(of: .audio).isEmpty
      || variants.contains { item in
        let measured = item.media?.contents.flatMap(\.codecs) ?? []
        return (item.stream.codecs + measured).contains(where: isAudio)
      }
  }
}

extension Rendition {
  fileprivate static let spokenDialog = "public.accessibility.transcribes-spoken-dialog"
  fileprivate static let sounds = "public.accessibility.describes-music-and-sound"

  /// Whether the sound describes the pictures for people who do not see them.
  fileprivate var describesVideo: Bool {
    characteristics.contains("public.accessibility.describes-video")
  }
}

extension MediaStream {
  /// The first segment that ends at another time than in another playlist, with both times.
  func firstBoundary(
    unlike other: MediaStream, within tolerance: Double
  ) -> (segment: Int, own: Double, other: Double)? {
    var (own, expected) = (ExactDecimal.zero, ExactDecimal.zero)
    for index in 0..<min(segments.count, other.segments.count) {
      own += segments[index].duration
      expected += other.segments[index].duration
      let isLast = index + 1 == segments.count || index + 1 == other.segments.count
      if !isLast, abs(own.doubleValue - expected.doubleValue) > tolerance {
        return (index, own.doubleValue, expected.doubleValue)
      }
    }
    return nil
  }
}
