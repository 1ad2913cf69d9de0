// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor
internal import HLSPlaylist
internal import ISOBMFF

extension ConformanceRule {
  /// Initialisation sections (3.1.2; CMAF 7.3 to 7.5), and what playlists say of them.
  static let initialization: [ConformanceRule] = [
    ConformanceRule(
      "rfc-3.1.2-initialization", .must, "The initialisation section can be read",
      needs: .media, each: { $0.readStreams }
    ) { item, _ in
      guard let error = item.content.initializationError else { return nil }
      return Fault("an initialisation section", found: error, at: item.box(""))
    },
    ConformanceRule(
      "rfc-3.1.2-brand", .must, "The file type has a brand of iso6 or later",
      needs: .media, each: { $0.readStreams }
    ) { item, _ in
      guard let header = item.content.initialization else { return nil }
      guard let type = header.fileType else {
        return Fault("a file type box", found: "none", at: item.box("ftyp"))
      }
      let brands = [type.majorBrand] + type.compatibleBrands
      return Fault.unless(
        brands.contains { "\($0)".isBaseBrand }, "iso6 or later, or cmfc",
        found: brands.map { "\($0)" }.joined(separator: ","))?.at(item.box("ftyp"))
    },
    ConformanceRule(
      "rfc-3.1.2-duration", .must, "Movie and track have no duration of their own",
      needs: .media, each: { $0.readStreams }
    ) { item, _ in
      guard let movie = item.content.initialization?.movie else { return nil }
      if movie.duration != 0 {
        return Fault("0", found: "\(movie.duration)", at: item.box("moov/mvhd"))
      }
      guard let track = movie.tracks.first(where: { $0.duration != 0 }) else { return nil }
      return Fault("0", found: "\(track.duration)", at: item.box("moov/trak/tkhd"))
    },
    ConformanceRule(
      "rfc-3.1.2-samples", .must, "The initialisation section has no samples",
      needs: .media, each: { $0.readStreams }
    ) { item, _ in
      let count = item.content.track?.sampleTable.claimedCount ?? 0
      return Fault.unless(count == 0, "0 samples", found: "\(count)")?
        .at(item.box("moov/trak/mdia/minf/stbl/stsz"))
    },
    ConformanceRule(
      "rfc-3.1.2-extends", .must, "The movie says that fragments extend it",
      needs: .media, each: { $0.readStreams }
    ) { item, _ in
      guard let movie = item.content.initialization?.movie else { return nil }
      return Fault.unless(
        movie.tracks.allSatisfy { $0.fragmentDefaults != nil }, "mvex with a trex of each track",
        found: "none")?.at(item.box("moov/mvex"))
    },
    ConformanceRule(
      "cmaf-7.3.1", .must, "A track has a file of its own", needs: .media,
      each: { $0.readStreams }
    ) { item, _ in
      let count = item.content.initialization?.movie.tracks.count ?? 1
      return Fault.unless(count == 1, "1 track", found: "\(count)")?.at(item.box("moov/trak"))
    },
    ConformanceRule(
      "cmaf-7.5.13", .must, "An edit list is one edit that takes off the start",
      needs: .media,
      why: """
        Players that pass over edits show sound and pictures apart where one has an empty edit.
        """,
      each: { $0.readStreams }
    ) { item, _ in
      guard let edits = item.content.track?.edits, !edits.isEmpty else { return nil }
      return Fault.unless(
        edits.count == 1 && !edits[0].isEmpty, "one edit that is not empty",
        found: "\(edits.count), \(edits.count { $0.isEmpty }) of them empty")?
        .at(item.box("moov/trak/edts/elst"))
    },
    ConformanceRule(
      "rung-aac-priming", .should, "Sound in AAC takes off what the encoder put before it",
      needs: .media,
      why: "Without the edit, sound is late by the priming, which is 21 ms or more.",
      each: { $0.readStreams }
    ) { item, _ in
      guard item.content.isFragmented, item.content.codec?.hasPrefix("mp4a.40") == true,
        item.content.segments[0]?.decodeTimes?.lowerBound == 0
      else { return nil }
      return Fault.unless(
        item.content.editOffset > 0, "an edit that starts after the priming", found: "none")?
        .at(item.box("moov/trak/edts"))
    },
    ConformanceRule(
      "rfc-6.2.4-codecs", .must, "CODECS lists the formats that the media has",
      needs: .media, each: { $0.describedStreams }
    ) { item, presentation in
      guard !item.stream.codecs.isEmpty,
        let measured = item.variant.map({ presentation.measuredCodecs(of: $0) })
          ?? item.media?.content?.codec.map({ [$0] })
      else { return nil }
      let declared = item.stream.codecs.map { CodecString(parsing: $0) }
      let missing = measured.filter { codec in
        !declared.contains { $0.matches(CodecString(parsing: codec)) }
      }
      return .unless(
        missing.isEmpty, "'\(measured.joined(separator: ","))'",
        found: "'\(item.stream.codecs.joined(separator: ","))'", fix: .codecs(measured))
    },
    ConformanceRule(
      "rfc-6.2.4-codecs-extra", .should, "CODECS lists no format that the media has not",
      needs: .media, each: { $0.describedStreams }
    ) { item, presentation in
      guard let variant = item.variant, variant.stream.subtitles == nil,
        let measured = presentation.measuredCodecs(of: variant)
      else { return nil }
      let media = measured.map { CodecString(parsing: $0) }
      let extra = item.stream.codecs.filter { codec in
        !media.contains { $0.matches(CodecString(parsing: codec)) }
      }
      return .unless(
        extra.isEmpty || extra.count == item.stream.codecs.count,
        "'\(measured.joined(separator: ","))'", found: "'\(extra.joined(separator: ","))' as well",
        fix: .codecs(measured))
    },
    ConformanceRule(
      "rfc-4.4.6.2-range-media", .must, "VIDEO-RANGE is that of the pictures",
      needs: .media,
      why: "A device that trusts the playlist shows HDR washed out, or not at all.",
      each: { $0.describedStreams }
    ) { item, _ in
      guard let range = item.media?.content?.range else { return nil }
      // Where all is SDR the attribute may be left out.
      guard item.stream.videoRange ?? .sdr != range else { return nil }
      return Fault(
        "\(range)", found: item.stream.videoRange.map { "\($0)" } ?? "none, which is SDR",
        fix: .videoRange(range))
    },
    ConformanceRule(
      "rfc-4.4.6.2-resolution-media", .should, "RESOLUTION is that of the pictures",
      needs: .media, each: { $0.describedStreams }
    ) { item, _ in
      guard let declared = item.stream.resolution, let size = item.media?.content?.size else {
        return nil
      }
      // Pixels that are not square make the shown width another one.
      return .unless(
        declared.height == size.height || declared.width == size.width, "\(size)",
        found: "\(declared)", fix: .resolution(size))
    },
    ConformanceRule(
      "rfc-4.4.6.2-frame-rate-media", .must, "FRAME-RATE is that of the pictures",
      needs: .media, each: { $0.videoVariants }
    ) { item, _ in
      guard let declared = item.stream.frameRate, let rate = item.media?.content?.frameRate else {
        return nil
      }
      return .unless(
        abs(declared.doubleValue - rate.doubleValue) < 0.002, "\(rate)", found: "\(declared)",
        fix: .frameRate(rate))
    },
    ConformanceRule(
      "rfc-4.4.6.1-channels-media", .must, "CHANNELS is what the sound has",
      needs: .media, each: { $0.renditions(of: .audio) }
    ) { item, _ in
      guard let declared = item.rendition.channels, let channels = item.media?.content?.channels,
        !declared.codingIdentifiers.contains("JOC")
      else { return nil }
      return .unless(
        declared.count == channels, "\(channels)", found: "\(declared.rawValue)",
        fix: .channels(channels))
    },
    ConformanceRule(
      "rung-channels-declared", .should, "A rendition of sound says how many channels it has",
      needs: .media, each: { $0.renditions(of: .audio) }
    ) { item, _ in
      guard let channels = item.media?.content?.channels else { return nil }
      return .unless(
        item.rendition.channels != nil, "CHANNELS=\"\(channels)\"", found: "none",
        fix: .channels(channels))
    },
    ConformanceRule(
      "rung-color-box", .must, "The colour of the container is that of the stream",
      needs: .media, each: { $0.readStreams }
    ) { item, _ in
      guard let entry = item.content.video, let box = entry.color, let stream = entry.streamColor
      else { return nil }
      return Fault.unless(
        box.transfer == stream.transfer && box.primaries == stream.primaries
          && box.matrix == stream.matrix,
        "\(stream.primaries.rawValue)/\(stream.transfer.rawValue)/\(stream.matrix.rawValue)",
        found: "\(box.primaries.rawValue)/\(box.transfer.rawValue)/\(box.matrix.rawValue)")?
        .at(item.box("moov/trak/mdia/minf/stbl/stsd/colr"))
    },
    ConformanceRule(
      "apple-1.7", .must, "HDR has 10 bits a sample or more", needs: .media,
      each: { $0.readStreams }
    ) { item, _ in
      guard item.content.range.map({ $0 != .sdr }) == true,
        case .hevc(let record)? = item.content.video?.configuration
      else { return nil }
      return .unless(record.lumaBitDepth >= 10, "10 bits", found: "\(record.lumaBitDepth)")
    },
    ConformanceRule(
      "apple-1.35", .should, "HDR10 says how it was mastered and how bright it gets",
      needs: .media, each: { $0.readStreams }
    ) { item, _ in
      guard item.content.range == .pq, let entry = item.content.video else { return nil }
      let messages = entry.messages
      let hasDisplay = entry.masteringDisplay != nil || messages.contains { $0.type == 137 }
      let hasLevel = entry.contentLightLevel != nil || messages.contains { $0.type == 144 }
      let inSamples = item.content.segments.values.contains(where: \.hasStaticMetadata)
      return .unless(
        hasDisplay && hasLevel || inSamples, "mastering display and content light level",
        found: hasDisplay || hasLevel ? "one of them" : "neither")
    },
    ConformanceRule(
      "apple-1.8", .should, "Static metadata of HDR10 is in the sample entry, not in samples",
      needs: .media, each: { $0.readStreams }
    ) { item, _ in
      guard let index = item.segments.first(where: { $0.segment.hasStaticMetadata })?.index,
        item.content.codec?.hasPrefix("hvc1") == true
      else { return nil }
      return Fault("the messages in hvcC alone", found: "them in samples", at: item.place(index))
    },
    ConformanceRule(
      "rung-hdr10-boxes", .must, "The boxes of HDR10 say what the stream's messages say",
      needs: .media, each: { $0.readStreams }
    ) { item, _ in
      guard let entry = item.content.video else { return [] }
      return entry.messages.compactMap { message in
        switch message {
        case .masteringDisplay(let display):
          guard let box = entry.masteringDisplay, box != display else { return nil }
          return Fault("\(display)", found: "\(box)", at: item.box("stsd/mdcv"))
        case .contentLightLevel(let level):
          guard let box = entry.contentLightLevel, box != level else { return nil }
          return Fault("\(level)", found: "\(box)", at: item.box("stsd/clli"))
        default: return nil
        }
      }
    },
  ]
}

extension VideoSampleEntry {
  /// The messages of the sample entry's parameter sets.
  fileprivate var messages: [SEIMessage] {
    if case .hevc(let record)? = configuration { record.messages } else { [] }
  }
}

extension String {
  /// Whether a brand promises the structures of iso6.
  fileprivate var isBaseBrand: Bool {
    ["iso6", "iso7", "iso8", "iso9", "isoa", "isob", "isoc", "cmfc", "cmf2"].contains(self)
  }
}
